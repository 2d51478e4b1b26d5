import { expect, test } from "vitest";
import { retrySchedule, shownAttempts } from "./retry-schedule.ts";

test("an exponential rule doubles its waits, a linear one keeps them", () => {
  const exponential = retrySchedule({ strategy: "exponential", interval: 30_000, count: 5 });
  const linear = retrySchedule({ strategy: "linear", interval: 60_000, count: 2 });

  expect(exponential.attempts.map(({ atMs }) => atMs / 1000)).toEqual([0, 30, 90, 210, 450, 930]);
  expect(exponential.attempts.map(({ waitMs }) => waitMs / 1000)).toEqual([0, 30, 60, 120, 240, 480]);
  expect(linear).toEqual({
    attempts: [
      { number: 1, waitMs: 0, atMs: 0 },
      { number: 2, waitMs: 60_000, atMs: 60_000 },
      { number: 3, waitMs: 60_000, atMs: 120_000 },
    ],
    isCut: false,
  });
});

test("no attempt is later than a week after the event", () => {
  const { attempts, isCut } = retrySchedule({ strategy: "exponential", interval: 3_600_000, count: 50 });

  expect(attempts).toHaveLength(8);
  expect(isCut).toBe(true);
});

test("many attempts are shortened to the first ones and the last", () => {
  const { attempts } = retrySchedule({ strategy: "linear", interval: 1000, count: 50 });

  expect(shownAttempts(attempts, 4).map(({ number }) => number)).toEqual([1, 2, 3, 51]);
  expect(shownAttempts(attempts.slice(0, 3), 4)).toHaveLength(3);
});
