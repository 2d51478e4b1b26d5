/**
 * Every write to `directories`: which organizations have directory sync on, and what they say about roles.
 *
 * Changes hold the lock of the organization (organizations.ts). With the row go tokens, people and groups of the directory;
 * the members stay.
 */
import type { GrantedRole } from "@posthorn/contract/roles";
import type { Queryable } from "./database.ts";
import { MEMBERSHIPS } from "./members.ts";

export interface DirectoryRow {
  organization_id: string;
  /** Of people in no group that has a role. Null: they are no members. */
  default_role: GrantedRole | null;
  last_call_at: string | null;
}

/** Returns false if the organization has a directory already. */
export async function insertDirectory(
  tx: Queryable,
  { organization_id, default_role }: Pick<DirectoryRow, "organization_id" | "default_role">,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into directories (organization_id, default_role) values ($1, $2)
     on conflict (organization_id) do nothing`,
    [organization_id, default_role],
  );
  return rowCount > 0;
}

export async function setDefaultRole(
  tx: Queryable,
  { organization_id, default_role }: Pick<DirectoryRow, "organization_id" | "default_role">,
): Promise<void> {
  await tx.query("update directories set default_role = $2 where organization_id = $1", [
    organization_id,
    default_role,
  ]);
}

/** To the minute, so that a directory that calls often does not write with every call. */
export async function noteDirectoryCall(db: Queryable, organization_id: string): Promise<void> {
  await db.query(
    `update directories set last_call_at = now()
     where organization_id = $1 and (last_call_at is null or last_call_at < now() - interval '1 minute')`,
    [organization_id],
  );
}

/** Returns false if the organization has none. */
export async function deleteDirectory(tx: Queryable, organization_id: string): Promise<boolean> {
  const { rowCount } = await tx.query("delete from directories where organization_id = $1", [
    organization_id,
  ]);
  return rowCount > 0;
}

export async function findDirectory(db: Queryable, organization_id: string): Promise<DirectoryRow | null> {
  const { rows } = await db.query<DirectoryRow>(
    "select organization_id, default_role, last_call_at from directories where organization_id = $1",
    [organization_id],
  );
  return rows[0] ?? null;
}

export interface DirectoryCounts {
  /** People that the directory has sent and not deactivated. */
  people: number;
  /** Those of them who are members. */
  members: number;
  /** Members whom the directory has not sent, the owner among them. */
  others: number;
}

export async function countDirectory(db: Queryable, organization_id: string): Promise<DirectoryCounts> {
  const { rows } = await db.query<DirectoryCounts>(
    `select
       (select count(*)::int from directory_people where organization_id = $1 and is_active) as people,
       (count(*) filter (where people.id is not null))::int as members,
       (count(*) filter (where people.id is null))::int as others
     from ${MEMBERSHIPS}
     left join directory_people as people
       on people.organization_id = members.organization_id and people.user_id = members.user_id
     where members.organization_id = $1`,
    [organization_id],
  );
  return rows[0] ?? { people: 0, members: 0, others: 0 };
}
