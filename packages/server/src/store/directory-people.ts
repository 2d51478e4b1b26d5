/**
 * Every write to `directory_people`: people as the directory of an organization has them, and what it finds them by.
 *
 * Somebody here is not yet a member: directory-members.ts (access) decides that. Changes hold the lock of the organization.
 */
import type { Role } from "@posthorn/contract/roles";
import { newId } from "../ids.ts";
import type { Queryable } from "./database.ts";
import { MEMBERSHIPS } from "./members.ts";

/** What the directory says of a person. */
export interface DirectoryPerson {
  user_name: string;
  external_id: string | null;
  /** Null: the user name is the address. */
  mail: string | null;
  given_name: string | null;
  family_name: string | null;
  display_name: string | null;
  is_active: boolean;
}

export interface DirectoryPersonRow extends DirectoryPerson {
  id: string;
  user_id: string | null;
  has_made_account: boolean;
  email: string;
  updated_at: string;
}

const COLUMNS = `people.id, people.user_id, people.has_made_account, people.user_name, people.external_id, people.mail,
  people.email, people.given_name, people.family_name, people.display_name, people.is_active, people.updated_at`;

interface PersonKey {
  organization_id: string;
  id: string;
}

function valuesOf(person: DirectoryPerson): unknown[] {
  const { user_name, external_id, mail, given_name, family_name, display_name, is_active } = person;
  return [user_name, external_id, mail, given_name, family_name, display_name, is_active];
}

/** The unique indexes report a user name or an address that another person of the directory has: see `isUniqueViolation`. */
export async function insertDirectoryPerson(
  tx: Queryable,
  organization_id: string,
  person: DirectoryPerson,
): Promise<string> {
  const id = newId();
  await tx.query(
    `insert into directory_people (id, organization_id, user_name, external_id, mail, given_name, family_name, display_name,
       is_active)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, organization_id, ...valuesOf(person)],
  );
  return id;
}

/** As for a new one, the unique indexes may refuse it. */
export async function saveDirectoryPerson(
  tx: Queryable,
  { organization_id, id }: PersonKey,
  person: DirectoryPerson,
): Promise<void> {
  await tx.query(
    `update directory_people set user_name = $3, external_id = $4, mail = $5, given_name = $6, family_name = $7,
       display_name = $8, is_active = $9, updated_at = now()
     where organization_id = $1 and id = $2
       and (user_name, external_id, mail, given_name, family_name, display_name, is_active)
         is distinct from ($3, $4, $5, $6, $7, $8, $9::boolean)`,
    [organization_id, id, ...valuesOf(person)],
  );
}

/** An account is one person of the directory: whoever had it before loses it. */
export async function bindAccount(
  tx: Queryable,
  { organization_id, id }: PersonKey,
  { user_id, has_made_account }: { user_id: string; has_made_account: boolean },
): Promise<void> {
  await tx.query(
    `update directory_people set user_id = null, has_made_account = false
     where organization_id = $1 and user_id = $2 and id <> $3`,
    [organization_id, user_id, id],
  );
  await tx.query(
    `update directory_people set user_id = $3, has_made_account = $4
     where organization_id = $1 and id = $2 and user_id is distinct from $3`,
    [organization_id, id, user_id, has_made_account],
  );
}

export async function deleteDirectoryPerson(
  tx: Queryable,
  { organization_id, id }: PersonKey,
): Promise<void> {
  await tx.query("delete from directory_people where organization_id = $1 and id = $2", [
    organization_id,
    id,
  ]);
}

export async function findDirectoryPerson(
  db: Queryable,
  { organization_id, id }: PersonKey,
): Promise<DirectoryPersonRow | null> {
  const { rows } = await db.query<DirectoryPersonRow>(
    `select ${COLUMNS} from directory_people as people where organization_id = $1 and id = $2`,
    [organization_id, id],
  );
  return rows[0] ?? null;
}

/** What a directory looks for; all of it must be true. */
export interface PeopleFilter {
  id?: string;
  user_name?: string;
  external_id?: string;
  email?: string;
}

const FILTERED = `people.organization_id = $1
  and ($2::uuid is null or people.id = $2)
  and ($3::text is null or lower(people.user_name) = lower($3))
  and ($4::text is null or people.external_id = $4)
  and ($5::text is null or people.email = lower($5))`;

function filterValues(organization_id: string, filter: PeopleFilter): unknown[] {
  const { id = null, user_name = null, external_id = null, email = null } = filter;
  return [organization_id, id, user_name, external_id, email];
}

export async function countDirectoryPeople(
  db: Queryable,
  organization_id: string,
  filter: PeopleFilter = {},
): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from directory_people as people where ${FILTERED}`,
    filterValues(organization_id, filter),
  );
  return rows[0]?.count ?? 0;
}

/** Oldest first. */
export async function readDirectoryPeople(
  db: Queryable,
  organization_id: string,
  filter: PeopleFilter,
  { skipped, most }: { skipped: number; most: number },
): Promise<DirectoryPersonRow[]> {
  const { rows } = await db.query<DirectoryPersonRow>(
    `select ${COLUMNS} from directory_people as people where ${FILTERED} order by people.id offset $6 limit $7`,
    [...filterValues(organization_id, filter), skipped, most],
  );
  return rows;
}

export interface DuePerson extends DirectoryPersonRow {
  /** The role that they have in the organization. Null: they are no member. */
  role: Role | null;
  /** The role that they should have. Null: they should be no member. */
  wanted: Exclude<Role, "owner"> | null;
}

/**
 * Those whose role is not what the directory says; those who leave come first, because they make room. `ids`: only these;
 * null: anybody. The highest role of somebody's groups counts. Until a group has a role, members keep theirs.
 */
export async function readDuePeople(
  tx: Queryable,
  organization_id: string,
  ids: readonly string[] | null,
): Promise<DuePerson[]> {
  const { rows } = await tx.query<DuePerson>(
    `select ${COLUMNS}, members.role, decided.role as wanted
     from directory_people as people
     join directories on directories.organization_id = people.organization_id
     left join ${MEMBERSHIPS}
       on members.organization_id = people.organization_id and members.user_id = people.user_id
     cross join lateral (
       select case
         when not people.is_active then null
         when exists (select from directory_groups as groups
                      where groups.organization_id = people.organization_id and groups.role is not null)
         then coalesce(
           (select groups.role
            from directory_group_members as belonging join directory_groups as groups on groups.id = belonging.group_id
            where belonging.person_id = people.id and groups.role is not null
            order by array_position('{admin,member,viewer}', groups.role) limit 1),
           directories.default_role)
         else coalesce(members.role, directories.default_role) end as role
     ) as decided
     where people.organization_id = $1 and ($2::uuid[] is null or people.id = any($2))
       and members.role is distinct from decided.role and members.role is distinct from 'owner'
     order by decided.role is not null, people.id`,
    [organization_id, ids],
  );
  return rows;
}
