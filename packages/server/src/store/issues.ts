/**
 * Every write to `issue_news` and `issues`, in the order of an issue's life.
 *
 * News are written by the move of the counters (counters.ts). Whoever takes them writes the issues in the same
 * transaction, so nothing is lost between the two. One issue has each combination of type, subject and key, for ever: it
 * is resolved, and opens again.
 */
import type { IssueStatus, IssueType } from "@posthorn/contract/causes";
import { newId } from "../ids.ts";
import type { Queryable } from "./database.ts";

export interface IssueKey {
  team_id: string;
  type: IssueType;
  subject_id: string;
  key: string;
}

/** Something went wrong between these two moments, so many times. */
export interface IssueNews extends IssueKey {
  count: number;
  is_final: boolean;
  first_at: string;
  last_at: string;
}

/** One process at a time turns news into issues. */
const OPENER_LOCK = 4_206_030;

/** Returns false if another process opens issues right now. Otherwise none will until the transaction ends. */
export async function becomeIssueOpener(tx: Queryable): Promise<boolean> {
  const { rows } = await tx.query<{ is_ours: boolean }>("select pg_try_advisory_xact_lock($1) as is_ours", [
    OPENER_LOCK,
  ]);
  return rows[0]?.is_ours ?? false;
}

/** Takes up to `limit` rows of news, added up by what went wrong. Times keep their microseconds. */
export async function takeIssueNews(tx: Queryable, limit: number): Promise<IssueNews[]> {
  const { rows } = await tx.query<IssueNews>(
    `with taken as (
       delete from issue_news where ctid = any (array(select ctid from issue_news limit $1 for update skip locked))
       returning *)
     select team_id, type, subject_id, key, sum(count)::float8 as count, bool_or(is_final) as is_final,
       min(first_at)::text as first_at, max(last_at)::text as last_at
     from taken group by 1, 2, 3, 4`,
    [limit],
  );
  return rows;
}

export interface SeenIssue extends IssueKey {
  issue_trigger_id: string;
  first_at: string;
  last_at: string;
}

export interface OpenedIssue extends IssueKey {
  id: string;
  issue_trigger_id: string;
  /** It is the first time. Otherwise it was resolved, and recurs. */
  is_new: boolean;
}

/**
 * Creates the issue, or records that it was seen again. A resolved issue opens again if it was seen after it was
 * resolved. Returns the issue if this has opened it.
 */
export async function recordSeen(tx: Queryable, seen: SeenIssue): Promise<OpenedIssue | null> {
  const recurs = "issues.status = 'RESOLVED' and excluded.last_seen_at > issues.status_changed_at";
  const { rows } = await tx.query<OpenedIssue & { has_opened: boolean }>(
    `insert into issues (id, team_id, type, subject_id, key, issue_trigger_id, status, status_changed_at, opened_at,
       first_seen_at, last_seen_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, 'OPENED', now(), now(), $7, $8, now())
     on conflict (team_id, type, subject_id, key) do update set
       status = case when ${recurs} then 'OPENED' else issues.status end,
       status_changed_at = case when ${recurs} then now() else issues.status_changed_at end,
       opened_at = case when ${recurs} then now() else issues.opened_at end,
       issue_trigger_id = case when ${recurs} then excluded.issue_trigger_id else issues.issue_trigger_id end,
       auto_resolved_at = case when ${recurs} then null else issues.auto_resolved_at end,
       last_updated_by = case when ${recurs} then null else issues.last_updated_by end,
       first_seen_at = least(issues.first_seen_at, excluded.first_seen_at),
       last_seen_at = greatest(issues.last_seen_at, excluded.last_seen_at),
       updated_at = now()
     returning id, team_id, type, subject_id, key, issue_trigger_id, id = $1 as is_new, opened_at = now() as has_opened`,
    [
      newId(),
      seen.team_id,
      seen.type,
      seen.subject_id,
      seen.key,
      seen.issue_trigger_id,
      seen.first_at,
      seen.last_at,
    ],
  );
  const [row] = rows;
  if (!row?.has_opened) return null;
  const { has_opened: _, ...opened } = row;
  return opened;
}

/** What an issue shows as its example. `number` is that of an attempt. */
export interface Example {
  id: string;
  number: number | null;
}

export async function setExample(
  tx: Queryable,
  issue: Pick<OpenedIssue, "id">,
  example: Example,
): Promise<void> {
  await tx.query("update issues set reference_id = $2, reference_number = $3 where id = $1", [
    issue.id,
    example.id,
    example.number,
  ]);
}

/** Open issues of backpressure, of which the queue may have cleared. */
export async function readOpenBackpressure(tx: Queryable): Promise<(IssueKey & { id: string })[]> {
  const { rows } = await tx.query<IssueKey & { id: string }>(
    `select id, team_id, type, subject_id, key from issues
     where type = 'backpressure' and status in ('OPENED', 'ACKNOWLEDGED')`,
  );
  return rows;
}

/** Without a person: what was wrong has ended. */
export async function resolveByItself(tx: Queryable, ids: readonly string[]): Promise<void> {
  await tx.query(
    `update issues set status = 'RESOLVED', status_changed_at = now(), auto_resolved_at = now(), last_updated_by = null,
       updated_at = now()
     where id = any ($1::uuid[]) and status in ('OPENED', 'ACKNOWLEDGED')`,
    [ids],
  );
}

export interface IssueId {
  team_id: string;
  id: string;
}

/** By a person, or with a key (`user_id` null). Returns false if there is no such issue. */
export async function changeIssueStatus(
  db: Queryable,
  { team_id, id }: IssueId,
  { status, user_id }: { status: IssueStatus; user_id: string | null },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update issues set status = $3, last_updated_by = $4, dismissed_at = null, auto_resolved_at = null, updated_at = now(),
       status_changed_at = case when status = $3 then status_changed_at else now() end,
       opened_at = case when $3 = 'OPENED' and status <> 'OPENED' then now() else opened_at end
     where team_id = $1 and id = $2`,
    [team_id, id, status, user_id],
  );
  return rowCount > 0;
}

/** A dismissed issue is ignored: it does not open again. An earlier dismissal keeps its time. */
export async function dismissIssue(
  db: Queryable,
  { team_id, id }: IssueId,
  user_id: string | null,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update issues set dismissed_at = coalesce(dismissed_at, now()), last_updated_by = $3, updated_at = now(),
       status = 'IGNORED', status_changed_at = case when status = 'IGNORED' then status_changed_at else now() end
     where team_id = $1 and id = $2`,
    [team_id, id, user_id],
  );
  return rowCount > 0;
}
