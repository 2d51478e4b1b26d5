/**
 * How is a metrics query answered?
 *
 * The query says which range, buckets, measures and dimensions; a source says which facts. Whatever keeps the answer
 * from being complete is said in its metadata.
 */
import { type GranularityValue, granularityText } from "@posthorn/contract/granularity";
import { COUNTERS_KEPT_DAYS, METRICS_ROW_LIMIT } from "@posthorn/contract/limits";
import type { MetricsReply } from "@posthorn/contract/metrics";
import type { Cube } from "../../metrics/cubes.ts";
import { readCube } from "../../metrics/read-cube.sql.ts";
import { planSpans, type Range, type SpanPlan } from "../../metrics/span-plan.ts";
import { bucketsOf, type TimeBuckets } from "../../metrics/time-buckets.ts";
import type { Queryable } from "../../store/database.ts";
import { droppedNames } from "../dropped-names.ts";
import type { FactSource } from "./fact-source.ts";
import { WrittenReply } from "../written-reply.ts";
import { writeRows } from "./metrics-view.ts";
import type { WrittenBytes } from "./written-bytes.ts";

export interface Asked {
  range: Range;
  granularity: GranularityValue | null;
  buckets: TimeBuckets | null;
  measures: readonly string[];
  dimensions: readonly string[];
  plan: SpanPlan;
  /** Said in the answer, whatever it is. */
  warnings: readonly string[];
  /** When the query came, for the time that it took. */
  beganAtMs: number;
}

interface Query {
  date_range: { start: number; end: number };
  granularity?: GranularityValue | null | undefined;
  measures: readonly string[];
  dimensions?: readonly string[] | undefined;
  filters?: object | undefined;
}

/** `sent` is the query before the schema dropped what it does not know. */
export function askedBy(query: Query, sent: Readonly<Record<string, unknown>>): Asked {
  const { date_range, granularity = null, measures, dimensions = [], filters } = query;
  const buckets = granularity && bucketsOf(granularity);
  const range = { fromMs: date_range.start, toMs: date_range.end };
  return {
    range,
    granularity,
    buckets,
    measures: [...new Set(measures)],
    dimensions: [...new Set(dimensions)],
    plan: planSpans(range, buckets, Date.now()),
    warnings: droppedNames(sent["filters"], filters ?? {}, ["filters"]).map(
      (name) => `These metrics have no ${name}, so it was ignored.`,
    ),
    beganAtMs: performance.now(),
  };
}

/** Counters know no seconds. */
export function asksForSeconds({ granularity }: Pick<Asked, "granularity">): boolean {
  return granularity?.unit === "s" && granularity.amount < 60;
}

/** Ends a reply whose rows are written. */
function ended(
  reply: WrittenBytes,
  { granularity, beganAtMs, warnings: ofQuery }: Asked,
  rowCount: number,
  { isTruncated = false, warnings = [] }: { isTruncated?: boolean; warnings?: readonly string[] } = {},
): WrittenReply {
  const all = [...warnings, ...ofQuery];
  const metadata: MetricsReply["metadata"] = {
    granularity: granularity && granularityText(granularity),
    query_time_ms: Math.round((performance.now() - beganAtMs) * 10) / 10,
    row_count: rowCount,
    row_limit: METRICS_ROW_LIMIT,
    truncated: isTruncated,
    ...(all.length > 0 && { warning: all.join(" ") }),
  };
  reply.add(Buffer.from(`,"metadata":${JSON.stringify(metadata)}}`));
  return new WrittenReply(reply.written, () => reply.leave());
}

function withoutRows(asked: Asked): WrittenBytes {
  return writeRows([], asked, 0).reply;
}

export function nothing(asked: Asked): WrittenReply {
  return ended(withoutRows(asked), asked, 0);
}

/** What was asked for is not known, which is not the same as nothing. */
export function unavailable(asked: Asked, reason: string): WrittenReply {
  return ended(withoutRows(asked), asked, 0, { isTruncated: true, warnings: [reason] });
}

const TOO_MANY_ROWS = `There are more than ${METRICS_ROW_LIMIT.toLocaleString("en")} rows, and the rest is left out. Choose a shorter date range, a coarser granularity or fewer dimensions.`;

function coarseWarning(untilMs: number): string {
  return `Minutes are kept for ${COUNTERS_KEPT_DAYS.minute} days and hours for ${COUNTERS_KEPT_DAYS.hour} days, so the buckets before ${new Date(untilMs).toISOString()} are wider.`;
}

export async function answerMetrics(
  db: Queryable,
  cube: Cube,
  asked: Asked,
  source: FactSource,
): Promise<WrittenReply> {
  const { measures, dimensions, buckets, plan } = asked;
  const { shortage } = source;
  const series = await readCube(db, {
    cube,
    measures,
    dimensions,
    buckets,
    source,
    limit: METRICS_ROW_LIMIT + 1,
  });
  const { reply, count } = writeRows(series, asked, METRICS_ROW_LIMIT);
  const isCut = count > METRICS_ROW_LIMIT;
  // Rows have their exact time, so no bucket is wider than asked for.
  const coarseUntilMs = source.lists !== null ? plan.coarseUntilMs : null;
  return ended(reply, asked, Math.min(count, METRICS_ROW_LIMIT), {
    isTruncated: isCut || shortage !== null,
    warnings: [
      ...(isCut ? [TOO_MANY_ROWS] : []),
      ...(shortage === null ? [] : [shortage]),
      ...(coarseUntilMs === null ? [] : [coarseWarning(coarseUntilMs)]),
    ],
  });
}
