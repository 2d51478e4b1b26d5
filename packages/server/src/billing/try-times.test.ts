/** Are the times of further tries after the failure, few, and never past the last one? */
import { expect, test } from "vitest";
import { randomFrom } from "../testing/random.ts";
import { lastTryAt, nextTryAt } from "./try-times.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const since = new Date("2026-01-31T10:00:00Z");
const after = (days: number) => new Date(since.getTime() + days * DAY_MS);

test.each([
  [0, 1],
  [0.99, 1],
  [1, 3],
  [2, 3],
  [3, 5],
  [4.5, 5],
])("a try that fails after %d days is followed by one on day %d", (failed, next) => {
  expect(nextTryAt(since, after(failed))).toEqual(after(next));
});

test("the try of day 5 is the last one, also if it comes late", () => {
  for (const days of [5, 5.001, 40]) expect(nextTryAt(since, after(days))).toBeNull();
  expect(lastTryAt(since)).toEqual(after(5));
});

test("whenever tries fail, and whatever people try in between, at most three follow by themselves", () => {
  const random = randomFrom(92);
  for (let run = 0; run < 1_000; run++) {
    let failedAt = since;
    let byItself = 0;
    for (;;) {
      const next = nextTryAt(since, failedAt);
      if (next === null) break;
      expect(next.getTime()).toBeGreaterThan(failedAt.getTime());
      expect(next.getTime()).toBeLessThanOrEqual(lastTryAt(since).getTime());
      // A person is quicker than the plan, or the process is late.
      const isByHand = random(10) < 3;
      const waitMs = next.getTime() - failedAt.getTime();
      failedAt = new Date(
        isByHand ? failedAt.getTime() + (random(1_000) / 1_000) * waitMs : next.getTime() + random(DAY_MS),
      );
      if (!isByHand) byItself++;
    }
    expect(byItself).toBeLessThanOrEqual(3);
  }
});
