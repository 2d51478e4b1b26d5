import { expect, test } from "vitest";
import { roomLeft } from "./part.ts";

const LIMIT = 2_000;

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Lets every source take as much as it can get, one at a time in turns. */
function fill(projects: number, sources: number): number[][] {
  const held = Array.from({ length: projects }, () => Array.from({ length: sources }, () => 0));
  for (let isGrowing = true; isGrowing;) {
    isGrowing = false;
    for (const ofProject of held) {
      for (const [source, count] of ofProject.entries()) {
        if (roomLeft(LIMIT, sum(held.map(sum)), sum(ofProject), count) < 1) continue;
        ofProject[source] = count + 1;
        isGrowing = true;
      }
    }
  }
  return held;
}

test.each([
  [1, 1],
  [1, 20],
  [5, 1],
  [5, 20],
  [100, 3],
])(
  "%i projects with %i sources each never fill everything, and every one of them holds something",
  (projects, sources) => {
    const held = fill(projects, sources);

    expect(sum(held.flat())).toBeLessThan(LIMIT);
    expect(held.every((ofProject) => ofProject.some((count) => count > 0))).toBe(true);
  },
);

test("a single source gets half, and its part shrinks when others come", () => {
  expect(fill(1, 1)).toEqual([[LIMIT / 2]]);
  expect(roomLeft(LIMIT, 900, 900, 900)).toBeGreaterThan(0);
  expect(roomLeft(LIMIT, 1_600, 900, 900)).toBe(0);
  expect(roomLeft(LIMIT, 1_600, 0, 0)).toBeGreaterThan(0);
});
