import { expect, test } from "vitest";
import * as fc from "fast-check";
import { planSpans, wholeDaysOf } from "./span-plan.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, bucketsOf } from "./time-buckets.ts";

const NOW = Date.parse("2026-03-20T12:34:56.789Z");
const at = (text: string) => Date.parse(text);
const shown = (ms: number) => new Date(ms).toISOString().slice(5, 16);

function planned(from: string, to: string, granularity: Parameters<typeof bucketsOf>[0] | null) {
  const buckets = granularity && bucketsOf(granularity);
  const { pieces } = planSpans({ fromMs: at(from), toMs: at(to) }, buckets, NOW);
  return pieces.map(({ span, fromMs, toMs }) => `${span} ${shown(fromMs)} ${shown(toMs)}`);
}

test("the inside of a range is read by the day, its ends by the hour and the minute", () => {
  expect(planned("2026-03-15T22:30Z", "2026-03-18T01:15Z", null)).toEqual([
    "minute 03-15T22:30 03-15T23:00",
    "hour 03-15T23:00 03-16T00:00",
    "day 03-16T00:00 03-18T00:00",
    "hour 03-18T00:00 03-18T01:00",
    "minute 03-18T01:00 03-18T01:15",
  ]);
});

test("buckets of hours are never read by the day", () => {
  expect(planned("2026-03-15T22:30Z", "2026-03-18T01:00Z", { amount: 6, unit: "h" })).toEqual([
    "minute 03-15T22:30 03-15T23:00",
    "hour 03-15T23:00 03-18T01:00",
  ]);
  expect(planned("2026-03-18T00:00Z", "2026-03-18T02:00Z", { amount: 60, unit: "m" })).toEqual([
    "hour 03-18T00:00 03-18T02:00",
  ]);
  expect(planned("2026-03-18T00:00Z", "2026-03-18T02:00Z", { amount: 45, unit: "m" })).toEqual([
    "minute 03-18T00:00 03-18T02:00",
  ]);
});

test("a range up to now ends with its hour or day, because nothing lies in the future", () => {
  expect(planned("2026-03-19T12:34:56Z", "2026-03-20T12:34:56Z", { amount: 1, unit: "h" })).toEqual([
    "minute 03-19T12:34 03-19T13:00",
    "hour 03-19T13:00 03-20T13:00",
  ]);
});

test("where minutes are no longer kept, a range begins with its hour; where hours are not, with its day", () => {
  expect(planned("2026-03-01T10:30Z", "2026-03-01T11:15Z", null)).toEqual(["hour 03-01T10:00 03-01T12:00"]);
  expect(planned("2025-06-01T10:30Z", "2025-06-02T11:15Z", null)).toEqual(["day 06-01T00:00 06-03T00:00"]);
});

test("buckets that are finer than what is kept are wider than asked for, and the plan says until when", () => {
  const buckets = bucketsOf({ amount: 5, unit: "m" });
  const range = { fromMs: at("2026-03-12T00:00Z"), toMs: at("2026-03-14T00:00Z") };

  const { pieces, coarseUntilMs } = planSpans(range, buckets, NOW);

  expect(pieces.map(({ span }) => span)).toEqual(["hour", "minute"]);
  expect(coarseUntilMs).toBe(at("2026-03-13T00:00Z"));
});

test("pieces have no gaps, overlap nowhere and cover the range", () => {
  const granularity = fc.constantFrom(
    null,
    ...(["s", "m", "h", "d", "w", "M"] as const).flatMap((unit) =>
      [1, 3, 4].map((amount) => ({ amount, unit })),
    ),
  );
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 500 * DAY_MS }),
      fc.integer({ min: 1, max: 500 * DAY_MS }),
      granularity,
      (agoMs, lengthMs, asked) => {
        const range = { fromMs: NOW - agoMs, toMs: NOW - agoMs + lengthMs };

        const { pieces, range: covered } = planSpans(range, asked && bucketsOf(asked), NOW);

        const widths = { minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS };
        pieces.forEach(({ span, fromMs, toMs }, index) => {
          expect(fromMs).toBeLessThan(toMs);
          expect([fromMs % widths[span], toMs % widths[span]]).toEqual([0, 0]);
          const next = pieces[index + 1];
          if (next) expect(next.fromMs).toBe(toMs);
        });
        expect(covered.fromMs).toBeLessThanOrEqual(range.fromMs);
        expect(covered.toMs).toBeGreaterThanOrEqual(Math.min(range.toMs, NOW));
      },
    ),
  );
});

function shownDays(from: string, to: string) {
  const { before, inside, after, around } = wholeDaysOf({ fromMs: at(from), toMs: at(to) });
  return [before, inside, after, [around]].map((ranges) =>
    ranges.map(({ fromMs, toMs }) => `${shown(fromMs)} ${shown(toMs)}`),
  );
}

test("a range has whole days, and what is left before and after them", () => {
  expect(shownDays("2026-03-15T22:00Z", "2026-03-18T01:00Z")).toEqual([
    ["03-15T22:00 03-16T00:00"],
    ["03-16T00:00 03-18T00:00"],
    ["03-18T00:00 03-18T01:00"],
    ["03-15T00:00 03-19T00:00"],
  ]);
  expect(shownDays("2026-03-15T00:00Z", "2026-03-16T00:00Z")).toEqual([
    [],
    ["03-15T00:00 03-16T00:00"],
    [],
    ["03-15T00:00 03-16T00:00"],
  ]);
  expect(shownDays("2026-03-15T22:00Z", "2026-03-16T02:00Z")).toEqual([
    ["03-15T22:00 03-16T02:00"],
    [],
    [],
    ["03-15T00:00 03-17T00:00"],
  ]);
});
