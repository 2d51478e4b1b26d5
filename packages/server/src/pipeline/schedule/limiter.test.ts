/** Thousands of seeded runs: whatever arrives, and however late the timers are, the limit holds and is reached. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { LIMIT_PERIODS_MS, type Pace, paceOf, slotsFrom, useSlot, waitForSlotMs } from "./limiter.ts";

const RUNS = { numRuns: 2_000, seed: 20_261_115 };
const DELIVERIES = 600;

const period = fc.constantFrom(...Object.values(LIMIT_PERIODS_MS));
const limit = fc.oneof(
  fc.integer({ min: 1, max: 50 }),
  fc.integer({ min: 51, max: 500 }),
  fc.double({ min: 0.1, max: 200, noNaN: true }),
);

/** The most deliveries in any half-open window of one period. */
function mostInWindow(times: readonly number[], periodMs: number): number {
  let most = 0;
  let from = 0;
  for (const [at, time] of times.entries()) {
    while (time - (times[from] ?? time) >= periodMs - 1e-6) from++;
    most = Math.max(most, at - from + 1);
  }
  return most;
}

const allowed = (limited: number) => Math.max(Math.floor(limited * 1.05), Math.ceil(limited) + 1);

/** Sends like the ready queue: everything that is free when the timer fires, then one timer to the next slot. */
function simulate(
  pace: Pace,
  deliveries: number,
  arrivesAfter: (() => number) | "all are there",
  lateBy: () => number,
): number[] {
  const slots = slotsFrom(0, pace);
  const times: number[] = [];
  let nowMs = 0;
  let hasWaited = false;
  const next = arrivesAfter === "all are there" ? () => Number.POSITIVE_INFINITY : arrivesAfter;
  let queued = arrivesAfter === "all are there" ? deliveries : 0;
  let arrivesAtMs = next();
  while (times.length < deliveries) {
    while (arrivesAtMs <= nowMs && queued < deliveries) {
      queued++;
      arrivesAtMs += next();
    }
    while (queued > 0 && times.length < deliveries && waitForSlotMs(slots, pace, nowMs) === 0) {
      useSlot(slots, pace, nowMs, hasWaited);
      times.push(nowMs);
      queued--;
    }
    hasWaited = queued > 0;
    nowMs = queued > 0 ? nowMs + waitForSlotMs(slots, pace, nowMs) + lateBy() : Math.max(arrivesAtMs, nowMs);
  }
  return times;
}

/** Repeats the values of a list endlessly. */
function cycle(values: readonly number[]): () => number {
  let at = 0;
  return () => values[at++ % values.length] ?? 0;
}

test("no window sees more than the limit + 5 %, or + 1, whatever arrives and however late timers are", () => {
  fc.assert(
    fc.property(
      period,
      limit,
      fc.array(fc.double({ min: 0, max: 3, noNaN: true }), { minLength: 1, maxLength: 30 }),
      fc.array(fc.oneof(fc.double({ min: 0, max: 3, noNaN: true }), fc.integer({ min: 0, max: 100 })), {
        minLength: 1,
        maxLength: 30,
      }),
      (periodMs, limited, gaps, lates) => {
        const pace = paceOf(limited, periodMs);
        const gapsMs = gaps.map((gap) => (gap + 0.01) * pace.intervalMs);
        const latesMs = lates.map((late) => late * Math.max(pace.intervalMs, pace.toleranceMs));
        const times = simulate(pace, DELIVERIES, cycle(gapsMs), cycle(latesMs));

        expect(mostInWindow(times, periodMs)).toBeLessThanOrEqual(allowed(limited));
      },
    ),
    RUNS,
  );
});

test("with a backlog and timers no later than the tolerance, nothing of the limit is lost", () => {
  fc.assert(
    fc.property(
      period,
      limit,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 }),
      (periodMs, limited, lates) => {
        const pace = paceOf(limited, periodMs);
        const times = simulate(
          pace,
          DELIVERIES,
          "all are there",
          cycle(lates.map((late) => late * pace.toleranceMs)),
        );

        const ideal = (DELIVERIES - 1) * pace.intervalMs;
        expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeLessThanOrEqual(ideal + pace.toleranceMs + 1e-3);
      },
    ),
    RUNS,
  );
});

test("a process that stands still now and then keeps 95 % of its limit", () => {
  const pace = paceOf(1_000, 1_000);
  // Timers late by 1 to 2 ms, every 500th by 60 ms: garbage collection or a large batch.
  const lates = Array.from({ length: 500 }, (_, at) => (at === 499 ? 60 : 1 + (at % 10) / 10));
  const times = simulate(pace, 20_000, "all are there", cycle(lates));

  const perSecond = (times.length - 1) / (((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1_000);
  expect(perSecond).toBeGreaterThan(950);
  expect(mostInWindow(times, 1_000)).toBeLessThanOrEqual(1_050);
});

test("slots are evenly spaced, and what was not used is gone", () => {
  const pace = paceOf(4, 60_000);
  const slots = slotsFrom(0, pace);
  useSlot(slots, pace, 0, false);
  expect(waitForSlotMs(slots, pace, 0)).toBeCloseTo(15_004, -1);
  expect(waitForSlotMs(slots, pace, 15_004)).toBe(0);

  useSlot(slots, pace, 600_000, false);
  expect(waitForSlotMs(slots, pace, 600_000)).toBeCloseTo(15_004, -1);
});

test("a late timer does not move the slots behind it; a process that stood still does", () => {
  const pace = paceOf(4, 60_000);
  const slots = slotsFrom(0, pace);

  useSlot(slots, pace, 90, true);
  expect(waitForSlotMs(slots, pace, 90)).toBe(pace.intervalMs - 90);
  useSlot(slots, pace, 45_000, true);
  expect(waitForSlotMs(slots, pace, 45_000)).toBe(pace.intervalMs - 100);
});

test("a changed limit counts from the last delivery on, and holds from then", () => {
  fc.assert(
    fc.property(period, limit, limit, fc.integer({ min: 1, max: 300 }), (periodMs, before, after, sent) => {
      const [slow, fast] = [paceOf(before, periodMs), paceOf(after, periodMs)];
      const slots = slotsFrom(0, slow);
      let nowMs = 0;
      for (let count = 0; count < sent; count++) {
        nowMs += waitForSlotMs(slots, slow, nowMs);
        useSlot(slots, slow, nowMs, true);
      }
      const changedAtMs = nowMs;
      const times: number[] = [];
      for (let count = 0; count < 300; count++) {
        nowMs += waitForSlotMs(slots, fast, nowMs);
        useSlot(slots, fast, nowMs, true);
        times.push(nowMs);
      }

      expect(times[0]).toBeLessThanOrEqual(changedAtMs + fast.intervalMs + 1e-6);
      expect(mostInWindow(times, periodMs)).toBeLessThanOrEqual(allowed(after));
    }),
    RUNS,
  );
});

test("a wire that holds some requests up for 30 ms breaks no limit per second", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 40, max: 500 }),
      fc.array(fc.double({ min: 0, max: 30, noNaN: true }), { minLength: 1, maxLength: 50 }),
      (limited, delays) => {
        const delayMs = cycle(delays);
        const pace = paceOf(limited, 1_000);
        const sent = simulate(pace, DELIVERIES, "all are there", () => pace.toleranceMs);
        const arrived = sent.map((time) => time + delayMs()).toSorted((a, b) => a - b);

        expect(mostInWindow(arrived, 1_000)).toBeLessThanOrEqual(allowed(limited));
      },
    ),
    RUNS,
  );
});

test("who takes a limiter over begins where the one before ended", () => {
  const pace = paceOf(1, 3_600_000);
  const slots = slotsFrom(1_800_000, pace);

  expect(waitForSlotMs(slots, pace, 0)).toBe(1_800_000);
  expect(waitForSlotMs(slots, pace, 1_800_000)).toBe(0);
});
