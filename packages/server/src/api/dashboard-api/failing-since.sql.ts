/**
 * Since when do events of a connection fail like this one?
 *
 * Looks at a bounded number of events before and after it, along the index of the connection, and ends at the first that
 * was delivered. An event that failed otherwise, or waits, neither counts nor ends the look.
 */
import type { FailingSince } from "@posthorn/contract/failing-since";
import { createdAt } from "../../ids.ts";
import type { Queryable } from "../../store/database.ts";
import type { EventRow } from "../events/events.sql.ts";

/** In each direction. A thousand rows of an index take a few milliseconds. */
const LOOKS_AT = 1_000;

type Failed = Pick<EventRow, "team_id" | "id" | "webhook_id" | "response_status" | "error_code">;

interface Look {
  alike: number;
  /** The one that is farthest away; null if there is none. */
  farthest: string | null;
  /** The look ended at its bound, not at a success or with the last event. */
  was_cut: boolean;
}

export async function readFailingSince(
  db: Queryable,
  event: Failed,
  looksAt = LOOKS_AT,
): Promise<FailingSince> {
  const [older, newer] = await Promise.all([
    look(db, event, "older", looksAt),
    look(db, event, "newer", looksAt),
  ]);
  return {
    since: createdAt(older.farthest ?? event.id),
    is_earlier: older.was_cut,
    count: 1 + older.alike + newer.alike,
    is_more: older.was_cut || newer.was_cut,
  };
}

async function look(
  db: Queryable,
  { team_id, id, webhook_id, response_status, error_code }: Failed,
  direction: "older" | "newer",
  looksAt: number,
): Promise<Look> {
  const [beyond, order] = direction === "older" ? ["<", "desc"] : [">", "asc"];
  const { rows } = await db.query<Look>(
    `with seen as (
       select id, status, response_status, error_code, row_number() over (order by id ${order}) as place
       from events
       where team_id = $1 and webhook_id = $2 and id ${beyond} $3
       order by id ${order} limit $6),
     ended as (select min(place) as place from seen where status = 'SUCCESSFUL'),
     run as (
       select id, place from seen
       where place < coalesce((select place from ended), $6 + 1) and status = 'FAILED'
         and response_status is not distinct from $4::smallint and error_code is not distinct from $5::text)
     select (select count(*)::int from run) as alike,
       (select id from run order by place desc limit 1) as farthest,
       (select place from ended) is null and (select count(*) from seen) = $6 as was_cut`,
    [team_id, webhook_id, id, response_status, error_code, looksAt],
  );
  return rows[0] ?? { alike: 0, farthest: null, was_cut: false };
}
