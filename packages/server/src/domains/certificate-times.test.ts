import { expect, test } from "vitest";
import { nextLookAtOrderMs, nextOrderMs, renewalAtMs } from "./certificate-times.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

test.each([90 * DAY_MS, 6 * DAY_MS, HOUR_MS])(
  "a certificate of %d ms is renewed after two thirds of its time, or a little earlier",
  (lifetimeMs) => {
    const lifetime = { issuedAtMs: 1_000, expiresAtMs: 1_000 + lifetimeMs };

    expect(renewalAtMs(lifetime, 0)).toBeCloseTo(1_000 + (lifetimeMs * 2) / 3);
    expect(renewalAtMs(lifetime, 1)).toBeGreaterThan(1_000 + lifetimeMs * 0.6);
  },
);

test("pauses after failures grow up to an hour, and are never shorter than the authority asks", () => {
  expect([1, 2, 3, 7, 50].map((failures) => nextOrderMs(failures, null, 0))).toEqual([
    60_000,
    120_000,
    240_000,
    HOUR_MS,
    HOUR_MS,
  ]);
  expect(nextOrderMs(1, 3 * HOUR_MS, 0)).toBe(3 * HOUR_MS);
  expect(nextOrderMs(3, 1_000, 0)).toBe(240_000);
  expect(nextOrderMs(1, 30 * DAY_MS, 0)).toBe(DAY_MS);
  expect(nextOrderMs(1, null, 1)).toBe(66_000);
});

test("an order is looked at often at first, and seldom later", () => {
  expect([0, 60_000, HOUR_MS].map(nextLookAtOrderMs)).toEqual([1_000, 6_000, 15_000]);
});
