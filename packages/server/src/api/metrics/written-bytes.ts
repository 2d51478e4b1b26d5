/**
 * How are a million bytes of JSON written quickly?
 *
 * Into one buffer. A text that is put together from a hundred thousand small ones keeps each of them until it is sent:
 * collecting and copying those took longer than everything else about a chart.
 */
import { leaveRoom, takeRoom } from "./reply-rooms.ts";

const ZERO = "0".charCodeAt(0);
/** The longest text of a number, with room to spare: -1.2345678901234567e-300. */
const LONGEST_NUMBER = 32;
/** Counts below this are written digit by digit, the others as JavaScript writes them. */
const FEW_DIGITS = 10 ** 6;

const MOST_TEXTS = 2_000;
/** Calling the function that copies takes longer than copying so few bytes. */
const SHORT_PIECE = 24;

export class WrittenBytes {
  #bytes: Buffer;
  #end = 0;
  /** Rates and percentiles repeat, and to write a fraction takes long. */
  readonly #texts = new Map<number, Uint8Array>();

  constructor(expectedBytes: number) {
    this.#bytes = takeRoom(Math.max(expectedBytes, LONGEST_NUMBER));
  }

  #makeRoom(count: number): void {
    if (this.#end + count <= this.#bytes.length) return;
    const larger = takeRoom(2 * this.#bytes.length + count);
    larger.set(this.#bytes.subarray(0, this.#end));
    leaveRoom(this.#bytes);
    this.#bytes = larger;
  }

  add(piece: Uint8Array): void {
    const length = piece.length;
    this.#makeRoom(length);
    const bytes = this.#bytes;
    const end = this.#end;
    if (length > SHORT_PIECE) bytes.set(piece, end);
    else for (let at = 0; at < length; at++) bytes[end + at] = piece[at] ?? 0;
    this.#end = end + length;
  }

  dropLast(): void {
    this.#end--;
  }

  /** As JSON has it: null for what is no number. */
  addNumber(value: number): void {
    this.#makeRoom(LONGEST_NUMBER);
    if (value >= 0 && value < FEW_DIGITS && Number.isInteger(value)) this.#addDigits(value);
    else this.add(this.#textOf(value));
  }

  #addDigits(value: number): void {
    const bytes = this.#bytes;
    let rest = value | 0;
    let end = this.#end + 1;
    for (let power = 10; power <= rest; power *= 10) end++;
    this.#end = end;
    do {
      const tenth = (rest / 10) | 0;
      bytes[--end] = ZERO + rest - 10 * tenth;
      rest = tenth;
    } while (rest > 0);
  }

  #textOf(value: number): Uint8Array {
    const known = this.#texts.get(value);
    if (known) return known;
    const text = Buffer.from(JSON.stringify(value), "latin1");
    if (this.#texts.size < MOST_TEXTS) this.#texts.set(value, text);
    return text;
  }

  /** What was written so far. It must not be written to any more. */
  get written(): Buffer {
    return this.#bytes.subarray(0, this.#end);
  }

  /** What was written is not needed any more: another reply may be written in its place. */
  leave(): void {
    leaveRoom(this.#bytes);
    this.#bytes = Buffer.alloc(0);
    this.#end = 0;
  }
}
