import { parseSearch } from "@posthorn/contract/search-codec";
import { expect, test } from "vitest";
import { metricRange } from "../../resources/metrics/metric-range.ts";
import { datesOf, QUOTA_RANGES, QuotasSearch } from "./quotas-url.ts";

test("an address with junk opens the page without it", () => {
  expect(QuotasSearch.parse(parseSearch("?view=throughput&range=6h"))).toEqual({
    view: "throughput",
    range: "6h",
  });
  expect(QuotasSearch.parse(parseSearch("?view=price&range=2h&more=1"))).toEqual({});
});

test("each range is as long as its name says", () => {
  const now = new Date("2026-11-15T14:32:18.071Z");
  const hours = QUOTA_RANGES.map((range) => {
    const { startMs, endMs } = metricRange(datesOf(range, now), now);
    return Math.round((endMs - startMs) / 3_600_000);
  });

  expect(hours.slice(0, 3)).toEqual([1, 6, 24]);
  // Long ago, counters have hours: a range begins with a whole one.
  expect(hours.slice(3).map((length) => Math.floor(length / 24))).toEqual([7, 14, 30]);
});
