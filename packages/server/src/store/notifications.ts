/**
 * Every write to `notifications` after the one that made the row, in the order of its life, and the reads that several
 * callers need.
 *
 * The database writes the news itself, in the commit that opens or ends an issue (0008-issues.sql). A worker
 * claims all due rows of a channel together, and no other worker has that channel of the project meanwhile. It writes
 * what it saw of a row with the result: if more has happened since, the row is due again.
 */
import type { Channel } from "@posthorn/contract/issue-triggers";
import type { Queryable } from "./database.ts";
import { LIVE_PROJECTS } from "./projects.ts";

/** One channel of one project, with what the trigger says about it. */
export interface Audience {
  team_id: string;
  channel: Channel;
  settings: { channel_name?: string | undefined };
}

export interface NotificationRow {
  id: string;
  issue_id: string;
  openings: number;
  told_openings: number;
  is_over: boolean;
  told_over: boolean;
  told_at: string | null;
  failures: number;
  failing_since: string | null;
  /** A try since the last success had no known end, or failed. The channel may know of the issue all the same. */
  was_tried: boolean;
}

export interface ClaimedAudience {
  audience: Audience;
  rows: NotificationRow[];
  /** By the database's clock. */
  claimed_at: string;
}

const SAME_AUDIENCE = ["team_id", "channel", "settings"]
  .map((column) => `notifications.${column} = audiences.${column}`)
  .join(" and ");

const CLAIMED =
  `id team_id issue_id channel settings openings told_openings is_over told_over told_at failures failing_since`
    .split(" ")
    .map((column) => `notifications.${column}`)
    .join(", ");

/** Lends all due rows of up to `limit` audiences. An audience that another worker has is left alone until its lease ends. */
export async function claimDueNotifications(
  db: Queryable,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<ClaimedAudience[]> {
  const { rows } = await db.query<Audience & NotificationRow & { claimed_at: string }>(
    `update notifications set claimed_until = now() + $2 * interval '1 millisecond'
     from notifications as before, (
       select team_id, channel, settings from notifications join ${LIVE_PROJECTS} on projects.id = team_id
       where due_at <= now() group by 1, 2, 3
       having bool_and(claimed_until is null or claimed_until <= now())
       order by min(due_at) limit $1) as audiences
     where ${SAME_AUDIENCE} and before.id = notifications.id
       and notifications.due_at <= now() and (notifications.claimed_until is null or notifications.claimed_until <= now())
     returning ${CLAIMED}, before.claimed_until is not null or before.failures > 0 as was_tried, now() as claimed_at`,
    [limit, leaseMs],
  );
  const claimed = new Map<string, ClaimedAudience>();
  for (const { team_id, channel, settings, claimed_at, ...row } of rows) {
    const audience = { team_id, channel, settings };
    const key = JSON.stringify(audience);
    const found = claimed.get(key);
    if (found) found.rows.push(row);
    else claimed.set(key, { audience, claimed_at, rows: [row] });
  }
  return [...claimed.values()];
}

/** When this audience was told of an opening within the last minute. */
export async function readToldLately(
  db: Queryable,
  { team_id, channel, settings }: Audience,
): Promise<string[]> {
  const { rows } = await db.query<{ told_at: string }>(
    `select told_at from notifications
     where team_id = $1 and channel = $2 and settings = $3 and told_at > now() - interval '1 minute'`,
    [team_id, channel, JSON.stringify(settings)],
  );
  return rows.map(({ told_at }) => told_at);
}

/** What the worker knew of a row when it decided. */
type Seen = Pick<NotificationRow, "id" | "openings" | "is_over">;

/** More has happened since the worker claimed the row. */
const HAS_NEWS = "(notifications.openings > seen.openings or notifications.is_over <> seen.is_over)";
const SEEN = "unnest($1::uuid[], $2::integer[], $3::boolean[]) as seen (id, openings, is_over)";

function seenValues(rows: readonly Seen[]): unknown[] {
  return [rows.map(({ id }) => id), rows.map(({ openings }) => openings), rows.map(({ is_over }) => is_over)];
}

/** Nothing is told now. Null: not until more happens. */
export async function leaveNotifications(
  db: Queryable,
  rows: readonly Seen[],
  until: Date | null,
): Promise<void> {
  if (rows.length === 0) return;
  await db.query(
    `update notifications set claimed_until = null,
       due_at = case when ${HAS_NEWS} then now() else $4::timestamptz end
     from ${SEEN} where notifications.id = seen.id`,
    [...seenValues(rows), until],
  );
}

/** The channel has been told of all openings that the worker saw, or that the issue is over. */
export async function recordTold(
  db: Queryable,
  rows: readonly Seen[],
  what: "opening" | "end",
): Promise<void> {
  await db.query(
    `update notifications set claimed_until = null, failures = 0, failing_since = null, error = null, failed_at = null,
       told_openings = greatest(told_openings, seen.openings), told_over = $4,
       told_at = case when $4 then told_at else now() end,
       due_at = case when ${HAS_NEWS} then now() end
     from ${SEEN} where notifications.id = seen.id`,
    [...seenValues(rows), what === "end"],
  );
}

/**
 * Each row with its next try; null: that was the last one. The error stays to be seen until the channel is told of the
 * issue after all.
 */
export async function recordNotTold(
  db: Queryable,
  tries: readonly { id: string; next: Date | null }[],
  error: string,
): Promise<void> {
  await db.query(
    `update notifications set claimed_until = null, error = $3, failed_at = now(), due_at = failed.next,
       failures = failures + 1, failing_since = coalesce(failing_since, now())
     from unnest($1::uuid[], $2::timestamptz[]) as failed (id, next) where notifications.id = failed.id`,
    [tries.map(({ id }) => id), tries.map(({ next }) => next), error],
  );
}

/** A person has connected the channel again: what failed is tried now, and not when its wait is over. */
export async function hurryNotifications(db: Queryable, team_id: string, channel: Channel): Promise<void> {
  await db.query(
    "update notifications set due_at = now() where team_id = $1 and channel = $2 and failures > 0 and due_at > now()",
    [team_id, channel],
  );
}

export interface FailedNotificationRow {
  issue_id: string;
  channel: Channel;
  error: string;
  failed_at: string;
  due_at: string | null;
}

/** The newest first; of one channel, or of all. */
export async function readFailedNotifications(
  db: Queryable,
  team_id: string,
  limit: number,
  channel: Channel | null = null,
): Promise<FailedNotificationRow[]> {
  const { rows } = await db.query<FailedNotificationRow>(
    `select issue_id, channel, error, failed_at, due_at from notifications
     where team_id = $1 and error is not null and ($3::text is null or channel = $3)
     order by failed_at desc limit $2`,
    [team_id, limit, channel],
  );
  return rows;
}
