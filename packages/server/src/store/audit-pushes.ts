/**
 * Every write to `audit_pushes`, in the order of a push's life, and to `unpushed_entries`, but the triggers'
 * (migrations/0012-audit-log.sql).
 *
 * A claim is a lease: it moves the time of the next push before the push begins, and gives it a number. So two processes do
 * not push for one organization at the same time, a process that dies is followed by another one, and one that was too slow
 * records nothing any more.
 */
import { newId } from "../ids.ts";
import type { Queryable } from "./database.ts";
import { LIVE_PROJECTS } from "./projects.ts";

export interface AuditPushRow {
  organization_id: string;
  /** Where each entry becomes a request. Null: a receiver of OpenTelemetry gets them. */
  source_id: string | null;
  /** The receiver's URL without its query. */
  address: string | null;
  /** Sealed for "audit_pushes.configs" and `auditPushPlace`. */
  configs: Buffer | null;
  is_paused: boolean;
  next_push_at: string;
  failures: number;
  error: string | null;
  failed_at: string | null;
  pushed_at: string | null;
  lost_count: number;
  refused_count: number;
}

const COLUMNS = `organization_id, source_id, address, configs, is_paused, next_push_at, failures, error, failed_at, pushed_at,
  lost_count, refused_count`;

/** The row to which the secrets are bound. An organization is its own project. */
export function auditPushPlace(organization_id: string): { team_id: string; id: string } {
  return { team_id: organization_id, id: organization_id };
}

export type AuditPushPlace = Pick<AuditPushRow, "organization_id" | "source_id" | "address" | "configs">;

/** Entries that wait go to the new place. A push to the one before, which may be under way, counts for nothing. */
export async function saveAuditPush(tx: Queryable, place: AuditPushPlace): Promise<void> {
  const { organization_id, source_id, address, configs } = place;
  await tx.query(
    `insert into audit_pushes (organization_id, source_id, address, configs) values ($1, $2, $3, $4)
     on conflict (organization_id) do update set source_id = excluded.source_id, address = excluded.address,
       configs = excluded.configs, next_push_at = now(), lease = null, failures = 0, error = null, failed_at = null`,
    [organization_id, source_id, address, configs],
  );
}

/** Returns false if there is none. Going on begins at once. */
export async function pauseAuditPush(
  tx: Queryable,
  organization_id: string,
  is_paused: boolean,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    "update audit_pushes set is_paused = $2, next_push_at = now(), lease = null where organization_id = $1",
    [organization_id, is_paused],
  );
  return rowCount > 0;
}

/** The next try is now. Returns false if there is none, or if it is paused. */
export async function hurryAuditPush(tx: Queryable, organization_id: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update audit_pushes set next_push_at = case when lease is null then now() else next_push_at end
     where organization_id = $1 and not is_paused`,
    [organization_id],
  );
  return rowCount > 0;
}

/** With what waits. */
export async function deleteAuditPush(tx: Queryable, organization_id: string): Promise<boolean> {
  const { rowCount } = await tx.query("delete from audit_pushes where organization_id = $1", [
    organization_id,
  ]);
  return rowCount > 0;
}

export interface WaitingEntries {
  waiting: number;
  oldest_id: string | null;
}

export async function findAuditPush(
  db: Queryable,
  organization_id: string,
): Promise<(AuditPushRow & WaitingEntries) | null> {
  const { rows } = await db.query<AuditPushRow & WaitingEntries>(
    `select ${COLUMNS},
       (select count(*) from unpushed_entries as entry where entry.organization_id = $1) as waiting,
       (select entry_id from unpushed_entries as entry where entry.organization_id = $1
        order by entry_id limit 1) as oldest_id
     from audit_pushes where organization_id = $1`,
    [organization_id],
  );
  return rows[0] ?? null;
}

export interface OfferedSource {
  id: string;
  name: string;
  team_id: string;
  project_name: string;
}

const OF_ORGANIZATION = `sources join ${LIVE_PROJECTS} on projects.id = sources.team_id
  where projects.organization_id = $1 and sources.deleted_at is null`;

/** `pattern` is for `ilike`. */
export async function readSourcesToPush(
  db: Queryable,
  organization_id: string,
  { pattern, limit }: { pattern: string; limit: number },
): Promise<OfferedSource[]> {
  const { rows } = await db.query<OfferedSource>(
    `select sources.id, sources.name, sources.team_id, projects.name as project_name from ${OF_ORGANIZATION}
       and (sources.name ilike $2 or projects.name ilike $2)
     order by projects.name, sources.name limit $3`,
    [organization_id, pattern, limit],
  );
  return rows;
}

/** Null: the source is gone, or its project is not this organization's. */
export async function findSourceToPush(
  db: Queryable,
  organization_id: string,
  id: string,
): Promise<OfferedSource | null> {
  const { rows } = await db.query<OfferedSource>(
    `select sources.id, sources.name, sources.team_id, projects.name as project_name from ${OF_ORGANIZATION}
       and sources.id = $2`,
    [organization_id, id],
  );
  return rows[0] ?? null;
}

export type ClaimedAuditPush = Pick<
  AuditPushRow,
  "organization_id" | "source_id" | "configs" | "failures"
> & { lease: string };

/**
 * Lends up to `limit` pushes that are due and have something to push. Rows that another process claims are skipped. A
 * transaction that has just made an entry holds a key lock on its row (0012-audit-log.sql), which must not stop a claim.
 */
export async function claimDueAuditPushes(
  db: Queryable,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<ClaimedAuditPush[]> {
  const { rows } = await db.query<ClaimedAuditPush>(
    `update audit_pushes set lease = $3, next_push_at = now() + $2 * interval '1 millisecond'
     where organization_id in (
       select organization_id from audit_pushes as push
       where not is_paused and next_push_at <= now()
         and exists (select from unpushed_entries as entry where entry.organization_id = push.organization_id)
       order by next_push_at limit $1
       for no key update skip locked)
     returning organization_id, source_id, configs, failures, lease`,
    [limit, leaseMs, newId()],
  );
  return rows;
}

/** The ids of the oldest entries that wait. What they keep has so many bytes at most, unless the first alone has more. */
export async function readUnpushed(
  db: Queryable,
  organization_id: string,
  { entries, bytes }: { entries: number; bytes: number },
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from (
       select entry_id as id, row_number() over (order by entry_id) as place,
         sum(coalesce(octet_length(before::text), 0) + coalesce(octet_length(after::text), 0))
           over (order by entry_id) as bytes
       from (select entry_id from unpushed_entries where organization_id = $1 order by entry_id limit $2) as next
       left join audit_entries on audit_entries.id = entry_id) as sized
     where place = 1 or bytes <= $3 order by id`,
    [organization_id, entries, bytes],
  );
  return rows.map(({ id }) => id);
}

export interface PushedEntries {
  push: Pick<ClaimedAuditPush, "organization_id" | "lease">;
  ids: readonly string[];
  /** How many of them the receiver threw away. */
  refused: number;
}

/** Returns false, and changes nothing, if the claim does not count any more. */
export async function recordPushedEntries(
  db: Queryable,
  { push: { organization_id, lease }, ids, refused }: PushedEntries,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `with ours as (
       update audit_pushes set lease = null, next_push_at = now(), failures = 0, error = null, failed_at = null,
         pushed_at = now(), refused_count = refused_count + $4
       where organization_id = $1 and lease = $2 returning organization_id),
     pushed as (
       delete from unpushed_entries using ours
       where unpushed_entries.organization_id = ours.organization_id and entry_id = any($3::uuid[]))
     select from ours`,
    [organization_id, lease, ids, refused],
  );
  return rowCount > 0;
}

export async function recordFailedAuditPush(
  db: Queryable,
  { organization_id, lease }: Pick<ClaimedAuditPush, "organization_id" | "lease">,
  { error, waitMs }: { error: string; waitMs: number },
): Promise<void> {
  await db.query(
    `update audit_pushes set lease = null, failures = failures + 1, error = $3, failed_at = now(),
       next_push_at = now() + $4 * interval '1 millisecond'
     where organization_id = $1 and lease = $2`,
    [organization_id, lease, error, waitMs],
  );
}
