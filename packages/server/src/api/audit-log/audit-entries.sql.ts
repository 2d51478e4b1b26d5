/** Which entries of the audit log match a question? The newest first. Reads for the routes of this folder. */
import { AUDIT_PAGE_ENTRIES, type listAuditEntries } from "@posthorn/contract/audit-log";
import { AUDIT_COUNTED_MOST } from "@posthorn/contract/audit-words";
import { CHANGE_SUBJECTS } from "@posthorn/contract/changes";
import { ID_PREFIXES, type IdKind, internalId } from "@posthorn/contract/ids";
import type * as z from "zod/mini";
import type { AuditEntryRow } from "../../store/audit-entries.ts";
import type { Queryable } from "../../store/database.ts";
import {
  Conditions,
  containing,
  whereCreatedAt,
  whereId,
  whereOneOf,
} from "../../store/filters/conditions.ts";
import { LIVE_PROJECTS } from "../../store/projects.ts";

export type AuditFilters = Omit<z.output<typeof listAuditEntries.query>, "next" | "prev">;

export interface ListedEntryRow extends Omit<AuditEntryRow, "before" | "after"> {
  is_deleted: boolean;
  /** As it is called now; null if the project is gone. */
  project_name: string | null;
}

export interface WholeEntryRow extends ListedEntryRow, Pick<AuditEntryRow, "before" | "after"> {}

const IS_DELETED = `case subject_type ${CHANGE_SUBJECTS.map(
  (type) => `when '${type}' then not exists (
       select from ${type}s as subject where subject.id = subject_id and deleted_at is null)`,
).join(" ")}
   when 'project' then not exists (select from ${LIVE_PROJECTS} where projects.id = subject_id)
   else action = 'deleted' end`;

/** Entries from before the log kept names have those of now. */
const COLUMNS = `id, organization_id, team_id, subject_type, subject_id, subject_name, action, fields, caller_kind, user_id,
  api_key_id, address, user_agent, request,
  coalesce(caller_name, (select users.name from users where users.id = user_id),
    (select api_keys.name from api_keys where api_keys.id = api_key_id)) as caller_name,
  coalesce(caller_email, (select users.email from users where users.id = user_id)) as caller_email,
  (select projects.name from ${LIVE_PROJECTS} where projects.id = team_id) as project_name,
  ${IS_DELETED} as is_deleted`;

function isIdKind(kind: string): kind is IdKind {
  return kind in ID_PREFIXES;
}

/** The ids that a typed text may be: a whole id of any kind, or an id as people have it, which is a UUID. */
function idsIn(text: string): string[] {
  const kinds = Object.keys(ID_PREFIXES).filter(isIdKind);
  const named = kinds.flatMap((kind) => internalId(kind, text) ?? []);
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? [...named, text] : named;
}

function conditionsOf(organization_id: string, filters: AuditFilters): Conditions {
  const conditions = new Conditions();
  conditions.add(`organization_id = ${conditions.bind(organization_id)}`);
  const { search = "", user_id, subject_id } = filters;
  const typed = search.trim();
  if (typed !== "") {
    const [text, ids] = [conditions.bind(containing(typed)), conditions.bind(idsIn(typed))];
    conditions.add(
      `caller_name ilike ${text} or caller_email ilike ${text} or subject_name ilike ${text} or address ilike ${text}
       or subject_id = any(${ids}::uuid[]) or user_id = any(${ids}::uuid[]) or api_key_id = any(${ids}::uuid[])
       or team_id = any(${ids}::uuid[]) or id = any(${ids}::uuid[])`,
    );
  }
  // People have UUIDs outside, too.
  if (user_id) conditions.add(`user_id = any(${conditions.bind(user_id.flatMap(idsIn))}::uuid[])`);
  whereId(conditions, "api_key_id", "api_key", filters.api_key_id);
  whereId(conditions, "team_id", "project", filters.project_id);
  whereOneOf(conditions, "caller_kind", filters.by);
  whereOneOf(conditions, "action", filters.action);
  whereOneOf(conditions, "subject_type", filters.subject_type);
  if (subject_id !== undefined)
    conditions.add(`subject_id = any(${conditions.bind(idsIn(subject_id))}::uuid[])`);
  whereCreatedAt(conditions, "id", filters.created_at);
  return conditions;
}

export interface EntryPage {
  rows: ListedEntryRow[];
  hasNewer: boolean;
  hasOlder: boolean;
}

/** `olderThan` and `newerThan` are ids of entries, of which the caller names one at most. */
export async function readEntryPage(
  db: Queryable,
  organization_id: string,
  filters: AuditFilters,
  { olderThan, newerThan }: { olderThan: string | null; newerThan: string | null },
): Promise<EntryPage> {
  const conditions = conditionsOf(organization_id, filters);
  if (olderThan !== null) conditions.add(`id < ${conditions.bind(olderThan)}`);
  if (newerThan !== null) conditions.add(`id > ${conditions.bind(newerThan)}`);
  const goesBack = newerThan !== null;
  const { rows } = await db.query<ListedEntryRow>(
    `select ${COLUMNS} from audit_entries where ${conditions.sql}
     order by id ${goesBack ? "asc" : "desc"} limit ${AUDIT_PAGE_ENTRIES + 1}`,
    conditions.values,
  );
  const hasMore = rows.length > AUDIT_PAGE_ENTRIES;
  const page = rows.slice(0, AUDIT_PAGE_ENTRIES);
  return goesBack
    ? { rows: page.toReversed(), hasNewer: hasMore, hasOlder: true }
    : { rows: page, hasNewer: olderThan !== null, hasOlder: hasMore };
}

/** Counts no further than `AUDIT_COUNTED_MOST`. */
export async function countEntries(
  db: Queryable,
  organization_id: string,
  filters: AuditFilters,
): Promise<number> {
  const conditions = conditionsOf(organization_id, filters);
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count
     from (select from audit_entries where ${conditions.sql} limit ${AUDIT_COUNTED_MOST}) as matching`,
    conditions.values,
  );
  return rows[0]?.count ?? 0;
}

/** Null: the organization has no such entry. */
export async function findEntry(
  db: Queryable,
  organization_id: string,
  id: string,
): Promise<WholeEntryRow | null> {
  const { rows } = await db.query<WholeEntryRow>(
    `select ${COLUMNS}, before, after from audit_entries where organization_id = $1 and id = $2`,
    [organization_id, id],
  );
  return rows[0] ?? null;
}

/** As many as `limit` with all that they keep, older than `olderThan`. */
export async function readWholeEntries(
  db: Queryable,
  organization_id: string,
  filters: AuditFilters,
  { olderThan, limit }: { olderThan: string | null; limit: number },
): Promise<WholeEntryRow[]> {
  const conditions = conditionsOf(organization_id, filters);
  if (olderThan !== null) conditions.add(`id < ${conditions.bind(olderThan)}`);
  const { rows } = await db.query<WholeEntryRow>(
    `select ${COLUMNS}, before, after from audit_entries where ${conditions.sql}
     order by id desc limit ${conditions.bind(limit)}`,
    conditions.values,
  );
  return rows;
}

/** Those of these entries that are still there, oldest first. */
export async function readEntriesOf(
  db: Queryable,
  organization_id: string,
  ids: readonly string[],
): Promise<WholeEntryRow[]> {
  const { rows } = await db.query<WholeEntryRow>(
    `select ${COLUMNS}, before, after from audit_entries
     where organization_id = $1 and id = any($2::uuid[]) order by id`,
    [organization_id, ids],
  );
  return rows;
}
