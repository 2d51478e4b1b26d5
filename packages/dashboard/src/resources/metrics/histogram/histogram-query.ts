/** Which query reads the bars above a list, and how many rows are in all of them? */
import type { Histogram } from "@posthorn/contract/histograms";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import { pollEvery } from "../../api/retry-policy.ts";
import { createdAtFilter, type DateChoice } from "../../list-filters/date-ranges.ts";
import { isMoving } from "../chart-dates.ts";
import { KINDS, type HistogramKind } from "./histogram-kinds.ts";

const BARS_EVERY_MS = 15_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The list's filters as its API query has them, without dates and pages. */
export type HistogramFilters = Readonly<Record<string, unknown>>;

function rangeOf(date: DateChoice, now: Date): { min: string; max: string } {
  const { gte, lte } = createdAtFilter(date, now) ?? {};
  const max = lte ?? now.toISOString();
  return { min: gte ?? new Date(Date.parse(max) - DAY_MS).toISOString(), max };
}

export function histogramQuery(kind: HistogramKind, filters: HistogramFilters, date: DateChoice) {
  return queryOptions({
    queryKey: ["histograms", kind, filters, date],
    queryFn: async ({ signal }) => {
      const query = { ...filters, date: rangeOf(date, new Date()) };
      // Safe: every kind's endpoint replies with this schema.
      return (await call(KINDS[kind].endpoint, { query, signal })) as Histogram;
    },
    placeholderData: keepPreviousData,
    refetchInterval: KINDS[kind].isLive && isMoving(date) ? pollEvery(BARS_EVERY_MS) : false,
  });
}

/** Undefined if there are no bars. */
export function sumOfBars(histogram: Histogram | undefined): number | undefined {
  if (!histogram?.is_available) return undefined;
  return histogram.rows.reduce((sum, { count }) => sum + count, 0);
}
