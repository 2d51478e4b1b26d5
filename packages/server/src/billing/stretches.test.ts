import * as fc from "fast-check";
import { expect, test } from "vitest";
import { periodAt } from "../plans/period.ts";
import { dayMs, daysOf, type PlanDay, periodToClose, stretchesOf } from "./stretches.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const on = (first_day: string, id: string): PlanDay => ({
  first_day,
  plan: { id, version: 1, name: id, prices: [], throughput_tiers: [] },
  included_throughput: null,
});
const NOVEMBER = { startMs: dayMs("2026-11-01"), endMs: dayMs("2026-12-01") };
const BEGUN = { from: "2026-01-01", usage: [] };
const shown = (history: PlanDay[], given = BEGUN) =>
  stretchesOf(history, NOVEMBER, given).map(({ plan, days }) => `${plan.id} ${days}`);

test("a plan counts from its day until the next one's, and the last plan until the period's end", () => {
  expect(shown([on("2026-03-05", "free"), on("2026-11-11", "team")])).toEqual(["free 10", "team 20"]);
  expect(shown([on("2026-03-05", "free"), on("2026-11-30", "team")])).toEqual(["free 29", "team 1"]);
  expect(shown([on("2026-03-05", "free"), on("2026-12-01", "team")])).toEqual(["free 30"]);
  expect(shown([on("2026-11-21", "team")])).toEqual(["team 10"]);
});

test("going back on the same day leaves one stretch", () => {
  expect(shown([on("2026-03-05", "team"), on("2026-11-11", "team")])).toEqual(["team 30"]);
});

test("days before billing came into force are not charged", () => {
  expect(shown([on("2026-03-05", "team")], { from: "2026-11-21", usage: [] })).toEqual(["team 10"]);
});

test("each event belongs to the stretch of its day", () => {
  const usage = [
    { date: "2026-10-31", events: 1, requests: 1 },
    { date: "2026-11-10", events: 2, requests: 2 },
    { date: "2026-11-11", events: 4, requests: 4 },
    { date: "2026-11-30", events: 8, requests: 8 },
    { date: "2026-12-01", events: 16, requests: 16 },
  ];
  const stretches = stretchesOf([on("2026-03-05", "free"), on("2026-11-11", "team")], NOVEMBER, {
    ...BEGUN,
    usage,
  });
  expect(stretches.map(({ events }) => events)).toEqual([2, 12]);
});

test("whenever plans change, each day is in one stretch, and has the plan of the last change before it", () => {
  const changes = fc.uniqueArray(fc.integer({ min: -40, max: 40 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(
      changes,
      fc.array(fc.constantFrom("free", "team", "growth"), { minLength: 8 }),
      (days, ids) => {
        const history = days
          .toSorted((a, b) => a - b)
          .map((day, at) => on(dayText(NOVEMBER.startMs + day * DAY_MS), ids[at] ?? "free"));
        const usage = Array.from({ length: 30 }, (_none, at) => ({
          date: dayText(NOVEMBER.startMs + at * DAY_MS),
          events: 1,
          requests: 0,
        }));

        const stretches = stretchesOf(history, NOVEMBER, { ...BEGUN, usage });

        const byDay = usage.flatMap(
          ({ date }) => history.findLast((one) => one.first_day <= date)?.plan.id ?? [],
        );
        expect(stretches.flatMap(({ plan, days: length }) => Array.from({ length }, () => plan.id))).toEqual(
          byDay,
        );
        expect(stretches.every((one) => one.events === one.days)).toBe(true);
      },
    ),
  );
});

test("periods are closed an hour after their end, one after the other, whatever the months are like", () => {
  const anchors = fc.integer({ min: dayMs("2024-01-01"), max: dayMs("2027-12-31") });
  fc.assert(
    fc.property(anchors, fc.integer({ min: 0, max: 500 }), (ms, later) => {
      const anchor = dayText(ms);
      const nowMs = dayMs(anchor) + later * DAY_MS + 1;
      const closed = [];
      let billedUntil: string | null = null;
      for (;;) {
        const period = periodToClose({ anchor, billedUntil, from: "2020-01-01", nowMs });
        if (period === null) break;
        closed.push(period);
        billedUntil = dayText(period.endMs);
      }

      expect(closed[0]?.startMs ?? dayMs(anchor)).toBe(dayMs(anchor));
      for (const [at, { endMs }] of closed.entries()) expect(closed[at + 1]?.startMs ?? endMs).toBe(endMs);
      for (const period of closed) expect([28, 29, 30, 31]).toContain(daysOf(period));
      expect(closed.at(-1)?.endMs ?? dayMs(anchor)).toBe(
        periodAt(anchor, nowMs - 60 * 60 * 1000 < dayMs(anchor) ? dayMs(anchor) : nowMs - 60 * 60 * 1000)
          .startMs,
      );
    }),
  );
});

test("an hour must have passed, and a clock that went back closes nothing twice", () => {
  const asked = { anchor: "2026-10-31", from: "2026-01-01", billedUntil: "2026-10-31" };
  const endMs = dayMs("2026-11-30");
  expect(periodToClose({ ...asked, nowMs: endMs + 3_599_999 })).toBeNull();
  expect(periodToClose({ ...asked, nowMs: endMs + 3_600_000 })).toEqual({
    startMs: dayMs("2026-10-31"),
    endMs,
  });
  expect(periodToClose({ ...asked, billedUntil: "2026-11-30", nowMs: endMs + 3_600_000 })).toBeNull();
  expect(periodToClose({ ...asked, billedUntil: "2026-11-30", nowMs: 0 })).toBeNull();
});

test("periods before billing came into force are never closed", () => {
  const asked = { anchor: "2026-01-15", from: "2026-06-20", nowMs: dayMs("2026-08-01") };
  expect(periodToClose({ ...asked, billedUntil: null })?.startMs).toBe(dayMs("2026-06-15"));
  expect(periodToClose({ ...asked, billedUntil: "2026-03-15" })?.startMs).toBe(dayMs("2026-06-15"));
});
