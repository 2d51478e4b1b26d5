import { expect, test } from "vitest";
import {
  coveredDates,
  createdAtFilter,
  describeDates,
  isWholeArchive,
  rangeChoices,
  RELATIVE_RANGES,
  startOfRange,
} from "./date-ranges.ts";

const now = new Date(2026, 10, 14, 12, 30, 0);

test("each range begins as long ago as its name says", () => {
  const hoursBack = RELATIVE_RANGES.map(
    (range) => (now.getTime() - startOfRange(range, now).getTime()) / 3.6e6,
  );

  expect(hoursBack).toEqual([1, 12.5, 24, 72, 168, 336, 720]);
});

const refusalsOf = (canUpgrade: boolean) =>
  rangeChoices(7, { canUpgrade }).map(({ disabledReason }) => disabledReason);

test("a range beyond what is kept says so, and speaks of an upgrade only where one can be had", () => {
  const none = Array.from({ length: 5 }, () => undefined);

  expect(refusalsOf(true)).toEqual([
    ...none,
    ...Array.from({ length: 2 }, () => "Upgrade to increase retention"),
  ]);
  expect(refusalsOf(false)).toEqual([...none, ...Array.from({ length: 2 }, () => "Data is kept for 7 days")]);
});

test("fixed bounds go to the API as they are in the URL, and a relative range wins over them", () => {
  const min = "2026-11-14T10:00:00Z";

  expect(createdAtFilter({ min }, now)).toEqual({ gte: min });
  expect(createdAtFilter({ min, relative: "last_hour" }, now)).toEqual({
    gte: new Date(now.getTime() - 3_600_000).toISOString(),
  });
  expect(createdAtFilter({}, now)).toBeUndefined();
});

test("a chip tells an open range from a closed one", () => {
  const min = new Date(2026, 10, 14, 10).toISOString();

  expect(describeDates({ min })).toBe("since Nov 14 10:00:00");
  expect(describeDates({ min, max: min })).toBe("Nov 14 10:00:00 – Nov 14 10:00:00");
  expect(describeDates({ relative: "today" })).toBe("Today");
  expect(describeDates({})).toBeUndefined();
});

test("a relative range begins with a whole minute, or with a whole hour as older counters do", () => {
  const later = new Date("2026-11-14T12:34:56.789Z");

  expect(createdAtFilter({ relative: "last_24_hours" }, later)).toEqual({ gte: "2026-11-13T12:34:00.000Z" });
  expect(createdAtFilter({ relative: "7_days" }, later)).toEqual({ gte: "2026-11-07T12:00:00.000Z" });
});

test("a list covers the last day, unless its address has dates or names an issue or a bulk operation", () => {
  const max = "2026-11-14T10:00:00.000Z";

  expect(coveredDates(undefined, {})).toEqual({ relative: "last_24_hours" });
  expect(coveredDates({}, {})).toEqual({ relative: "last_24_hours" });
  expect(coveredDates(undefined, { issue_id: ["iss_1"] })).toEqual({ relative: "1_month" });
  expect(coveredDates({ relative: "today" }, { bulk_retry_id: ["bch_1"] })).toEqual({ relative: "today" });
  expect(coveredDates({ max }, {})).toEqual({ min: "2026-11-13T10:00:00.000Z", max });
});

test("the archive ends where a named range reaches back as far as anything is kept", () => {
  expect(isWholeArchive({ relative: "7_days" }, 7)).toBe(true);
  expect(isWholeArchive({ relative: "7_days" }, 30)).toBe(false);
  expect(isWholeArchive({ min: "2020-11-14T10:00:00.000Z" }, 7)).toBe(false);
});
