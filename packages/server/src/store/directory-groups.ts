/**
 * Every write to `directory_groups` and `directory_group_members`: groups as the directory of an organization has them, and
 * the role that each gives.
 *
 * Changes hold the lock of the organization.
 */
import type { GrantedRole } from "@posthorn/contract/roles";
import { newId } from "../ids.ts";
import type { Queryable } from "./database.ts";

/** What the directory says of a group, besides who is in it. */
export interface DirectoryGroup {
  display_name: string;
  external_id: string | null;
}

export interface DirectoryGroupRow extends DirectoryGroup {
  id: string;
  role: GrantedRole | null;
  updated_at: string;
  /** How many people are in it. */
  members: number;
}

const COLUMNS = `groups.id, groups.display_name, groups.external_id, groups.role, groups.updated_at,
  (select count(*)::int from directory_group_members as belonging where belonging.group_id = groups.id) as members`;

interface GroupKey {
  organization_id: string;
  id: string;
}

/** The unique index reports a name that another group of the directory has: see `isUniqueViolation`. */
export async function insertDirectoryGroup(
  tx: Queryable,
  organization_id: string,
  { display_name, external_id }: DirectoryGroup,
): Promise<string> {
  const id = newId();
  await tx.query(
    "insert into directory_groups (id, organization_id, display_name, external_id) values ($1, $2, $3, $4)",
    [id, organization_id, display_name, external_id],
  );
  return id;
}

/** As for a new one, the unique index may refuse it. */
export async function saveDirectoryGroup(
  tx: Queryable,
  { organization_id, id }: GroupKey,
  { display_name, external_id }: DirectoryGroup,
): Promise<void> {
  await tx.query(
    `update directory_groups set display_name = $3, external_id = $4, updated_at = now()
     where organization_id = $1 and id = $2 and (display_name, external_id) is distinct from ($3, $4)`,
    [organization_id, id, display_name, external_id],
  );
}

/** Returns false if the directory has no such group. */
export async function setGroupRole(
  tx: Queryable,
  { organization_id, id }: GroupKey,
  role: GrantedRole | null,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    "update directory_groups set role = $3, updated_at = now() where organization_id = $1 and id = $2",
    [organization_id, id, role],
  );
  return rowCount > 0;
}

/** Returns the people who are now in the group; an id of somebody whom the directory has not sent adds nobody. */
export async function addToGroup(
  tx: Queryable,
  { organization_id, id }: GroupKey,
  people: readonly string[],
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    "select id from directory_people where organization_id = $1 and id = any($2::uuid[])",
    [organization_id, people],
  );
  const known = rows.map((row) => row.id);
  await tx.query(
    `insert into directory_group_members (id, organization_id, group_id, person_id)
     select added.id, $1, $2, added.person_id from unnest($3::uuid[], $4::uuid[]) as added (id, person_id)
     on conflict (group_id, person_id) do nothing`,
    [organization_id, id, known.map(() => newId()), known],
  );
  return known;
}

export async function removeFromGroup(
  tx: Queryable,
  { organization_id, id }: GroupKey,
  people: readonly string[],
): Promise<void> {
  await tx.query(
    `delete from directory_group_members
     where organization_id = $1 and group_id = $2 and person_id = any($3::uuid[])`,
    [organization_id, id, people],
  );
}

export async function deleteDirectoryGroup(tx: Queryable, { organization_id, id }: GroupKey): Promise<void> {
  await tx.query("delete from directory_groups where organization_id = $1 and id = $2", [
    organization_id,
    id,
  ]);
}

export async function findDirectoryGroup(
  db: Queryable,
  { organization_id, id }: GroupKey,
): Promise<DirectoryGroupRow | null> {
  const { rows } = await db.query<DirectoryGroupRow>(
    `select ${COLUMNS} from directory_groups as groups where organization_id = $1 and id = $2`,
    [organization_id, id],
  );
  return rows[0] ?? null;
}

/** What a directory looks for; all of it must be true. */
export interface GroupsFilter {
  id?: string;
  display_name?: string;
  external_id?: string;
  /** Somebody who is in it. */
  person_id?: string;
}

const FILTERED = `groups.organization_id = $1
  and ($2::uuid is null or groups.id = $2)
  and ($3::text is null or lower(groups.display_name) = lower($3))
  and ($4::text is null or groups.external_id = $4)
  and ($5::uuid is null or exists (
    select from directory_group_members as belonging
    where belonging.group_id = groups.id and belonging.person_id = $5))`;

function filterValues(organization_id: string, filter: GroupsFilter): unknown[] {
  const { id = null, display_name = null, external_id = null, person_id = null } = filter;
  return [organization_id, id, display_name, external_id, person_id];
}

export async function countDirectoryGroups(
  db: Queryable,
  organization_id: string,
  filter: GroupsFilter = {},
): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from directory_groups as groups where ${FILTERED}`,
    filterValues(organization_id, filter),
  );
  return rows[0]?.count ?? 0;
}

/** Oldest first. */
export async function readDirectoryGroups(
  db: Queryable,
  organization_id: string,
  filter: GroupsFilter,
  { skipped, most }: { skipped: number; most: number },
): Promise<DirectoryGroupRow[]> {
  const { rows } = await db.query<DirectoryGroupRow>(
    `select ${COLUMNS} from directory_groups as groups where ${FILTERED} order by groups.id offset $6 limit $7`,
    [...filterValues(organization_id, filter), skipped, most],
  );
  return rows;
}

export interface GroupMember {
  group_id: string;
  person_id: string;
  user_name: string;
}

/** Of all these groups. */
export async function readGroupMembers(db: Queryable, groups: readonly string[]): Promise<GroupMember[]> {
  const { rows } = await db.query<GroupMember>(
    `select belonging.group_id, people.id as person_id, people.user_name
     from directory_group_members as belonging join directory_people as people on people.id = belonging.person_id
     where belonging.group_id = any($1::uuid[]) order by people.id`,
    [groups],
  );
  return rows;
}
