/**
 * How many events waited for each destination?
 *
 * The queues are sampled, and a sample is kept as the most of its minute, hour and day. The number for several
 * destinations together is the sum of what each of them had at most within a bucket.
 */
import { type Form, momentSql, written } from "../../metrics/counted.sql.ts";
import type { SpanPlan } from "../../metrics/span-plan.ts";
import { type TimeBuckets, bucketSql } from "../../metrics/time-buckets.ts";
import { Conditions } from "../../store/filters/conditions.ts";
import { counted, type FactSource } from "./fact-source.ts";
import { subjectsAskedFor } from "./subjects.sql.ts";

function samplesIn(
  conditions: Conditions,
  team_id: string,
  destination_id: string[] | undefined,
  { pieces }: SpanPlan,
): { samples: string; beside: string[] } {
  const team = conditions.bind(team_id);
  const subjects = subjectsAskedFor(conditions, team, "destination", { ids: destination_id });
  const parts = pieces.map(
    ({ span, fromMs, toMs }) =>
      `select at, destination_id, max_depth, max_age_ms, 1 as count from queue_samples
       where team_id = ${team} and span = '${span}' and destination_id = any(${subjects.subjects})
         and at >= ${momentSql(conditions, fromMs)} and at < ${momentSql(conditions, toMs)}`,
  );
  return { samples: parts.join(" union all "), beside: subjects.named };
}

function inForm(form: Form, values: readonly string[], samples: string): string {
  const columns = ["at", ...values].map((column) => written(column, form));
  return `select destination_id, ${columns.join(", ")} from (${samples}) as samples`;
}

export function queueSamples(
  team_id: string,
  destination_id: string[] | undefined,
  plan: SpanPlan,
): FactSource {
  return counted((form: Form) => {
    const conditions = new Conditions();
    const { samples, beside } = samplesIn(conditions, team_id, destination_id, plan);
    return { facts: inForm(form, ["max_depth", "max_age_ms", "count"], samples), beside, conditions };
  });
}

export function pendingSamples(
  team_id: string,
  destination_id: string[] | undefined,
  plan: SpanPlan,
  buckets: TimeBuckets | null,
): FactSource {
  const bucket = buckets === null ? "timestamptz 'epoch'" : bucketSql(buckets, "at");
  return counted((form: Form) => {
    const conditions = new Conditions();
    const { samples, beside } = samplesIn(conditions, team_id, destination_id, plan);
    const deepest = `select ${bucket} as at, destination_id, max(max_depth) as count from (${samples}) as samples group by 1, 2`;
    return { facts: inForm(form, ["count"], deepest), beside, conditions };
  });
}
