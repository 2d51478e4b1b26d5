/**
 * Does one text contain another? In time that grows with the sum of their lengths, not with the product.
 *
 * `$in` calls this. The engine's own search is fast and linear for short words. But with a long word that almost fits
 * everywhere (`abaaa…` in `aaa…`) it starts over at each character: most of a minute for 10 MiB. So long words are
 * searched with the algorithm of Knuth, Morris and Pratt.
 */
import { spend, spendOnText, type Budget } from "./budget.ts";

/** V8 uses its full shift tables for words of up to 250 characters. */
const LONGEST_FOR_ENGINE = 250;

/** Slower than the engine, but one budget is enough to search the largest payload. */
const LETTERS_PER_STEP = 16;

export function contains(text: string, word: string, budget: Budget): boolean {
  if (word.length > text.length) return false;
  spendOnText(budget, text.length);
  if (word.length <= LONGEST_FOR_ENGINE) return text.includes(word);
  spend(budget, Math.floor((text.length + word.length) / LETTERS_PER_STEP));
  return containsLong(text, word);
}

function containsLong(text: string, word: string): boolean {
  const borders = bordersOf(word);
  let matched = 0;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    while (matched > 0 && word.charCodeAt(matched) !== letter) matched = borders[matched - 1] ?? 0;
    if (word.charCodeAt(matched) === letter) matched += 1;
    if (matched === word.length) return true;
  }
  return false;
}

/** For each prefix of the word, the length of the longest suffix that is also a prefix. */
function bordersOf(word: string): Int32Array {
  const borders = new Int32Array(word.length);
  let length = 0;
  for (let at = 1; at < word.length; at += 1) {
    const letter = word.charCodeAt(at);
    while (length > 0 && word.charCodeAt(length) !== letter) length = borders[length - 1] ?? 0;
    if (word.charCodeAt(length) === letter) length += 1;
    borders[at] = length;
  }
  return borders;
}
