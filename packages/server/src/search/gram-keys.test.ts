import { expect, test } from "vitest";
import { randomFrom } from "../testing/random.ts";
import { KEYS, FLAGS, gramKeysOf, markGrams } from "./gram-keys.ts";

function keysIn(text: string): Set<number> {
  const seen = new Uint8Array(KEYS);
  markGrams(Buffer.from(text), seen);
  return new Set([...seen.keys()].filter((key) => seen[key] === 1));
}

test("a text that contains a term in any case has all keys of the term", () => {
  const random = randomFrom(41);
  const signs = ["a", "F", "g", "Z", "0", "7", "-", '"', " ", "ö", "漢", "🎺", String.raw`\u00f6`];
  const text = (length: number) => Array.from({ length }, () => signs[random(signs.length)]).join("");
  for (let round = 0; round < 150; round++) {
    const term = text(1 + random(12));
    // Only letters of ASCII: JavaScript knows capitals of many others.
    const shouted = term.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());
    const keys = keysIn(text(random(30)) + shouted + text(random(30)));

    expect(gramKeysOf(term).filter((key) => !keys.has(key))).toEqual([]);
  }
});

test("a word needs four letters to be looked up, and digits need six", () => {
  expect(gramKeysOf("plu")).toEqual([]);
  expect(gramKeysOf("plum")).toHaveLength(1);
  expect(gramKeysOf("12ab5")).toEqual([]);
  expect(gramKeysOf("12ab56")).toHaveLength(1);
  expect(gramKeysOf("x".repeat(4_000))).toHaveLength(1);
});

test("a long term has a bounded number of keys, and no gram has the key of a flag", () => {
  const random = randomFrom(7);
  const long = Array.from({ length: 200_000 }, () => String.fromCharCode(97 + random(26))).join("");

  expect(gramKeysOf(long).length).toBe(16);
  expect(Object.values(FLAGS).filter((flag) => keysIn(long).has(flag))).toEqual([]);
});
