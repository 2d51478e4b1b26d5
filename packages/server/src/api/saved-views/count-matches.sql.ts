/**
 * How many rows match the filters of a list?
 *
 * Rows are counted up to a bound, for a second at most. Beyond that the counters answer, if they hold the filters and a
 * date says where to begin: counters outlive the rows that the archive has dropped. So the number is the sum of the
 * histogram's bars. Filters that only a look into payloads can decide are not counted at all.
 */
import { MATCHES_COUNTED_MOST } from "@posthorn/contract/limits";
import type { DateFilterValue } from "@posthorn/contract/lists";
import type { PayloadFilters } from "@posthorn/contract/payload-filters";
import type { Matches } from "@posthorn/contract/saved-views";
import type { Cube } from "../../metrics/cubes.ts";
import { readCube } from "../../metrics/read-cube.sql.ts";
import { planSpans, type SpanPlan } from "../../metrics/span-plan.ts";
import { type Database, isTooSlow } from "../../store/database.ts";
import { dateBounds, type Conditions } from "../../store/filters/conditions.ts";
import { asksForPayload } from "../../store/filters/payload-filters.ts";
import type { FactSource } from "../metrics/fact-source.ts";

const COUNT_WITHIN_MS = 1_000;
const NOT_COUNTED: Matches = { count: null, is_more: false };

export interface CountedList {
  table: "events" | "requests";
  filters: PayloadFilters;
  conditions: Conditions;
  date: DateFilterValue | undefined;
  cube: Cube;
  /** Null if no counter holds the filters. */
  counters: ((plan: SpanPlan) => FactSource) | null;
}

export async function countMatches(db: Database, list: CountedList): Promise<Matches> {
  if (asksForPayload(list.filters)) return NOT_COUNTED;
  const rows = await countRows(db, list);
  if (rows.count !== null && !rows.is_more) return rows;
  return (await readCounters(db, list)) ?? rows;
}

async function countRows(db: Database, { table, conditions }: CountedList): Promise<Matches> {
  try {
    return await db.transaction(async (tx) => {
      await tx.query(`set local statement_timeout = ${COUNT_WITHIN_MS}`);
      const { rows } = await tx.query<{ count: number }>(
        `select count(*)::int as count
         from (select 1 from ${table} where ${conditions.sql} limit ${MATCHES_COUNTED_MOST + 1}) as matching`,
        conditions.values,
      );
      const count = rows[0]?.count ?? 0;
      return { count: Math.min(count, MATCHES_COUNTED_MOST), is_more: count > MATCHES_COUNTED_MOST };
    });
  } catch (error) {
    if (isTooSlow(error)) return NOT_COUNTED;
    throw error;
  }
}

async function readCounters(db: Database, { date, cube, counters }: CountedList): Promise<Matches | null> {
  if (counters === null || date === undefined) return null;
  const { fromMs, beforeMs } = dateBounds(date);
  if (fromMs === null) return null;
  const nowMs = Date.now();
  const plan = planSpans({ fromMs, toMs: beforeMs ?? nowMs }, null, nowMs);
  const question = { cube, measures: ["count"], dimensions: [], buckets: null, limit: 1 };
  const [all] = await readCube(db, { ...question, source: counters(plan) });
  return { count: all?.measures[0]?.[0] ?? 0, is_more: false };
}
