import { describe, expect, test } from "vitest";
import { clampDay, dayOf, momentOf, shiftDays, shiftMonths, timeOf, weeksOf } from "./days.ts";
import { draftOf, mistakesIn, rangeOf, timeFrom, withPick } from "./range-draft.ts";

describe("days", () => {
  test("a month has weeks from Monday to Sunday", () => {
    const weeks = weeksOf("2026-11");

    expect(weeks).toHaveLength(6);
    expect(weeks[0]).toEqual([null, null, null, null, null, null, "2026-11-01"]);
    expect(weeks[5]).toEqual(["2026-11-30", null, null, null, null, null, null]);
  });

  test("days and months follow each other over the ends of months and years", () => {
    expect(shiftDays("2026-12-31", 1)).toBe("2027-01-01");
    expect(shiftMonths("2026-03-31", -1)).toBe("2026-02-28");
    expect(shiftMonths("2026-12-15", 1)).toBe("2027-01-15");
    expect(clampDay("2026-11-20", "2026-11-01", "2026-11-16")).toBe("2026-11-16");
  });

  test("a day and a time are a moment, and back", () => {
    const moment = momentOf("2026-11-14", "14:32");

    expect([dayOf(moment), timeOf(moment)]).toEqual(["2026-11-14", "14:32"]);
    expect(timeOf(momentOf("2026-11-14", ""))).toBe("00:00");
  });
});

describe("a range in the making", () => {
  const now = new Date(2026, 10, 16, 14, 32);

  test("two clicks in any order make a range of whole days", () => {
    const half = withPick(draftOf({}, now), "2026-11-14");
    const whole = withPick(half, "2026-11-12");

    expect(rangeOf(half).min).toEqual(new Date(2026, 10, 14));
    expect(rangeOf(whole)).toEqual({
      min: new Date(2026, 10, 12),
      max: new Date(2026, 10, 14, 23, 59, 59, 999),
    });
    expect(withPick(whole, "2026-11-16")).toMatchObject({ from: "2026-11-16", to: "2026-11-16" });
  });

  test("on one day the start time must be before the end time", () => {
    const draft = { from: "2026-11-14", to: "2026-11-14", fromTime: "10:00", toTime: "10:00", isHalf: false };

    expect(mistakesIn(draft, "start")).toEqual({ start: "Start time must be before end time" });
    expect(mistakesIn(draft, "end")).toEqual({ end: "End time must be after start time" });
    expect(mistakesIn({ ...draft, toTime: "10:01" }, "end")).toEqual({});
    expect(mistakesIn({ ...draft, to: "2026-11-15", toTime: "09:00" }, "end")).toEqual({});
    expect(mistakesIn({ ...draft, fromTime: "10 pm", toTime: "" }, "end")).toEqual({
      start: "Use 24 hours: 09:30",
      end: "Use 24 hours: 09:30",
    });
  });

  test.each([
    ["09:30", "09:30"],
    ["9:30", "09:30"],
    ["930", "09:30"],
    ["2359", "23:59"],
    ["7", "07:00"],
    ["24:00", null],
    ["12:60", null],
    ["9:3", null],
    ["", null],
  ])("typed as '%s', a time is %s", (typed, time) => {
    expect(timeFrom(typed)).toBe(time);
  });
});
