import * as fc from "fast-check";
import { expect, test } from "vitest";
import { nextTryAt } from "./next-try.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

const wait = (failures: number, chance = 0) =>
  nextTryAt({ failures, failingSinceMs: 0, retryAfterMs: null, nowMs: 0, chance })?.getTime();

test("the waits double from a quarter of a minute to half an hour, and grow by a tenth at most", () => {
  expect([0, 1, 2, 7, 8, 200].map((failures) => wait(failures))).toEqual([
    15_000, 30_000, 60_000, 1_800_000, 1_800_000, 1_800_000,
  ]);
  expect(wait(0, 0.999)).toBeLessThan(16_500);
});

test("a provider that asks for a longer wait gets it", () => {
  const asked = { failures: 0, failingSinceMs: null, nowMs: 0, chance: 0 };

  expect(nextTryAt({ ...asked, retryAfterMs: 120_000 })?.getTime()).toBe(120_000);
  expect(nextTryAt({ ...asked, retryAfterMs: 1_000 })?.getTime()).toBe(15_000);
});

test("it is tried for a day, and not longer", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 0.999, noNaN: true }), (chance) => {
      let nowMs = 0;
      let failures = 0;
      for (;;) {
        const next = nextTryAt({ failures, failingSinceMs: 0, retryAfterMs: null, nowMs, chance });
        if (next === null) break;
        expect(next.getTime()).toBeGreaterThan(nowMs);
        nowMs = next.getTime();
        failures++;
      }
      expect(nowMs).toBeLessThanOrEqual(DAY_MS);
      expect(nowMs).toBeGreaterThan(DAY_MS - 40 * 60_000);
    }),
  );
});
