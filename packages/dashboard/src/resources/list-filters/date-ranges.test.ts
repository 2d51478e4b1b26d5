import { expect, test } from "vitest";
import { createdAtFilter, describeDates, RELATIVE_RANGES, startOfRange } from "./date-ranges.ts";

const now = new Date(2026, 10, 14, 12, 30, 0);

test("each range begins as long ago as its name says", () => {
  const hoursBack = RELATIVE_RANGES.map(
    (range) => (now.getTime() - startOfRange(range, now).getTime()) / 3.6e6,
  );

  expect(hoursBack).toEqual([1, 12.5, 24, 72, 168, 336, 720]);
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
