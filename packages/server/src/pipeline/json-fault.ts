/**
 * Is this body JSON that every later reader can parse?
 *
 * The bytes are stored unchanged whatever the result; this only tells valid from broken. Bytes inside strings that
 * are not UTF-8 are no fault: the body is read as Latin-1, where every byte is a character.
 */
import { JSON_MAX_DEPTH } from "@posthorn/contract/limits";

export type JsonFault = "not valid" | "nested too deeply";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** An empty body is not JSON, but it is no fault either. */
export function jsonFault(body: Uint8Array): JsonFault | null {
  if (body.length === 0) return null;
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.length);
  const hasMark = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
  // Each level takes two bytes, so shorter bodies cannot be too deep.
  if (body.length > JSON_MAX_DEPTH * 2 && isTooDeep(buffer)) return "nested too deeply";
  try {
    JSON.parse(buffer.toString("latin1", hasMark ? 3 : 0));
    return null;
  } catch {
    return "not valid"; // the parser's message would not help the sender
  }
}

function isTooDeep(buffer: Buffer): boolean {
  let depth = 0;
  for (let at = 0; at < buffer.length; at++) {
    const byte = buffer[at];
    if (byte === QUOTE) {
      at = endOfString(buffer, at);
    } else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > JSON_MAX_DEPTH) return true;
    } else if (byte === 0x7d || byte === 0x5d) {
      depth--;
    }
  }
  return false;
}

function endOfString(buffer: Buffer, start: number): number {
  for (;;) {
    const end = buffer.indexOf(QUOTE, start + 1);
    if (end < 0) return buffer.length;
    let backslashes = 0;
    while (buffer[end - 1 - backslashes] === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
    start = end;
  }
}
