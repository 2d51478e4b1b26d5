/**
 * Does one text contain another, in time that grows with their lengths and not with the product?
 *
 * `$in` asks. The engine's own search is fast and linear for short words, but on a long word that almost fits
 * everywhere (`abaaa…` in `aaa…`) it starts over at each character: most of a minute for 10 MiB. Long words are
 * therefore searched by Knuth, Morris and Pratt.
 */
import { spend, spendOnText, type Budget } from "./budget.ts";

/** V8 keeps its full shift tables for words up to 250 characters. */
const LONGEST_FOR_ENGINE = 250;

/** Slower than the engine, yet the largest payload is searched within one budget. */
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

/** For each beginning of the word: how long is its longest end that is also its beginning? */
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
