/**
 * How many rows would a bulk operation touch, and where does it begin and end?
 *
 * Counts exactly while that is quick: a million events take about a second. After the deadline it
 * uses the planner's guess instead, and the operation goes through everything up to the newest
 * row. The estimate is for people; the run never relies on it.
 */
import type { BulkType } from "@posthorn/contract/causes";
import { createdAt, firstIdAt } from "../ids.ts";
import { asksForValues } from "../search/fitting-payloads.ts";
import { keepFitting } from "../search/fitting-rows.sql.ts";
import { type Database, type Queryable, isTooSlow } from "../store/database.ts";
import type { Conditions } from "../store/filters/conditions.ts";
import { BULK_KINDS, type BulkKind } from "./kinds.ts";

/** How many rows one step of an operation acts on at most. */
export const BULK_BATCH = 100;
/** How long an estimate may count before it guesses. */
export const COUNT_WITHIN_MS = 4_000;

export interface Plan {
  estimated_count: number;
  estimated_batch: number;
  /** All rows that it would touch have ids above `done_until`, up to `last_id`. */
  done_until: string;
  last_id: string;
}

interface Extent {
  count: number;
  first: string | null;
  last: string | null;
}

/** Counts first, because only a count can show that no row matches: the planner's guess is at least one. */
export async function planBulkOperation(
  db: Database,
  { type, team_id, query }: { type: BulkType; team_id: string; query: unknown },
  countWithinMs: number = COUNT_WITHIN_MS,
): Promise<Plan> {
  const kind = BULK_KINDS[type];
  const counted = asksForValues(kind.payloadFilters(query))
    ? await fittingExtent(db, kind, { team_id, query }, countWithinMs)
    : await countedExtent(db, kind, kind.matching(team_id, query), countWithinMs);
  const { count, first, last } =
    counted ?? (await guessedExtent(db, kind, kind.matching(team_id, query), team_id));
  return {
    estimated_count: count,
    estimated_batch: Math.ceil(count / BULK_BATCH),
    done_until: firstIdAt(first === null ? 0 : Date.parse(createdAt(first))),
    last_id: last ?? firstIdAt(0),
  };
}

/** Number of candidates whose payloads are checked at a time. */
const CANDIDATES_AT_A_TIME = 500;

/** Counts by reading payloads, where SQL cannot decide. Returns null when that takes too long. */
async function fittingExtent(
  db: Database,
  kind: BulkKind,
  { team_id, query }: { team_id: string; query: unknown },
  withinMs: number,
): Promise<Extent | null> {
  const deadlineMs = performance.now() + withinMs;
  const filters = kind.payloadFilters(query);
  const extent: Extent = { count: 0, first: null, last: null };
  let after = firstIdAt(0);
  try {
    for (;;) {
      const leftMs = Math.ceil(deadlineMs - performance.now());
      if (leftMs <= 0) return null;
      const candidates = await db.transaction(async (tx) => {
        await tx.query(`set local statement_timeout = ${leftMs}`);
        const conditions = kind.matching(team_id, query);
        const { rows } = await tx.query<{ id: string; payload_id: string }>(
          `select ${kind.idColumn} as id, ${kind.payloadId ?? kind.idColumn} as payload_id
           from ${kind.table}
           where ${conditions.sql} and ${kind.idColumn} > ${conditions.bind(after)}::uuid
           order by ${kind.idColumn} limit ${CANDIDATES_AT_A_TIME}`,
          conditions.values,
        );
        return rows;
      });
      const fitting = await keepFitting(db, { team_id, filters }, candidates);
      extent.count += fitting.length;
      extent.first ??= fitting[0]?.id ?? null;
      extent.last = fitting.at(-1)?.id ?? extent.last;
      if (candidates.length < CANDIDATES_AT_A_TIME) return extent;
      after = candidates.at(-1)?.id ?? after;
    }
  } catch (error) {
    if (isTooSlow(error)) return null;
    throw error;
  }
}

/** Returns null when the count takes too long. */
async function countedExtent(
  db: Database,
  { table, idColumn }: BulkKind,
  conditions: Conditions,
  withinMs: number,
): Promise<Extent | null> {
  // PostgreSQL 16 has no min or max for uuid; their text has the same order.
  const text = `${idColumn}::text collate "C"`;
  try {
    return await db.transaction(async (tx) => {
      await tx.query(`set local statement_timeout = ${withinMs}`);
      const { rows } = await tx.query<Extent>(
        `select count(*)::int as count, min(${text}) as first, max(${text}) as last
         from ${table} where ${conditions.sql}`,
        conditions.values,
      );
      return rows[0] ?? null;
    });
  } catch (error) {
    if (isTooSlow(error)) return null;
    throw error;
  }
}

async function guessedExtent(
  db: Queryable,
  { table, idColumn }: BulkKind,
  conditions: Conditions,
  team_id: string,
): Promise<Extent> {
  const plan = await db.query<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>(
    `explain (format json) select 1 from ${table} where ${conditions.sql}`,
    conditions.values,
  );
  const newest = await db.query<{ id: string }>(
    `select ${idColumn} as id from ${table} where team_id = $1 order by ${idColumn} desc limit 1`,
    [team_id],
  );
  const last = newest.rows[0]?.id ?? null;
  const guessed = plan.rows[0]?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0;
  return { count: last === null ? 0 : Math.max(1, Math.round(guessed)), first: null, last };
}
