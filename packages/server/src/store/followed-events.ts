/**
 * How do events follow the state of their connection?
 *
 * A pause, unpause, disable or delete changes the connection's row and nothing else. Afterwards
 * workers/following-events.ts calls this file, a few events at a time, until nothing is left to change. The
 * connection's row says what is to be done, so a crash loses nothing, and several processes may work on one connection.
 *
 * lifecycle.ts says what each step does to one event, as a pure function.
 */
import type { Following } from "../lifecycle.ts";
import type { Queryable } from "./database.ts";
import { ending } from "./ended-attempts.ts";
import { announceDue } from "./events.ts";

/**
 * Finds events that wait for their time; `held` finds those that are held. Each asks in the order of its index, so that
 * no other plan looks cheaper: a scan of the table would read all events that have already followed, at every step.
 */
const waiting = (more = "") =>
  `where webhook_id = $1 and next_attempt_at is not null and lease_owner is null ${more} order by next_attempt_at`;
/** A range of one value: with `=` PostgreSQL ignores the order, and then may not use the index. */
const held = (more = "") =>
  `where webhook_id >= $1 and webhook_id <= $1 and is_held and lease_owner is null ${more} order by webhook_id`;
const EARLIER = "and updated_at <= (select cancels_before from connections where id = $1)";
/** A manual retry is sent although the connection is paused, unless the pause came later. */
const NOT_RETRIED_SINCE = `and not (trigger = 'MANUAL' and updated_at > (select paused_at from connections where id = $1))`;
const CANCELLED = "status = 'FAILED', error_code = 'CANCELLED', next_attempt_at = null";

const FOLLOWING: Record<Following, { found: readonly string[]; change: string }> = {
  cancel: { found: [waiting(), held()], change: CANCELLED },
  "cancel earlier": { found: [waiting(EARLIER), held(EARLIER)], change: CANCELLED },
  hold: {
    found: [waiting(`and next_attempt_at <= now() ${NOT_RETRIED_SINCE}`)],
    change: "status = 'HOLD', next_attempt_at = null",
  },
  release: { found: [held()], change: "status = 'QUEUED', trigger = 'UNPAUSE', next_attempt_at = now()" },
};

export interface FollowedState {
  /** The id of the connection. */
  id: string;
  /** The state that the caller has seen. If the connection has a newer one, nothing happens. */
  state_number: number;
  following: Following;
}

/**
 * Changes up to `limit` events so that they follow the state of their connection; returns how many. Skips events that
 * another transaction is changing. A shared lock on the connection's row keeps its state from changing before this step
 * has committed.
 */
export async function followWithSomeEvents(
  db: Queryable,
  { id, state_number, following, limit }: FollowedState & { limit: number },
): Promise<number> {
  const { found, change } = FOLLOWING[following];
  let count = 0;
  for (const rows of found) {
    if (count === limit) break;
    const changed = await db.query<{ count: number }>(
      `${ending({
        found: `state as (select id from connections where id = $1 and state_number = $2 for share),
       ended as (select team_id, id as event_id from events ${rows} limit $3 for update skip locked)`,
        attempt: null,
        change,
        which: "exists (select from state)",
      })}
       select count(*)::int as count from changed`,
      [id, state_number, limit - count],
    );
    count += changed.rows[0]?.count ?? 0;
  }
  if (following === "release" && count > 0) await announceDue(db, id);
  return count;
}

/**
 * Records that the events of a connection follow its state, or, for `cancel earlier`, that the events pending at a
 * disable are cancelled. Returns false if events are left, for example because another transaction is changing them, or
 * if the state has changed meanwhile.
 */
export async function recordFollowed(
  db: Queryable,
  { id, state_number, following }: FollowedState,
): Promise<boolean> {
  const nothingIsLeft = FOLLOWING[following].found.map(
    (rows) => `(select events.id from events ${rows} limit 1) is null`,
  );
  const { rowCount } = await db.query(
    `update connections
     set cancels_before = null${following === "cancel earlier" ? "" : ", followed_number = state_number"}
     where id = $1 and state_number = $2 and followed_number < state_number and ${nothingIsLeft.join(" and ")}`,
    [id, state_number],
  );
  // Until now no process could claim the events that were made meanwhile.
  if (rowCount > 0 && following !== "cancel") await announceDue(db, id);
  return rowCount > 0;
}

/** Counts the due events of a connection that no process holds, up to `most`. */
export async function countDue(db: Queryable, id: string, most: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from (
       select from events where webhook_id = $1 and next_attempt_at <= now() order by next_attempt_at limit $2) as due`,
    [id, most],
  );
  return rows[0]?.count ?? 0;
}
