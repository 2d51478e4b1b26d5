/**
 * What does a member of a JSON object look like in the bytes that came?
 *
 * Some providers sign the text of one member. Parsing and writing it again would change spaces, escapes and numbers, so
 * this finds the member's own bytes. The caller parses the same body with JSON.parse; a name that is there twice would let
 * a sender show a signed member and an unsigned one of the same name, so it counts as none.
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPENING = new Set([0x7b, 0x5b]); // { [
const CLOSING = new Set([0x7d, 0x5d]); // } ]
const SPACES = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** Null if the body is no JSON object, or has not exactly one member of this name. */
export function rawMember(body: Uint8Array, name: string): Uint8Array | null {
  if (!isJsonObject(body)) return null;
  const found = [...membersOf(body)].filter((member) => member.name === name);
  return found.length === 1 ? (found[0]?.value ?? null) : null;
}

function isJsonObject(body: Uint8Array): boolean {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString());
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false; // which is the answer
  }
}

/** The body is valid JSON, so the marks of its outermost level alone say where each member begins and ends. */
function* membersOf(body: Uint8Array): Generator<{ name: string; value: Uint8Array }> {
  let depth = 0;
  let start = 0;
  let colon = -1;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] ?? 0;
    if (byte === QUOTE) at = endOfString(body, at);
    else if (OPENING.has(byte)) {
      depth += 1;
      if (depth === 1) start = at + 1;
    } else if (depth === 1 && byte === COLON) colon = at;
    else if (depth === 1 && colon >= 0 && (byte === COMMA || CLOSING.has(byte))) {
      yield { name: nameIn(body.subarray(start, colon)), value: trimmed(body.subarray(colon + 1, at)) };
      start = at + 1;
      colon = -1;
    } else if (CLOSING.has(byte)) depth -= 1;
  }
}

/** Where the string that begins at `at` ends. */
function endOfString(body: Uint8Array, at: number): number {
  for (let end = at + 1; end < body.length; end += 1) {
    if (body[end] === BACKSLASH) end += 1;
    else if (body[end] === QUOTE) return end;
  }
  return body.length;
}

/** Names may be written with escapes, and JSON.parse reads both spellings as one name. */
function nameIn(bytes: Uint8Array): string {
  return String(JSON.parse(Buffer.from(bytes).toString()));
}

function trimmed(bytes: Uint8Array): Uint8Array {
  let [from, to] = [0, bytes.length];
  while (from < to && SPACES.has(bytes[from] ?? 0)) from += 1;
  while (to > from && SPACES.has(bytes[to - 1] ?? 0)) to -= 1;
  return bytes.subarray(from, to);
}
