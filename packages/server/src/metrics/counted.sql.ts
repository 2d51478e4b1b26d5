/**
 * How are the counters of a range read?
 *
 * The sums of each span lie in one table of counters; what is not added up yet lies in a table of news. One statement
 * reads both, so it never counts anything twice. The key of a counter begins with the project, the span and the subject
 * of the fact (a connection, a source, a transformation), so a reader always names the subjects: then each of them is
 * one short stretch of the index.
 */
import { FACTS, type Fact } from "../store/counters.ts";
import type { Conditions } from "../store/filters/conditions.ts";
import type { Range, SpanPlan } from "./span-plan.ts";

/** SQL for a moment. It is bound as a number, because JavaScript knows years that PostgreSQL cannot parse. */
export function momentSql(conditions: Conditions, ms: number): string {
  return `to_timestamp(${conditions.bind(ms)}::float8 / 1000)`;
}

export interface CountedWhere {
  /** The bound project. */
  team: string;
  /** SQL of an array with the ids of the subjects. */
  subjects: string;
  plan: Pick<SpanPlan, "pieces" | "range">;
}

function fromCounters(
  conditions: Conditions,
  { team, subjects, plan }: CountedWhere,
  { counters, news, subject, columns }: { counters: string; news: string; subject: string; columns: string },
): string {
  const within = ({ fromMs, toMs }: Range) =>
    `${subject} = any(${subjects}) and at >= ${momentSql(conditions, fromMs)} and at < ${momentSql(conditions, toMs)}`;
  return [
    ...plan.pieces.map(
      (piece) =>
        `select ${columns} from ${counters} where team_id = ${team} and span = '${piece.span}' and ${within(piece)}`,
    ),
    `select ${columns} from ${news} where team_id = ${team} and ${within(plan.range)}`,
  ].join(" union all ");
}

/** A subselect with `at` and all columns of the fact. It has a row per change: sum them up. */
export function countedSql(conditions: Conditions, fact: Fact, where: CountedWhere): string {
  const { keys, sums, maxima } = FACTS[fact];
  const columns = ["at", ...keys, ...sums, ...maxima].join(", ");
  return fromCounters(conditions, where, {
    counters: `${fact}_counters`,
    news: `${fact}_news`,
    subject: keys[0],
    columns,
  });
}

/** As `countedSql`, for the answered attempts by the bucket of their latency. */
export function countedLatenciesSql(conditions: Conditions, where: CountedWhere): string {
  const columns = ["at", ...FACTS.attempt.keys, "latency_bucket", "count"].join(", ");
  return fromCounters(conditions, where, {
    counters: "attempt_latencies",
    news: "attempt_news",
    subject: "webhook_id",
    columns,
  });
}
