/**
 * Which of these candidates have a payload that really matches the filters?
 *
 * Lists and bulk operations both ask here about the rows that the database found, so both select the same rows.
 * Bodies are read up to a number of bytes at a time, so that memory never holds a whole page of large ones.
 */
import { PAGE_BODIES_MAX_BYTES } from "@posthorn/contract/limits";
import type { PayloadFilters } from "@posthorn/contract/payload-filters";
import { type PayloadRow, withContent } from "../pipeline/route/payload-view.ts";
import type { Queryable } from "../store/database.ts";
import { asksForValues, payloadFits } from "./fitting-payloads.ts";

/** One read per body would take too many round trips where all bodies are large. */
const BYTES_AT_A_TIME = PAGE_BODIES_MAX_BYTES / 2;

/** Reads the payloads of the first of these ids, as many as fit; at least one id is covered. */
async function readFirst(
  db: Queryable,
  team_id: string,
  ids: readonly string[],
): Promise<(PayloadRow & { ordinality: number })[]> {
  const { rows } = await db.query<PayloadRow & { ordinality: number }>(
    `select ordinality, path, query, headers, body
     from (
       select wanted.ordinality, data.path, data.query, data.headers, data.body,
         sum(coalesce(octet_length(data.body), 0)) over (order by wanted.ordinality) as bytes
       from unnest($2::uuid[]) with ordinality as wanted (id, ordinality)
       cross join lateral (
         select path, query, headers, body from payloads where payloads.team_id = $1 and payloads.id = wanted.id
         union all
         select path, query, headers, body from kept_payloads
         where kept_payloads.team_id = $1 and kept_payloads.id = wanted.id
         limit 1) as data) as found
     where bytes <= $3 or ordinality = 1
     order by ordinality`,
    [team_id, ids, BYTES_AT_A_TIME],
  );
  return rows;
}

/** Keeps the order of the candidates. */
export async function keepFitting<Row extends { payload_id: string }>(
  db: Queryable,
  { team_id, filters }: { team_id: string; filters: PayloadFilters },
  candidates: readonly Row[],
): Promise<Row[]> {
  if (!asksForValues(filters)) return [...candidates];
  const fitting: Row[] = [];
  let rest = candidates;
  while (rest.length > 0) {
    const payloads = await readFirst(
      db,
      team_id,
      rest.map((row) => row.payload_id),
    );
    for (const payload of payloads) {
      const row = rest[payload.ordinality - 1];
      if (row && payloadFits(filters, await withContent(payload))) fitting.push(row);
    }
    // All ids up to the last payload that was read are done, including those whose payload has been removed.
    rest = rest.slice(Math.max(1, payloads.at(-1)?.ordinality ?? rest.length));
  }
  return fitting;
}
