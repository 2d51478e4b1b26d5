import { expect, test } from "vitest";
import { matchesWords } from "./match-words.ts";

test("all words have to occur, in any order and case", () => {
  expect(matchesWords("stripe → ledger · nightly", "Ledger STRIPE")).toBe(true);
  expect(matchesWords("stripe → ledger", "stripe orders")).toBe(false);
  expect(matchesWords("stripe → ledger", "stripe->ledg")).toBe(true);
  expect(matchesWords("stripe", "  ")).toBe(true);
});
