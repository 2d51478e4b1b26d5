/**
 * Is this body JSON that every later reader can parse?
 *
 * The bytes are stored unchanged whatever the result; this only tells valid from broken. It reads each byte once and
 * builds nothing, because the objects of a body may take ten times as much memory as its bytes, and senders decide how
 * many bodies arrive together. Bytes inside strings that are not UTF-8 are no fault.
 */
import { JSON_MAX_DEPTH } from "@posthorn/contract/limits";

export type JsonFault = "not valid" | "nested too deeply";

const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const OBJECT = 0x7b;
const SMALL_E = 0x65;
const SMALL_U = 0x75;
/** In ASCII, a container's end is two after its beginning. */
const TO_END = 2;

/** Returned in place of a position. */
const FAULT = -1;

const WORDS = ["true", "false", "null"].map((word) => Buffer.from(word));
const ESCAPED = Buffer.from('"\\/bfnrt');

/** The containers around the innermost one. One array serves all bodies, because nothing else runs meanwhile. */
const around = new Uint8Array(JSON_MAX_DEPTH);

/** An empty body is not JSON, but it is no fault either. */
export function jsonFault(body: Uint8Array): JsonFault | null {
  if (body.length === 0) return null;
  const hasMark = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
  let at = afterSpace(body, hasMark ? 3 : 0);
  let depth = 0;
  /** The innermost container; 0 around the outermost value. */
  let container = 0;
  for (;;) {
    const byte = body[at] ?? 0;
    if (byte === ARRAY || byte === OBJECT) {
      if (depth === JSON_MAX_DEPTH) return "nested too deeply";
      around[depth++] = container;
      container = byte;
      at = afterSpace(body, at + 1);
      if (body[at] !== byte + TO_END) {
        if (byte === OBJECT) at = afterName(body, at);
        if (at === FAULT) return "not valid";
        continue;
      }
    } else {
      at = afterScalar(body, at, byte);
      if (at === FAULT) return "not valid";
      at = afterSpace(body, at);
    }
    while (depth > 0 && body[at] === container + TO_END) {
      container = around[--depth] ?? 0;
      at = afterSpace(body, at + 1);
    }
    if (depth === 0) return at === body.length ? null : "not valid";
    if (body[at] !== COMMA) return "not valid";
    at = afterSpace(body, at + 1);
    if (container === OBJECT) at = afterName(body, at);
    if (at === FAULT) return "not valid";
  }
}

function afterSpace(body: Uint8Array, start: number): number {
  let at = start;
  while (isSpace(body[at] ?? 0)) at++;
  return at;
}

function isSpace(byte: number): boolean {
  return byte <= 0x20 && (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09);
}

/** After the name of a member, its colon and the space that follows. */
function afterName(body: Uint8Array, at: number): number {
  if (body[at] !== QUOTE) return FAULT;
  const end = afterString(body, at + 1);
  if (end === FAULT) return FAULT;
  const colon = afterSpace(body, end);
  return body[colon] === COLON ? afterSpace(body, colon + 1) : FAULT;
}

function afterScalar(body: Uint8Array, at: number, first: number): number {
  if (first === QUOTE) return afterString(body, at + 1);
  if (first === MINUS || isDigit(first)) return afterNumber(body, at);
  const word = WORDS.find((letters) => letters[0] === first);
  return word?.every((letter, index) => body[at + index] === letter) ? at + word.length : FAULT;
}

/** `at` is after the opening quote. */
function afterString(body: Uint8Array, at: number): number {
  for (;;) {
    const byte = body[at++] ?? 0; // beyond the end, a zero is as wrong as in a string
    if (byte === QUOTE) return at;
    if (byte < 0x20) return FAULT;
    if (byte !== BACKSLASH) continue;
    const escape = body[at++] ?? 0;
    if (escape === SMALL_U) {
      for (const end = at + 4; at < end; at++) if (!isHexDigit(body[at] ?? 0)) return FAULT;
    } else if (!ESCAPED.includes(escape)) {
      return FAULT;
    }
  }
}

function afterNumber(body: Uint8Array, at: number): number {
  if (body[at] === MINUS) at++;
  // No further digit may follow a zero. If one does, it is neither a comma nor an end.
  at = body[at] === ZERO ? at + 1 : afterDigits(body, at);
  if (at !== FAULT && body[at] === POINT) at = afterDigits(body, at + 1);
  if (at === FAULT || ((body[at] ?? 0) | 0x20) !== SMALL_E) return at;
  const sign = body[at + 1];
  return afterDigits(body, sign === PLUS || sign === MINUS ? at + 2 : at + 1);
}

/** At least one digit must be there. */
function afterDigits(body: Uint8Array, start: number): number {
  let at = start;
  while (isDigit(body[at] ?? 0)) at++;
  return at === start ? FAULT : at;
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

function isHexDigit(byte: number): boolean {
  const lower = byte | 0x20;
  return isDigit(byte) || (lower >= 0x61 && lower <= 0x66);
}
