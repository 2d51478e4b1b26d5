/**
 * Which people belong to an organization, and with which role? Every write to `members`, and what others read of it.
 *
 * A role in an organization is not yet a role in its projects: what a person may do in a project is in the view
 * `project_roles`, and nowhere else. So no other file may write `from members`, and `npm run check` enforces it. Changes
 * hold the lock of the organization (organizations.ts).
 */
import type { Role } from "@posthorn/contract/roles";
import { newId } from "../ids.ts";
import type { Queryable } from "./database.ts";
import { containing } from "./filters/conditions.ts";

/** Use it like a table: `from ${MEMBERSHIPS}`. The role is the one in the organization. */
export const MEMBERSHIPS = "(select user_id, organization_id, role from members) as members";

export interface Membership {
  organization_id: string;
  user_id: string;
  role: Role;
}

/** A person who is a member already keeps the role. */
export async function insertMember(
  tx: Queryable,
  { organization_id, user_id, role }: Membership,
): Promise<void> {
  await tx.query(
    `insert into members (id, organization_id, user_id, role) values ($1, $2, $3, $4)
     on conflict (organization_id, user_id) do nothing`,
    [newId(), organization_id, user_id, role],
  );
}

export interface MemberRow {
  id: string;
  user_id: string;
  user_name: string;
  user_email: string;
  role: Role;
  /** The organization's directory decides whether they are a member. */
  is_synced: boolean;
  created_at: string;
}

const MEMBERS = `select members.id, members.user_id, users.name as user_name, users.email as user_email, members.role,
    exists (select from directory_people as people where people.organization_id = members.organization_id
      and people.user_id = members.user_id) as is_synced,
    members.created_at
  from members join users on users.id = members.user_id`;

/** Those who came first come first. `search` is a part of the name or the email. */
export async function readMembers(
  db: Queryable,
  organization_id: string,
  search: string,
): Promise<MemberRow[]> {
  const { rows } = await db.query<MemberRow>(
    `${MEMBERS}
     where members.organization_id = $1 and (users.name ilike $2 or users.email ilike $2)
     order by members.created_at, members.id`,
    [organization_id, containing(search)],
  );
  return rows;
}

export interface MemberKey {
  organization_id: string;
  id: string;
}

/** Waits for the person's own transaction if they are deleting their account, and finds nobody afterwards. */
export async function lockMember(
  tx: Queryable,
  { organization_id, id }: MemberKey,
): Promise<MemberRow | null> {
  const { rows } = await tx.query<MemberRow>(
    `${MEMBERS} where members.organization_id = $1 and members.id = $2 for update of members`,
    [organization_id, id],
  );
  return rows[0] ?? null;
}

/** Null when the person is not a member, or there is no such organization. */
export async function findMembership(
  db: Queryable,
  { user_id, organization_id }: { user_id: string; organization_id: string },
): Promise<{ id: string; role: Role } | null> {
  const { rows } = await db.query<{ id: string; role: Role }>(
    `select id, role from members where user_id = $1 and organization_id = $2`,
    [user_id, organization_id],
  );
  return rows[0] ?? null;
}

/** Those of the emails whose people are members. */
export async function emailsOfMembers(
  db: Queryable,
  organization_id: string,
  emails: readonly string[],
): Promise<string[]> {
  const { rows } = await db.query<{ email: string }>(
    `select users.email from members join users on users.id = members.user_id
     where members.organization_id = $1 and users.email = any($2) order by users.email`,
    [organization_id, emails],
  );
  return rows.map(({ email }) => email);
}

export async function setMemberRole(
  tx: Queryable,
  { organization_id, id }: MemberKey,
  role: Role,
): Promise<void> {
  await tx.query("update members set role = $3 where organization_id = $1 and id = $2", [
    organization_id,
    id,
    role,
  ]);
}

/** The old owner becomes admin. */
export async function handOn(tx: Queryable, { organization_id, id }: MemberKey): Promise<void> {
  await tx.query("update members set role = 'admin' where organization_id = $1 and role = 'owner'", [
    organization_id,
  ]);
  await setMemberRole(tx, { organization_id, id }, "owner");
}

/** What they were given in projects goes with them. */
export async function deleteMember(tx: Queryable, { organization_id, id }: MemberKey): Promise<void> {
  await tx.query("delete from members where organization_id = $1 and id = $2", [organization_id, id]);
}

/** For a person who deletes their account. */
export async function deleteMembershipsOf(tx: Queryable, user_id: string): Promise<void> {
  await tx.query("delete from members where user_id = $1", [user_id]);
}

/** How many organizations the person owns. Until the transaction ends, nobody else can change the person's roles. */
export async function lockOwnedOrganizations(tx: Queryable, user_id: string): Promise<number> {
  const { rows } = await tx.query<{ role: Role }>("select role from members where user_id = $1 for update", [
    user_id,
  ]);
  return rows.filter(({ role }) => role === "owner").length;
}

/** The names of the organizations that a person owns. */
export async function readOwnedOrganizations(db: Queryable, user_id: string): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select organizations.name from members join organizations on organizations.id = members.organization_id
     where members.user_id = $1 and members.role = 'owner' order by organizations.id`,
    [user_id],
  );
  return rows.map(({ name }) => name);
}
