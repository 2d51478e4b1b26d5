import { expect, test } from "vitest";
import { diffCounts, lineDiff, linesOf, MOST_CHARACTERS, type Stretch } from "./line-diff.ts";

const shown = (stretches: readonly Stretch[]) =>
  stretches.map(({ kind, count }) => `${{ same: "=", removed: "-", added: "+" }[kind]}${count}`).join(" ");

test.each([
  ["", "", "=1"],
  ["a", "a", "=1"],
  ["a", "b", "-1 +1"],
  ["a\nb\nc", "a\nx\nc", "=1 -1 +1 =1"],
  ["a\nb", "a\nb\nc", "=2 +1"],
  ["a\nb\nc", "a\nc", "=1 -1 =1"],
  ["a\nb\nc\nd", "b\nd\ne", "-1 =1 -1 =1 +1"],
  ["x\nx\nx", "x\nx", "=2 -1"],
  ["a\r\nb", "a\nb", "=2"],
])("%j to %j: %s", (before, after, expected) => {
  expect(shown(lineDiff(linesOf(before), linesOf(after)))).toBe(expected);
});

test("the counts are for a tab, and there are none for texts that are too long", () => {
  expect(diffCounts("a\nb\nc", "a\nx\ny\nc")).toEqual({ added: 2, removed: 1 });
  expect(diffCounts("x".repeat(MOST_CHARACTERS + 1), "")).toBeNull();
});

test("random texts: both can be read out of the difference, and no shorter difference is missed", () => {
  let state = 7;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const text = () => Array.from({ length: random(12) }, () => "abc"[random(3)] ?? "");

  for (let run = 0; run < 3000; run += 1) {
    const [before, after] = [text(), text()];
    const stretches = lineDiff(before, after);
    const readBefore: string[] = [];
    const readAfter: string[] = [];
    for (const { kind, count } of stretches) {
      if (kind !== "added") readBefore.push(...before.slice(readBefore.length, readBefore.length + count));
      if (kind !== "removed") readAfter.push(...after.slice(readAfter.length, readAfter.length + count));
    }
    const alike = stretches.filter(({ kind }) => kind === "same").reduce((sum, { count }) => sum + count, 0);

    expect([readBefore, readAfter]).toEqual([before, after]);
    expect(alike).toBe(longestCommon(before, after));
  }
});

test("thousands of changes end, with the rest as removed and added", () => {
  const before = Array.from({ length: 20_000 }, (_line, at) => `a${at}`);
  const after = Array.from({ length: 20_000 }, (_line, at) => `b${at}`);

  expect(shown(lineDiff(["x", ...before], ["x", ...after]))).toBe("=1 -20000 +20000");
});

/** The length of the longest common subsequence, the slow and plain way. */
function longestCommon(before: readonly string[], after: readonly string[]): number {
  let row = Array.from({ length: after.length + 1 }, () => 0);
  for (const line of before) {
    const next = [0];
    for (const [at, other] of after.entries()) {
      next.push(line === other ? (row[at] ?? 0) + 1 : Math.max(next[at] ?? 0, row[at + 1] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
