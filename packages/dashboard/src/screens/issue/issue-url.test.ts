import { expect, test } from "vitest";
import { issueDates, IssueSearch } from "./issue-url.ts";

const nowMs = Date.parse("2026-11-15T14:31:58.000Z");

test.each([
  ["it was first seen", "2026-11-14T07:12:41.000Z", "2026-11-14T07:00:00.000Z"],
  ["the retention begins", "2026-10-01T07:12:41.000Z", "2026-11-08T14:00:00.000Z"],
])("without a choice, the dates begin with the hour in which %s", (_when, firstSeenAt, min) => {
  expect(issueDates(undefined, { firstSeenAt, keptDays: 7, nowMs })).toEqual({ min });
});

test("a chosen range wins, and what the address cannot mean is dropped", () => {
  const { date, expanded, tab } = IssueSearch.parse({
    date: { relative: "last_hour" },
    expanded: "nothing",
    tab: "response",
  });

  expect(issueDates(date, { firstSeenAt: "2026-11-14T07:12:41.000Z", keptDays: 7, nowMs })).toEqual(date);
  expect({ expanded, tab }).toEqual({ expanded: undefined, tab: "response" });
});
