/**
 * How is a list of numbers read?
 *
 * As PostgreSQL writes them, with a space between two; nothing between two spaces is no number. A chart has a hundred
 * thousand, so the loop is plain.
 */
import { NEXT_NUMBER } from "../store/packed-hours.ts";
import { TextBytes } from "./text-bytes.ts";

const SPACE = NEXT_NUMBER.charCodeAt(0);
const MINUS = "-".charCodeAt(0);
const ZERO = "0".charCodeAt(0);

/** With so many digits, every step of the loop is exact. */
const SAFE_DIGITS = 15;

const textBytes = new TextBytes();

/** NaN stands for no number. */
export function readNumbers(text: string): Float64Array {
  const bytes = textBytes.of(text);
  const length = bytes.length;
  const values = new Float64Array(countOf(bytes));
  let count = 0;
  for (let at = 0; at <= length; at++) {
    const start = at;
    const isNegative = bytes[at] === MINUS;
    if (isNegative) at++;
    let value = 0;
    let digit = 0;
    while (at < length && (digit = (bytes[at] ?? 0) - ZERO) >= 0 && digit <= 9) {
      value = value * 10 + digit;
      at++;
    }
    const isPlain = (at === length || bytes[at] === SPACE) && at - start <= SAFE_DIGITS;
    if (!isPlain) {
      const end = bytes.indexOf(SPACE, at);
      at = end === -1 ? length : end;
      value = Number(text.slice(start, at)); // a fraction or a very large number, which is rare
    } else if (at === start) value = Number.NaN;
    else if (isNegative) value = -value;
    values[count++] = value;
  }
  return values;
}

function countOf(bytes: Uint8Array): number {
  let count = 1;
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === SPACE) count++;
  return count;
}
