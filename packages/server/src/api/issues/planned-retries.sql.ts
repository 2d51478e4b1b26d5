/**
 * How many events of an issue wait for another attempt, and when is the next?
 *
 * Looks at a bounded number of the connection's waiting events, along the index that has them in the order in which they
 * are due. So the next attempt is always right, and only the count may be too low.
 */
import { MATCHES_COUNTED_MOST } from "@posthorn/contract/limits";
import type { PlannedRetries } from "@posthorn/contract/planned-retries";
import type { Queryable } from "../../store/database.ts";
import { FAILURE } from "../../store/filters/issue-filters.ts";
import type { IssueKey } from "../../store/issues.ts";

const NONE: PlannedRetries = { count: 0, is_more: false, next_attempt_at: null };

export async function readPlannedRetries(
  db: Queryable,
  { team_id, type, subject_id, key }: IssueKey,
  looksAt = MATCHES_COUNTED_MOST,
): Promise<PlannedRetries> {
  // Only deliveries are attempted again.
  if (type !== "delivery") return NONE;
  const { rows } = await db.query<PlannedRetries>(
    `with waiting as (
       select id, next_attempt_at from events
       where team_id = $1 and webhook_id = $2 and next_attempt_at is not null
       order by next_attempt_at limit $4),
     own as (
       select next_attempt_at from waiting
       where exists (
         select from attempts
         where attempts.team_id = $1 and attempts.webhook_id = $2 and attempts.status = 'FAILED' and ${FAILURE} = $3
           and attempts.event_id = waiting.id))
     select count(*)::int as count, min(next_attempt_at) as next_attempt_at,
       (select count(*) from waiting) = $4 as is_more
     from own`,
    [team_id, subject_id, key, looksAt],
  );
  return rows[0] ?? NONE;
}
