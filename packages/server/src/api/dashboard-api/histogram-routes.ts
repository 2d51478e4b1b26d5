/**
 * How many things of a list happened when, under the filters of the list?
 *
 * Counters answer at once, whatever the traffic. Steps of seconds, and filters that no counter holds, are counted from
 * rows, if there are few enough; bars that leave out rows would mislead, so otherwise there are none.
 */
import type { EventFilters } from "@posthorn/contract/events";
import * as contract from "@posthorn/contract/histograms";
import type { Histogram, HistogramSteps } from "@posthorn/contract/histograms";
import type { RequestFilters } from "@posthorn/contract/requests";
import { METRICS_ROW_LIMIT } from "@posthorn/contract/limits";
import { type Cube, EVENT_CUBE, EXECUTION_CUBE, IGNORED_CUBE, REQUEST_CUBE } from "../../metrics/cubes.ts";
import { inOrder } from "../../metrics/groups-in-order.ts";
import { readCube } from "../../metrics/read-cube.sql.ts";
import { finestKeptAt, planSpans, type Range, type SpanPlan } from "../../metrics/span-plan.ts";
import type { TimeBuckets } from "../../metrics/time-buckets.ts";
import type { Queryable } from "../../store/database.ts";
import { asksForPayload } from "../../store/filters/payload-filters.ts";
import type { ApiDeps } from "../api-deps.ts";
import type { Serve } from "../call.ts";
import { COUNTED_EVENT_FILTERS, countedEvents, eventRows } from "../metrics/event-facts.sql.ts";
import { countedExecutions, executionRows } from "../metrics/execution-facts.sql.ts";
import type { FactSource } from "../metrics/fact-source.ts";
import { isHeld, keysOf } from "../metrics/held-filters.ts";
import { countedIgnoredEvents, ignoredEventRows } from "../metrics/ignored-facts.sql.ts";
import { COUNTED_REQUEST_FILTERS, countedRequests, requestRows } from "../metrics/request-facts.sql.ts";

interface Question {
  cube: Cube;
  dimension: string;
  date: { min: number; max: number };
  /** Whether counters hold all filters. */
  isCounted: boolean;
  counted: (plan: SpanPlan) => FactSource;
  rows: (range: Range) => Promise<FactSource>;
}

const UNAVAILABLE: Histogram = { is_available: false };

export function serveHistograms(serve: Serve, { db }: ApiDeps): void {
  serve(contract.getRequestHistogram, async ({ team_id, query }) => {
    // The range takes the place of the list's own dates; the other two do not choose rows.
    const { date, created_at: _c, ingested_at: _i, include: _d, progressive: _p, ...filters } = query;
    if (asksForPayload(filters)) return UNAVAILABLE;
    return readHistogram(db, {
      cube: REQUEST_CUBE,
      dimension: "rejection_cause",
      date,
      isCounted: isHeld(keysOf(filters), COUNTED_REQUEST_FILTERS),
      counted: (plan) =>
        countedRequests(team_id, filters satisfies RequestFilters, { plan, dimensions: [] }, false),
      rows: (range) => requestRows(db, team_id, filters, range, false),
    });
  });
  serve(contract.getEventHistogram, async ({ team_id, query }) => {
    const { date, created_at: _c, include: _d, progressive: _p, ...filters } = query;
    if (asksForPayload(filters)) return UNAVAILABLE;
    return readHistogram(db, {
      cube: EVENT_CUBE,
      dimension: "status",
      date,
      isCounted: isHeld(keysOf(filters), COUNTED_EVENT_FILTERS),
      counted: (plan) => countedEvents(team_id, filters satisfies EventFilters, plan, []),
      rows: (range) => eventRows(db, team_id, filters, range),
    });
  });
  serve(contract.getExecutionHistogram, async ({ team_id, query }) => {
    const { date, created_at: _c, log_level, ...rest } = query;
    // Every execution has a level.
    const filters = { ...rest, log_level: log_level === null ? [] : log_level };
    return readHistogram(db, {
      cube: EXECUTION_CUBE,
      dimension: "log_level",
      date,
      isCounted: true,
      counted: (plan) => countedExecutions(team_id, filters, plan, []),
      rows: (range) => executionRows(db, team_id, filters, range),
    });
  });
  serve(contract.getIgnoredEventHistogram, async ({ team_id, query }) => {
    const { date, ...filters } = query;
    return readHistogram(db, {
      cube: IGNORED_CUBE,
      dimension: "cause",
      date,
      isCounted: filters.issue_id === undefined, // counters do not know the transformation
      counted: (plan) => countedIgnoredEvents(team_id, filters, plan),
      rows: (range) => ignoredEventRows(db, team_id, filters, range),
    });
  });
}

async function readHistogram(db: Queryable, question: Question): Promise<Histogram> {
  const { date, isCounted, counted, rows } = question;
  const range = { fromMs: date.min, toMs: date.max };
  const asked = { minMs: date.min, maxMs: date.max };
  const steps = contract.histogramSteps(asked);
  if (!isCounted || steps.granularity === "second") {
    const source = await rows(range);
    if (source.shortage === null) return histogramOf(db, question, steps, source);
    if (!isCounted) return UNAVAILABLE;
  }
  const nowMs = Date.now();
  const known = contract.histogramSteps(asked, finestKeptAt(date.min, nowMs));
  return histogramOf(db, question, known, counted(planSpans(range, bucketsIn(known), nowMs)));
}

function bucketsIn({ fromMs, stepMs }: HistogramSteps): TimeBuckets {
  return { kind: "equal", widthMs: stepMs, originMs: fromMs };
}

async function histogramOf(
  db: Queryable,
  { cube, dimension }: Question,
  steps: HistogramSteps,
  source: FactSource,
): Promise<Histogram> {
  const series = await readCube(db, {
    cube,
    measures: ["count"],
    dimensions: [dimension],
    buckets: bucketsIn(steps),
    source,
    limit: METRICS_ROW_LIMIT,
  });
  const { series: seriesOf, at: positionOf } = inOrder(series);
  const endMs = steps.fromMs + steps.count * steps.stepMs;
  return {
    is_available: true,
    granularity: steps.granularity,
    from: new Date(steps.fromMs).toISOString(),
    step_ms: steps.stepMs,
    steps: steps.count,
    rows: Array.from(seriesOf).flatMap((of, place) => {
      const { dimensions = [], bucketsMs, measures } = series[of] ?? {};
      const at = positionOf[place] ?? 0;
      const bucketMs = bucketsMs?.[at] ?? 0;
      // Counters of whole minutes, hours or days reach a little beyond the range.
      if (bucketMs < steps.fromMs || bucketMs >= endMs) return [];
      const value = dimensions[0] ?? "";
      const shown = value === "" ? null : String(value);
      return [
        { created_at: new Date(bucketMs).toISOString(), dimension: shown, count: measures?.[0]?.[at] ?? 0 },
      ];
    }),
  };
}
