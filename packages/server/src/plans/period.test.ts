import * as fc from "fast-check";
import { expect, test } from "vitest";
import { daysUntil, FIRST_OF_MONTH, periodAt } from "./period.ts";

const day = (text: string) => Date.parse(`${text}T00:00:00Z`);
const shown = (anchor: string, at: string) => {
  const { startMs, endMs } = periodAt(anchor, Date.parse(at));
  return [startMs, endMs].map((ms) => new Date(ms).toISOString());
};

test.each([
  ["2026-01-31", "2026-01-31T00:00:00Z", "2026-01-31", "2026-02-28"],
  ["2026-01-31", "2026-02-27T23:59:59.999Z", "2026-01-31", "2026-02-28"],
  ["2026-01-31", "2026-02-28T00:00:00Z", "2026-02-28", "2026-03-31"],
  ["2026-01-31", "2026-04-30T12:00:00Z", "2026-04-30", "2026-05-31"],
  ["2026-01-31", "2028-02-29T00:00:00Z", "2028-02-29", "2028-03-31"],
  ["2026-01-30", "2028-02-28T12:00:00Z", "2028-01-30", "2028-02-29"],
  ["2024-02-29", "2025-02-28T00:00:00Z", "2025-02-28", "2025-03-29"],
  ["2026-11-15", "2027-01-14T23:00:00Z", "2026-12-15", "2027-01-15"],
  [FIRST_OF_MONTH, "2026-12-31T23:59:59Z", "2026-12-01", "2027-01-01"],
])("a period that began on %s goes, at %s, from %s to %s", (anchor, at, start, end) => {
  expect(shown(anchor, at)).toEqual([`${start}T00:00:00.000Z`, `${end}T00:00:00.000Z`]);
});

test("a year of periods from the 31st begins on the last day of each month, and on the 31st where there is one", () => {
  const starts = ["2027-01-31"];
  while (starts.length < 13) {
    const { endMs } = periodAt("2026-12-31", day(starts.at(-1) ?? ""));
    starts.push(new Date(endMs).toISOString().slice(0, 10));
  }

  expect(starts.map((start) => start.slice(2))).toEqual([
    "27-01-31",
    "27-02-28",
    "27-03-31",
    "27-04-30",
    "27-05-31",
    "27-06-30",
    "27-07-31",
    "27-08-31",
    "27-09-30",
    "27-10-31",
    "27-11-30",
    "27-12-31",
    "28-01-31",
  ]);
});

test("over years, periods follow each other without a gap, and each begins on its day or on the month's last", () => {
  const anchors = fc.integer({ min: day("2020-01-01"), max: day("2030-12-31") });
  fc.assert(
    fc.property(anchors, fc.integer({ min: 0, max: 4_000 }), (ms, days) => {
      const anchor = new Date(ms).toISOString().slice(0, 10);
      const atMs = day(anchor) + days * 86_400_000 + (ms % 86_400_000);

      const { startMs, endMs } = periodAt(anchor, atMs);

      expect(startMs).toBeLessThanOrEqual(atMs);
      expect(endMs).toBeGreaterThan(atMs);
      expect(periodAt(anchor, endMs).startMs).toBe(endMs);
      expect(periodAt(anchor, endMs - 1).startMs).toBe(startMs);
      const start = new Date(startMs);
      const isLast = new Date(startMs + 86_400_000).getUTCDate() === 1;
      const asked = Number(anchor.slice(8));
      expect(start.getUTCDate() === asked || (isLast && start.getUTCDate() < asked)).toBe(true);
    }),
  );
});

test("the days of a period begin with its first and end with today", () => {
  expect(daysUntil({ startMs: day("2026-02-27") }, Date.parse("2026-03-01T00:00:00Z"))).toEqual([
    "2026-02-27",
    "2026-02-28",
    "2026-03-01",
  ]);
});
