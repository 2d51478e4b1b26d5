/**
 * How many rows match the filters of a list?
 *
 * The number stands beside the name of a view, for orientation. So counting stops at a bound and after a second, and
 * filters that only a look into payloads can decide are not counted at all.
 */
import { MATCHES_COUNTED_MOST } from "@posthorn/contract/limits";
import type { PayloadFilters } from "@posthorn/contract/payload-filters";
import type { Matches } from "@posthorn/contract/saved-views";
import { type Database, isTooSlow } from "../../store/database.ts";
import type { Conditions } from "../../store/filters/conditions.ts";
import { asksForPayload } from "../../store/filters/payload-filters.ts";

const COUNT_WITHIN_MS = 1_000;
const NOT_COUNTED: Matches = { count: null, is_more: false };

export async function countMatches(
  db: Database,
  table: "events" | "requests",
  filters: PayloadFilters,
  conditions: Conditions,
): Promise<Matches> {
  if (asksForPayload(filters)) return NOT_COUNTED;
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
