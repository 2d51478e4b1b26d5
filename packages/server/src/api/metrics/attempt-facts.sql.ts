/**
 * Which attempts are counted? From counters, or from the attempts themselves.
 *
 * Attempts are sorted by their event, not by time. An old event may have a new attempt, so their rows are read from the
 * newest event on, and the budget decides how far back.
 */
import { ATTEMPT_ERROR_CODE } from "../../metrics/cubes.ts";
import { countedSql, type Form, momentSql } from "../../metrics/counted.sql.ts";
import type { Range, SpanPlan } from "../../metrics/span-plan.ts";
import type { Queryable } from "../../store/database.ts";
import { Conditions, whereId, whereOneOf } from "../../store/filters/conditions.ts";
import { groupsNamed } from "../../store/filters/event-filters.ts";
import { firstIdAt } from "../../ids.ts";
import { counted, type FactSource, ROW_BUDGETS, scanRows } from "./fact-source.ts";
import { connectionsAskedFor, withEnds } from "./subjects.sql.ts";

export interface AttemptMetricFilters {
  source_id?: string[] | undefined;
  webhook_id?: string[] | undefined;
  destination_id?: string[] | undefined;
  delivery_group?: string[] | undefined;
  event_id?: string[] | undefined;
  status?: string[] | undefined;
  error_code?: string[] | undefined;
  bulk_retry_id?: string[] | undefined;
  trigger?: string[] | undefined;
}

/** What counters can filter and split by. */
export const COUNTED_ATTEMPT_KEYS: ReadonlySet<string> = new Set<keyof AttemptMetricFilters | "failure">([
  "source_id",
  "webhook_id",
  "destination_id",
  "status",
  "error_code",
  "trigger",
  "failure",
]);

interface CountedQuestion {
  team_id: string;
  filters: AttemptMetricFilters;
  plan: SpanPlan;
  /** By what the facts will be split. */
  dimensions: readonly string[];
}

export function countedAttempts({ team_id, filters, plan, dimensions }: CountedQuestion): FactSource {
  return counted((form: Form) => {
    const conditions = new Conditions();
    const team = conditions.bind(team_id);
    const subjects = connectionsAskedFor(conditions, team, filters, dimensions);
    const where = conditions.beside();
    where.add("true");
    whereOneOf(where, "status", filters.status);
    whereOneOf(where, `nullif(${ATTEMPT_ERROR_CODE}, '')`, filters.error_code);
    whereOneOf(where, "trigger", filters.trigger);
    const all = countedSql(conditions, "attempt", { team, ...subjects, plan }, form);
    const facts = withEnds(`select * from (${all}) as counted where ${where.sql}`, subjects, dimensions);
    return { facts, beside: subjects.named, conditions };
  });
}

export async function attemptRows(
  db: Queryable,
  team_id: string,
  filters: AttemptMetricFilters,
  { fromMs, toMs }: Range,
): Promise<FactSource> {
  const conditions = new Conditions();
  const scan = await scanRows(
    db,
    {
      table: "attempts",
      id: "event_id",
      conditionOf(of) {
        const where = of.beside();
        where.add(`team_id = ${of.bind(team_id)}`);
        where.add(`event_id < ${of.bind(firstIdAt(toMs))}::uuid`);
        whereId(where, "event_id", "event", filters.event_id);
        return where.sql;
      },
      budget: ROW_BUDGETS.attempts,
      name: "attempts",
    },
    conditions,
  );
  const subjects = connectionsAskedFor(conditions, conditions.bind(team_id), filters, []);
  const where = conditions.beside();
  where.add(`at >= ${momentSql(conditions, fromMs)} and at < ${momentSql(conditions, toMs)}`);
  where.add(`webhook_id = any(${subjects.subjects})`);
  whereOneOf(where, "status", filters.status);
  whereOneOf(where, `nullif(${ATTEMPT_ERROR_CODE}, '')`, filters.error_code);
  whereOneOf(where, "trigger", filters.trigger);
  whereId(where, "bulk_retry_uuid", "bulk_operation", filters.bulk_retry_id);
  whereOneOf(where, "delivery_group", filters.delivery_group && groupsNamed(filters.delivery_group));
  const rows = {
    facts: `select counted.*, 1 as count,
        case when response_ms is null then '{}' else '{' || 1024 + latency_bucket(response_ms) || '}' end as latencies,
        (response_ms is not null)::int as answered, (delivery_ms is not null)::int as delivered,
        coalesce(response_ms, 0) as response_ms_max
      from (
        select attempts.created_at as at, events.webhook_id, connections.source_id, connections.destination_id,
          attempts.status, attempts.trigger, attempts.event_id,
          coalesce(attempts.error_code, case when attempts.status = 'FAILED' then attempts.response_status::text end, '')
            as error_code,
          attempts.bulk_retry_id as bulk_retry_uuid, coalesce(attempts.bulk_retry_id::text, '') as bulk_retry_id,
          coalesce(events.delivery_group, '') as delivery_group,
          round(extract(epoch from attempts.responded_at - attempts.delivered_at)::float8 * 1000)::bigint as response_ms,
          round(extract(epoch from attempts.delivered_at - attempts.created_at)::float8 * 1000)::bigint as delivery_ms
        from (${scan.rows}) as attempts
        join events on events.team_id = attempts.team_id and events.id = attempts.event_id
        join connections on connections.id = events.webhook_id) as counted
      where ${where.sql}`,
    beside: subjects.named,
    conditions,
  };
  return { rows, lists: null, shortage: scan.shortage };
}
