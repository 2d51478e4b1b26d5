/**
 * When did the things of a list happen? The bars above the lists of the dashboard.
 *
 * A histogram takes the filters of its list, so that bars and rows always show the same. The server answers from
 * counters; a filter that no counter holds is answered from rows, if there are not too many. Otherwise the histogram is
 * unavailable, as it always is while a filter looks into payloads.
 */
import * as z from "zod/mini";
import { IGNORED_CAUSES } from "./causes.ts";
import { defineEndpoint } from "./endpoint.ts";
import { EventQuery } from "./events.ts";
import { DateText, IdFilter, Timestamp, enumFilter } from "./lists.ts";
import { RequestQuery } from "./requests.ts";
import { ExecutionQuery } from "./transformations.ts";

export const HISTOGRAM_MAX_STEPS = 60;

export const HISTOGRAM_GRANULARITIES = ["second", "minute", "hour", "day"] as const;
export type HistogramGranularity = (typeof HISTOGRAM_GRANULARITIES)[number];

const UNIT_MS: Readonly<Record<HistogramGranularity, number>> = {
  second: 1_000,
  minute: 60_000,
  hour: 60 * 60_000,
  day: 24 * 60 * 60_000,
};

export interface HistogramSteps {
  granularity: HistogramGranularity;
  /** When the first step begins: at or before the range, at a whole second, minute, hour or day (UTC). */
  fromMs: number;
  stepMs: number;
  /** How many steps the range has, at most HISTOGRAM_MAX_STEPS. */
  count: number;
}

/**
 * Cuts a range into steps of whole seconds, minutes, hours or days: the coarsest of them that fits into a step.
 * `finest`: nothing finer than this can be counted.
 */
export function histogramSteps(
  { minMs, maxMs }: { minMs: number; maxMs: number },
  finest: HistogramGranularity = "second",
): HistogramSteps {
  const stepAtLeastMs = (maxMs - minMs) / HISTOGRAM_MAX_STEPS;
  const allowed = HISTOGRAM_GRANULARITIES.slice(HISTOGRAM_GRANULARITIES.indexOf(finest));
  const granularity = allowed.findLast((one) => UNIT_MS[one] <= stepAtLeastMs) ?? finest;
  const unitMs = UNIT_MS[granularity];
  const fromMs = Math.floor(minMs / unitMs) * unitMs;
  const rangeMs = Math.max(maxMs - fromMs, unitMs);
  const stepMs = Math.ceil(rangeMs / HISTOGRAM_MAX_STEPS / unitMs) * unitMs;
  return { granularity, fromMs, stepMs, count: Math.ceil(rangeMs / stepMs) };
}

/** From `min` on, up to `max`, which is not included. */
const DateRange = z.object({ min: DateText, max: DateText }).check(({ value, issues }) => {
  const message = "must be after date.min";
  if (value.max <= value.min) issues.push({ code: "custom", path: ["max"], message, input: value });
});

/** A step without anything is missing. `dimension` is null where requests have no rejection cause. */
const HistogramRow = z.object({
  /** When the step begins. */
  created_at: Timestamp,
  dimension: z.nullable(z.string()),
  count: z.int(),
});

export const Histogram = z.union([
  z.object({
    is_available: z.literal(true),
    granularity: z.enum(HISTOGRAM_GRANULARITIES),
    /** When the first step begins. */
    from: Timestamp,
    step_ms: z.int(),
    /** How many steps there are, the empty ones included. */
    steps: z.int(),
    rows: z.array(HistogramRow),
  }),
  z.object({ is_available: z.literal(false) }),
]);
export type Histogram = z.output<typeof Histogram>;

const Range = { date: DateRange };

/** By `rejection_cause`. */
export const getRequestHistogram = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/histograms/requests",
  summary: "How many requests came when, by rejection cause",
  right: "see",
  query: z.object({ ...RequestQuery, ...Range }),
  reply: Histogram,
});
/** By `status`. */
export const getEventHistogram = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/histograms/events",
  summary: "How many events were made when, by their present status",
  right: "see",
  query: z.object({ ...EventQuery, ...Range }),
  reply: Histogram,
});
/** By `log_level`. */
export const getExecutionHistogram = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/histograms/executions",
  summary: "How many executions there were when, by the highest level that each logged",
  right: "see",
  query: z.object({ ...ExecutionQuery, transformation_id: z.optional(IdFilter), ...Range }),
  reply: Histogram,
});
/** By `cause`. */
export const getIgnoredEventHistogram = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/histograms/ignored-events",
  summary: "How many requests were ignored when, by cause",
  right: "see",
  query: z.object({
    webhook_id: z.optional(IdFilter),
    source_id: z.optional(IdFilter),
    destination_id: z.optional(IdFilter),
    cause: z.optional(enumFilter(IGNORED_CAUSES)),
    issue_id: z.optional(IdFilter),
    ...Range,
  }),
  reply: Histogram,
});
