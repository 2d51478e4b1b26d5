/**
 * Which pieces of a text does the search index know?
 *
 * A piece (a gram) begins at every byte. It is four bytes long, or six if the first four are only digits, signs and the
 * letters a to f: otherwise numbers and hexadecimal ids would soon contain every piece. Its key is a number below
 * KEYS; different pieces may share a key. ASCII capitals count as small letters, as in a search. A text that
 * contains a term has all keys of that term: the first four bytes of a piece alone decide how long it is.
 */

/** Per block of the index there is one bit for each key. */
export const KEYS = 65_536;
/** Keys that are no grams. */
export const FLAGS = {
  /** The body may write plain letters in another way: with escapes, percent signs or compressed. */
  writtenOtherwise: 0,
  /** The query may have percent signs for plain letters. */
  encodedQuery: 1,
} as const;
const FIRST_GRAM_KEY = 8;

const SHORT_GRAM = 4;
const LONG_GRAM = 6;

/** Bits 0 to 7: the byte in small letters. Bit 8: a letter after f, or a part of a character beyond ASCII. */
const FOLDED = Uint16Array.from({ length: 256 }, (_none, byte) => {
  const small = byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
  const isDistinctive = (small >= 0x67 && small <= 0x7a) || small >= 0x80;
  return small | (isDistinctive ? 0x100 : 0);
});

function mixed(first: number, rest: number): number {
  let hash = Math.imul(first ^ rest, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  const key = (hash ^ (hash >>> 13)) >>> 16;
  return key < FIRST_GRAM_KEY ? key + FIRST_GRAM_KEY : key;
}

export function mark(seen: Uint8Array, key: number, bit: number): void {
  seen[key] = (seen[key] ?? 0) | bit;
}

/** Sets the bit in the place of each key. `seen` has KEYS places. */
export function markGrams(bytes: Uint8Array, seen: Uint8Array, bit = 1): void {
  const { length } = bytes;
  if (length < SHORT_GRAM) return;
  // The fallbacks are never used: every index is inside its array. Closures and tuples would double the time.
  let a = FOLDED[bytes[0] ?? 0] ?? 0;
  let b = FOLDED[bytes[1] ?? 0] ?? 0;
  let c = FOLDED[bytes[2] ?? 0] ?? 0;
  for (let at = 3; at < length; at++) {
    const d = FOLDED[bytes[at] ?? 0] ?? 0;
    const first = (a & 0xff) | ((b & 0xff) << 8) | ((c & 0xff) << 16) | (d << 24);
    if (((a | b | c | d) & 0x100) !== 0) mark(seen, mixed(first, 0), bit);
    else if (at + LONG_GRAM - SHORT_GRAM < length) {
      const e = FOLDED[bytes[at + 1] ?? 0] ?? 0;
      const f = FOLDED[bytes[at + 2] ?? 0] ?? 0;
      mark(seen, mixed(first, Math.imul((e & 0xff) + ((f & 0xff) << 8) + 1, 0xc2b2ae35)), bit);
    }
    a = b;
    b = c;
    c = d;
  }
}

/** More keys rule out hardly anything more, and each must be read. */
const KEYS_PER_TEXT = 16;

/** Up to KEYS_PER_TEXT different keys of a text. Empty if the text is too short. */
export function gramKeysOf(text: string): number[] {
  const seen = new Uint8Array(KEYS);
  markGrams(Buffer.from(text), seen);
  const keys: number[] = [];
  for (const [key, isSeen] of seen.entries()) if (isSeen === 1) keys.push(key);
  if (keys.length <= KEYS_PER_TEXT) return keys;
  return Array.from(
    { length: KEYS_PER_TEXT },
    (_none, at) => keys[Math.floor((at * keys.length) / KEYS_PER_TEXT)] ?? 0,
  );
}
