/**
 * Who changes something, and what does the audit log say of it?
 *
 * Triggers write nearly every row of `audit_entries`, in the transaction that makes the change
 * (migrations/0012-audit-log.sql). They need to know the caller, and PostgreSQL carries it there as a setting of the
 * transaction. Without a caller they record nothing: then the product changed something by itself. What is no change of a
 * row (a sign-in, a download) is written here.
 */
import type { AuditAction, AuditSubject, CallerKind, PERSONS_ACTIONS } from "@posthorn/contract/audit-words";
import type { ChangedField } from "@posthorn/contract/changes";
import type { Database, Queryable } from "./database.ts";
import { MEMBERSHIPS } from "./members.ts";
import { ALL_PROJECTS } from "./projects.ts";

export interface AuditEntryRow {
  id: string;
  organization_id: string | null;
  /** Null: it concerns no single project. */
  team_id: string | null;
  subject_type: AuditSubject;
  subject_id: string;
  subject_name: string | null;
  action: AuditAction;
  fields: ChangedField[];
  caller_kind: CallerKind;
  user_id: string | null;
  api_key_id: string | null;
  caller_name: string | null;
  caller_email: string | null;
  address: string | null;
  user_agent: string | null;
  request: string | null;
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
}

export interface RecordedCaller {
  kind: CallerKind;
  user_id: string | null;
  api_key_id: string | null;
}

/** Where a call comes from. */
export interface CallOrigin {
  address: string | null;
  user_agent: string | null;
  /** `PUT /2025-07-01/connections/web_…`, without the query. */
  request: string | null;
}

const NOWHERE: CallOrigin = { address: null, user_agent: null, request: null };

/** Long enough for every browser and every path of ours. A caller writes both. */
const ORIGIN_MAX_CHARACTERS = 400;

/** The caller as the triggers read it. Its name is read now: a person who deletes their account still has it. */
const CALLER = `jsonb_strip_nulls(jsonb_build_object('kind', $1::text, 'user_id', $2::uuid, 'api_key_id', $3::uuid,
    'name', coalesce((select name from users where id = $2), (select name from api_keys where id = $3)),
    'email', (select email from users where id = $2),
    'address', $4::text, 'user_agent', $5::text, 'request', $6::text))`;

function short(text: string | null): string | null {
  return text?.slice(0, ORIGIN_MAX_CHARACTERS).toWellFormed() ?? null;
}

function valuesOf(
  { kind, user_id, api_key_id }: RecordedCaller,
  { address, user_agent, request }: CallOrigin,
): unknown[] {
  return [kind, user_id, api_key_id, address, short(user_agent), short(request)];
}

/** What these statements and transactions change is recorded as this caller's. */
export function changesOf(db: Database, caller: RecordedCaller, origin: CallOrigin = NOWHERE): Database {
  const transaction: Database["transaction"] = (work) =>
    db.transaction(async (tx) => {
      await tx.query(`select set_config('posthorn.caller', ${CALLER}::text, true)`, valuesOf(caller, origin));
      return work(tx);
    });
  return { ...db, transaction, query: (text, values) => transaction((tx) => tx.query(text, values)) };
}

/** What follows in this transaction is no change of the caller's: one entry stands for all of it. */
export async function recordNoMore(tx: Queryable): Promise<void> {
  await tx.query("select set_config('posthorn.caller', '', true)");
}

export type PersonsAction = (typeof PERSONS_ACTIONS)[number];

/** What a person did with their own account is recorded in each organization to which they belong. */
export async function recordPersonsAction(
  db: Queryable,
  { user_id, action, ...origin }: CallOrigin & { user_id: string; action: PersonsAction },
): Promise<void> {
  await db.query(
    `insert into audit_entries (id, organization_id, subject_type, subject_id, subject_name, action, fields,
       caller_kind, user_id, caller_name, caller_email, address, user_agent, request)
     select new_entry_id(), members.organization_id, 'person', users.id, users.email, $7, '[]', caller ->> 'kind', users.id,
       users.name, users.email, caller ->> 'address', caller ->> 'user_agent', caller ->> 'request'
     from ${MEMBERSHIPS} join users on users.id = members.user_id cross join (values (${CALLER})) as calling (caller)
     where users.id = $2`,
    [...valuesOf({ kind: "session", user_id, api_key_id: null }, origin), action],
  );
}

/** What a caller has done that changes no row. */
export interface Deed {
  /** Null: that of the project. */
  organization_id: string | null;
  team_id: string | null;
  subject_type: "audit_log" | "audit_push" | "bookmark" | "event" | "invoice" | "request";
  subject_id: string;
  subject_name: string | null;
  action: "downloaded" | "exported" | "tested";
  /** What was asked for. */
  after: Readonly<Record<string, unknown>> | null;
}

/** A caller has taken something out, or has tested something. */
export async function recordDeed(
  db: Queryable,
  caller: RecordedCaller,
  origin: CallOrigin,
  { organization_id, team_id, subject_type, subject_id, subject_name, action, after }: Deed,
): Promise<void> {
  await db.query(
    `insert into audit_entries (id, organization_id, team_id, subject_type, subject_id, subject_name, action, fields, after,
       caller_kind, user_id, api_key_id, caller_name, caller_email, address, user_agent, request)
     select new_entry_id(), coalesce($7, (select organization_id from ${ALL_PROJECTS} where projects.id = $8)), $8, $9, $10, $11, $12, '[]', $13, $1, $2, $3, caller ->> 'name', caller ->> 'email',
       caller ->> 'address', caller ->> 'user_agent', caller ->> 'request'
     from (values (${CALLER})) as calling (caller)`,
    [
      ...valuesOf(caller, origin),
      organization_id,
      team_id,
      subject_type,
      subject_id,
      subject_name,
      action,
      after && JSON.stringify(after),
    ],
  );
}

/**
 * Deletes up to `limit` entries that are older than so many days, oldest first. Returns true when there may be more.
 */
export async function deleteOldEntries(db: Queryable, days: number, limit: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `delete from audit_entries where id in (
       select id from audit_entries where id < first_id(now() - $1 * interval '1 day') order by id limit $2)`,
    [days, limit],
  );
  return rowCount === limit;
}

/** As `deleteOldEntries`, for the entries of organizations that are deleted: nobody can read them any more. */
export async function deleteEntriesOfNobody(db: Queryable, limit: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `delete from audit_entries where id in (
       select entry.id
       from (
         -- One step of the index for each organization, however many entries it has.
         with recursive owners (id) as (
           (select organization_id from audit_entries where organization_id is not null order by organization_id limit 1)
           union all
           select (select organization_id from audit_entries as next where next.organization_id > owners.id
                   order by next.organization_id limit 1)
           from owners where owners.id is not null
         )
         select id from owners
         where id is not null and not exists (select from organizations where organizations.id = owners.id)
           and not exists (select from ${ALL_PROJECTS} where projects.organization_id = owners.id)
       ) as gone join audit_entries as entry on entry.organization_id = gone.id
       limit $1)`,
    [limit],
  );
  return rowCount === limit;
}
