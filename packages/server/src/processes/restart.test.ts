import { expect, test } from "vitest";
import { nextRestart, whyEnded } from "./restart.ts";

test("a process that ends again and again waits longer each time, up to half a minute", () => {
  const waits: number[] = [];
  for (let ends = 0; ends < 12;) {
    const next = nextRestart(ends, 500, 0);
    waits.push(next.waitMs);
    ends = next.ends;
  }

  expect(waits).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000, 30_000]);
});

test("the third end in a row is for a person to look at", () => {
  expect([0, 1, 2, 9].map((before) => nextRestart(before, 500, 0).isOften)).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

test("after a minute without trouble the next end counts as the first", () => {
  expect(nextRestart(9, 60_000, 0)).toEqual({ ends: 1, waitMs: 100, isOften: false });
  expect(nextRestart(9, 59_999, 0).ends).toBe(10);
});

test("processes that ended together start at different moments, and none early", () => {
  expect(nextRestart(0, 0, 0.999).waitMs).toBe(125);
  expect(nextRestart(0, 0, 0).waitMs).toBe(100);
});

test.each([
  [{ code: null, signal: "SIGKILL", failure: null }, "killed (SIGKILL): by a person, or by the system"],
  [{ code: null, signal: "SIGABRT", failure: null }, "memory is used up"],
  [{ code: null, signal: "SIGSEGV", failure: null }, "ended by SIGSEGV"],
  [{ code: 0, signal: null, failure: null }, "asked to stop"],
  [{ code: 7, signal: null, failure: null }, "by itself with code 7"],
  [{ code: 1, signal: null, failure: "Port 4401 is in use." }, "Port 4401 is in use."],
])("%o is told in words", (end, words) => {
  expect(whyEnded(end)).toContain(words);
});
