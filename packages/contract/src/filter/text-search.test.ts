import { expect, test } from "vitest";
import { contains } from "./text-search.ts";

const unlimited = { left: Infinity };

test("long words are found where the engine finds them", () => {
  const texts = ["ab", "aab", "abab", "é😀"].map((piece) => piece.repeat(600));
  let found = 0;

  for (const text of texts) {
    for (const other of texts) {
      for (let start = 0; start < 20; start += 1) {
        for (const word of [other.slice(start, start + 300), `${other.slice(start, start + 300)}b`]) {
          if (contains(text, word, unlimited)) found += 1;
          expect(contains(text, word, unlimited)).toBe(text.includes(word));
        }
      }
    }
  }

  expect(found).toBeGreaterThan(80);
});

test("a long word at the very end, and the whole text", () => {
  const word = `${"a".repeat(300)}b`;

  expect(contains(`${"a".repeat(5000)}b`, word, unlimited)).toBe(true);
  expect(contains(word, word, unlimited)).toBe(true);
  expect(contains(word.slice(1), word, unlimited)).toBe(false);
});
