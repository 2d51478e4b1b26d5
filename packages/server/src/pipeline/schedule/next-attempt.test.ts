import { expect, test } from "vitest";
import type { RetryRule } from "@posthorn/contract/rules";
import { plannedWaitMs } from "@posthorn/contract/retry-wait";
import { type FailedAttempt, nextAttempt } from "./next-attempt.ts";
import { readRetryAfter } from "./retry-after.ts";

const NOW = Date.parse("2026-11-15T12:00:00Z");
const LINEAR: RetryRule = {
  type: "retry",
  strategy: "linear",
  interval: 60_000,
  count: 5,
  response_status_codes: null,
};
const DAY_MS = 86_400_000;

function planned(changes: Partial<FailedAttempt>) {
  return nextAttempt({
    rule: LINEAR,
    retries: 0,
    eventCreatedAtMs: NOW,
    failedAtMs: NOW,
    outcome: { response_status: 503, error_code: null },
    retryAfter: null,
    chance: 0,
    ...changes,
  });
}

test("a linear rule waits the same each time, an exponential one twice as long", () => {
  const exponential: RetryRule = { ...LINEAR, strategy: "exponential" };

  expect([1, 2, 3].map((retry) => plannedWaitMs(LINEAR, retry))).toEqual([60_000, 60_000, 60_000]);
  expect([1, 2, 3].map((retry) => plannedWaitMs(exponential, retry))).toEqual([60_000, 120_000, 240_000]);
});

test("the rule makes as many retries as it says, and none without a rule", () => {
  expect(planned({ retries: 4 })).toEqual({ atMs: NOW + 60_000, retries: 5 });
  expect(planned({ retries: 5 })).toBeNull();
  expect(planned({ rule: null })).toBeNull();
});

test("chance makes a retry later, never earlier, and by a tenth at most", () => {
  expect(planned({ chance: 0.999 })?.atMs).toBeGreaterThan(NOW + 65_000);
  expect(planned({ chance: 0.999 })?.atMs).toBeLessThanOrEqual(NOW + 66_000);
});

test("a response that the rule does not select is not retried, a network error always is", () => {
  const rule: RetryRule = { ...LINEAR, response_status_codes: ["500-599", "!503"] };

  expect(planned({ rule })).toBeNull();
  expect(planned({ rule, outcome: { response_status: 500, error_code: null } })).not.toBeNull();
  expect(planned({ rule, outcome: { response_status: null, error_code: "TIMEOUT" } })).not.toBeNull();
});

test("Retry-After makes a retry later than the rule, never earlier, and -1 ends it", () => {
  expect(planned({ retryAfter: { waitMs: 90_000 }, chance: 0.9 })).toEqual({
    atMs: NOW + 90_000,
    retries: 1,
  });
  expect(planned({ retryAfter: { waitMs: 5_000 } })).toEqual({ atMs: NOW + 60_000, retries: 1 });
  expect(planned({ retryAfter: { waitMs: 60_000 }, chance: 0.5 })).toEqual({
    atMs: NOW + 63_000,
    retries: 1,
  });
  expect(planned({ retryAfter: "never" })).toBeNull();
});

test("Retry-After adds no retry to those of the rule", () => {
  const retryAfter = { waitMs: 90_000 };
  const rule: RetryRule = { ...LINEAR, response_status_codes: ["!503"] };

  expect(planned({ rule: null, retryAfter })).toBeNull();
  expect(planned({ retries: 5, retryAfter })).toBeNull();
  expect(planned({ rule, retryAfter })).toBeNull();
});

test.each(["0", "Sun, 15 Nov 2020 12:01:00 GMT", "2020-11-15"])(
  "Retry-After: %s makes five hourly retries of five, an hour apart",
  (value) => {
    const hourly: RetryRule = { ...LINEAR, interval: 3_600_000 };
    const waitsMs: number[] = [];
    let failedAtMs = NOW;
    for (;;) {
      const retryAfter = readRetryAfter(value, failedAtMs);
      const next = planned({ rule: hourly, retries: waitsMs.length, failedAtMs, retryAfter });
      if (next === null) break;
      waitsMs.push(next.atMs - failedAtMs);
      failedAtMs = next.atMs;
    }

    expect(waitsMs).toEqual(Array(5).fill(3_600_000));
  },
);

test("a Retry-After beyond the event's week puts the retry at the end of the week, not at the rule's time", () => {
  const retryAfter = readRetryAfter("99999999", NOW + 1_000);

  expect(planned({ failedAtMs: NOW + 1_000, retryAfter })).toEqual({ atMs: NOW + 7 * DAY_MS, retries: 1 });
  expect(planned({ failedAtMs: NOW + 7 * DAY_MS - 59_999, retryAfter })).toBeNull();
});

test("no automatic retry is made later than a week after the event", () => {
  expect(planned({ failedAtMs: NOW + 7 * DAY_MS - 60_000 })).not.toBeNull();
  expect(planned({ failedAtMs: NOW + 7 * DAY_MS - 59_999 })).toBeNull();
});

test.each([
  ["120", { waitMs: 120_000 }],
  ["0", { waitMs: 0 }],
  ["Sun, 15 Nov 2026 12:01:00 GMT", { waitMs: 60_000 }],
  ["2026-11-15T12:00:30Z", { waitMs: 30_000 }],
  ["Sun, 15 Nov 2020 12:01:00 GMT", { waitMs: 0 }],
  ["-1", "never"],
  ["-2", null],
  ["soon", null],
  ["99999999", { waitMs: 7 * DAY_MS }],
  ["9".repeat(40), { waitMs: 7 * DAY_MS }],
  ["Thu, 31 Dec 2099 12:00:00 GMT", { waitMs: 7 * DAY_MS }],
  ["", null],
  [null, null],
])("Retry-After: %s is %j", (value, read) => {
  expect(readRetryAfter(value, NOW)).toEqual(read);
});
