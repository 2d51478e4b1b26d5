/**
 * How does the database learn that an attempt has ended?
 *
 * Every statement that ends attempts is put together here: an answer, a holder's death, a connection that was disabled,
 * data past its retention. One commit records the attempt and changes its event. Code that must know of every end
 * writes along here, in the same statement.
 *
 * An attempt is stored in the partition of its event's day. When retention has dropped that day, the attempt cannot be
 * recorded, and the event gets its outcome all the same.
 */
import { DatabaseError } from "pg";
import { hasDay } from "./partitions.ts";

export interface Ending {
  /**
   * One or more CTEs. The last is named `ended` and has a row for each event: its `team_id` and `event_id`, and the
   * columns that the other parts name.
   */
  found: string;
  /** The columns of `attempts` that `ended` has. Null: no attempt was made, so there is nothing to record. */
  attempt: string | null;
  /**
   * Whether to leave out attempts whose day is gone. Costs a look into the catalogue for each row. Without it, the
   * statement fails if a day is gone: see `isOfMissingDay`.
   */
  looksForDays?: boolean;
  /** What changes in the event, besides `updated_at`. */
  change: string;
  /**
   * What the events failed with, for good, if no attempt says so: then `ended` also has `webhook_id`. Recorded attempts
   * tell of their failures themselves (counters.ts).
   */
  failure?: string;
  /** Which events change. Others of `ended` keep their state; their attempts are recorded all the same. */
  which: string;
}

/**
 * The beginning of a statement, which the caller completes with a `select`. It can ask `recorded` for attempts that were
 * not recorded before, and `changed` for events that have changed, each by `event_id`.
 */
export function ending({ found, attempt, looksForDays = false, change, failure, which }: Ending): string {
  const recorded = `recorded as (
     insert into attempts (${attempt})
     select ${attempt} from ended ${looksForDays ? `where ${hasDay("attempts", "event_id")}` : ""}
     on conflict do nothing
     returning event_id),`;
  const told = `told as (
     insert into issue_news (team_id, type, subject_id, key, count, is_final, first_at, last_at)
     select team_id, 'delivery', webhook_id, '${failure}', count(*), true, now(), now() from ended group by 1, 3),`;
  return `with ${found},
   ${attempt === null ? "" : recorded}
   ${failure === undefined ? "" : told}
   changed as (
     update events set ${change}, updated_at = now()
     from ended
     where events.team_id = ended.team_id and events.id = ended.event_id and ${which}
     returning events.id as event_id)`;
}

/** Returns whether a statement failed because the day of one of its attempts is gone. */
export function isOfMissingDay(error: unknown): boolean {
  // PostgreSQL gives this the code of a check, without the name of one. Its message depends on the language.
  return (
    error instanceof DatabaseError &&
    error.code === "23514" &&
    error.table === "attempts" &&
    error.constraint === undefined
  );
}
