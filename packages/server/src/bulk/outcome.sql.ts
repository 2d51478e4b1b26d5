/**
 * How did the attempts of a bulk retry end?
 *
 * The worker asks once an operation has ended. It counts events: one for which an attempt of the operation was a success is
 * delivered, one with other attempts of it has failed again. An event that was never sent is neither. An automatic retry
 * that follows is not the operation's.
 */
import { firstIdAt } from "../ids.ts";
import type { Queryable } from "../store/database.ts";

/** One statement reads the attempts of this many events, so that none runs long. */
const EVENTS_AT_A_TIME = 5_000;

/** Events of an aborted retry that a process still holds: their attempts are on the wire, or about to be given back. */
export async function countInFlight(db: Queryable, bulk_retry_id: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from events
     where claimed_by is not null and bulk_retry_id = $1 and trigger = 'BULK_RETRY'`,
    [bulk_retry_id],
  );
  return rows[0]?.count ?? 0;
}

export async function countOutcome(
  db: Queryable,
  bulk_retry_id: string,
): Promise<{ delivered: number; failedAgain: number }> {
  const outcome = { delivered: 0, failedAgain: 0 };
  let after: string | null = firstIdAt(0);
  while (after !== null) {
    const part: Part = await countPart(db, bulk_retry_id, after);
    outcome.delivered += part.delivered;
    outcome.failedAgain += part.failedAgain;
    after = part.events < EVENTS_AT_A_TIME ? null : part.last;
  }
  return outcome;
}

interface Part {
  events: number;
  delivered: number;
  failedAgain: number;
  last: string | null;
}

async function countPart(db: Queryable, bulk_retry_id: string, after: string): Promise<Part> {
  const { rows } = await db.query<Part>(
    `with retried as (
       select team_id, id from events where bulk_retry_id = $1 and id > $2 order by id limit ${EVENTS_AT_A_TIME})
     select count(*)::int as events, count(*) filter (where was_delivered)::int as delivered,
       count(*) filter (where not was_delivered)::int as "failedAgain", max(id::text collate "C") as last
     from retried cross join lateral (
       select bool_or(status = 'SUCCESSFUL') as was_delivered from attempts
       where attempts.team_id = retried.team_id and attempts.event_id = retried.id
         and attempts.bulk_retry_id = $1) as sent`,
    [bulk_retry_id, after],
  );
  return rows[0] ?? { events: 0, delivered: 0, failedAgain: 0, last: null };
}
