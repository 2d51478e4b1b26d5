/**
 * Which day partitions exist?
 *
 * Made ahead, so that no insert ever waits for one; a day behind as well, for a clock that goes back a
 * little. Dropping old days is how retention deletes.
 */
import { firstIdAt } from "../ids.ts";
import type { Queryable } from "./database.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS_BEHIND = 2;
const DAYS_AHEAD = 7;

/** Storage of each partitioned table: half-empty pages let an event's settling rewrite it in place. */
const STORAGE = {
  requests: "",
  payloads: "with (toast_tuple_target = 8160)",
  events: "with (fillfactor = 50)",
  ignored_events: "",
  attempts: "",
  transformation_executions: "with (toast_tuple_target = 8160)",
} as const;

function partitionName(table: string, dayMs: number): string {
  return `${table}_${new Date(dayMs).toISOString().slice(0, 10).replaceAll("-", "_")}`;
}

/** Cheap when nothing is missing: one look at the catalogue. */
export async function ensurePartitions(db: Queryable, nowMs: number): Promise<string[]> {
  const today = nowMs - (nowMs % DAY_MS);
  const wanted = new Map<string, { table: string; storage: string; dayMs: number }>();
  for (const [table, storage] of Object.entries(STORAGE)) {
    for (let day = -DAYS_BEHIND; day <= DAYS_AHEAD; day++) {
      const dayMs = today + day * DAY_MS;
      wanted.set(partitionName(table, dayMs), { table, storage, dayMs });
    }
  }
  const { rows } = await db.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relname = any ($1)`,
    [[...wanted.keys()]],
  );
  for (const { name } of rows) wanted.delete(name);
  // Names and bounds are made here from numbers, never from anybody's input; DDL takes no parameters.
  const statements = [...wanted].map(
    ([name, { table, storage, dayMs }]) =>
      `create table if not exists ${name} partition of ${table} for values from ('${firstIdAt(dayMs)}') to ('${firstIdAt(dayMs + DAY_MS)}') ${storage}`,
  );
  if (statements.length > 0) await db.query(statements.join(";\n"));
  return [...wanted.keys()];
}
