/**
 * Every write to `cli_keys`, and two reads: whose key is this and what may it do now, and which keys open a project?
 *
 * A person's key has the person's rights in each of their projects. A key made from an API key acts on that key's
 * project and ends with it. Nothing is cached, so that a removal or a new role takes effect at the next call.
 */
import { randomBytes } from "node:crypto";
import type { Lock } from "@posthorn/contract/plans";
import type { HeldRoles, Role } from "@posthorn/contract/roles";
import { CLI_KEYS_PER_HOLDER, CLI_KEY_UNUSED_MAX_DAYS } from "@posthorn/contract/limits";
import { newId } from "../ids.ts";
import { hashOfKey } from "./api-keys.ts";
import type { Queryable } from "./database.ts";
import { MEMBERSHIPS } from "./members.ts";
import { ALL_PROJECTS, LIVE_PROJECTS } from "./projects.ts";

/** People and our own code tell CLI keys from API keys by it. */
const KEY_PREFIX = "phc_";
const KEY_RANDOM_BYTES = 24;

/** Exactly one of the two is set: a person, or the API key that the CLI key is made from. */
export interface KeyHolderIds {
  user_id: string | null;
  api_key_id: string | null;
}

export interface NewCliKey extends KeyHolderIds {
  team_id: string;
  cli_id: string;
}

export function isCliKey(key: string): boolean {
  return key.startsWith(KEY_PREFIX);
}

/** Returns the key, which is not stored. If a holder has too many keys, the least recently used ones are deleted. */
export async function issueCliKey(
  db: Queryable,
  { user_id, api_key_id, team_id, cli_id }: NewCliKey,
): Promise<string> {
  const key = KEY_PREFIX + randomBytes(KEY_RANDOM_BYTES).toString("base64url");
  await db.query(
    `delete from cli_keys where id in (
       select id from cli_keys
       where (user_id = $1 or api_key_id = $2)
       order by last_used_at desc, id desc offset $3)
     or ((user_id = $1 or api_key_id = $2) and last_used_at < now() - $4 * interval '1 day')`,
    [user_id, api_key_id, CLI_KEYS_PER_HOLDER - 1, CLI_KEY_UNUSED_MAX_DAYS],
  );
  await db.query(
    `insert into cli_keys (id, hash, user_id, api_key_id, team_id, cli_id) values ($1, $2, $3, $4, $5, $6)`,
    [newId(), hashOfKey(key), user_id, api_key_id, team_id, cli_id],
  );
  return key;
}

export interface CliKeyAccess extends KeyHolderIds {
  /** A key made from an API key shares that key's allowance of calls, so exchanging it gains nothing. */
  key: { id: string; rate_limit: number | null; plan_rate_limit: number | null };
  /** Null when there is no such project, or the key may not see it. */
  project: ({ id: string; lock: Lock | null } & HeldRoles) | null;
  /** The machine that the key was issued to, in the project of that time. */
  client: { id: string; team_id: string; device_name: string };
}

interface AccessRow extends KeyHolderIds {
  id: string;
  rate_limit: number | null;
  plan_rate_limit: number | null;
  renewal_due: boolean;
  project_id: string | null;
  role: Role | null;
  organization_role: Role | null;
  lock: Lock | null;
  client_id: string;
  client_team_id: string;
  device_name: string;
}

/**
 * Without a project id, takes the project that the key was issued for, or the person's first project if
 * they no longer have that one. Returns null when there is no such key, it was unused for too long, its API
 * key has ended, or its person no longer belongs to any organization.
 */
export async function findCliKeyAccess(
  db: Queryable,
  hash: Buffer,
  project_id: string | null,
): Promise<CliKeyAccess | null> {
  const { rows } = await db.query<AccessRow>(
    `select cli_keys.id, cli_keys.user_id, cli_keys.api_key_id, seen.team_id as project_id, seen.role, seen.organization_role,
       cli_clients.id as client_id, cli_clients.team_id as client_team_id, cli_clients.device_name,
       api_keys.rate_limit, limits.api_rate_limit as plan_rate_limit,
       plan_lock(limits.organization_id, seen.organization_role, cli_keys.user_id is null) as lock, cli_keys.last_used_at < now() - interval '1 day' as renewal_due
     from cli_keys
     join cli_clients on cli_clients.id = cli_keys.cli_id
     left join api_keys on api_keys.id = cli_keys.api_key_id
     left join lateral (
       (select roles.team_id, roles.role, roles.organization_role
        from project_roles as roles
        where roles.user_id = cli_keys.user_id and ($2::uuid is null or roles.team_id = $2)
        order by roles.team_id <> cli_keys.team_id, roles.organization_id, roles.team_id limit 1)
       union all
       select cli_keys.team_id, api_keys.role, null
       where cli_keys.user_id is null and ($2::uuid is null or cli_keys.team_id = $2)
     ) as seen on true
     left join project_limits as limits on limits.team_id = coalesce(seen.team_id, cli_keys.team_id)
     where cli_keys.hash = $1 and cli_keys.last_used_at > now() - $3 * interval '1 day'
       and (api_keys.expires_at is null or api_keys.expires_at > now())
       and (cli_keys.user_id is null or exists (select from ${MEMBERSHIPS} where members.user_id = cli_keys.user_id))`,
    [hash, project_id, CLI_KEY_UNUSED_MAX_DAYS],
  );
  const row = rows[0];
  if (!row) return null;
  if (row.renewal_due) await db.query("update cli_keys set last_used_at = now() where id = $1", [row.id]);
  return {
    user_id: row.user_id,
    api_key_id: row.api_key_id,
    key: { id: row.api_key_id ?? row.id, rate_limit: row.rate_limit, plan_rate_limit: row.plan_rate_limit },
    project:
      row.project_id && row.role
        ? { id: row.project_id, role: row.role, organization_role: row.organization_role, lock: row.lock }
        : null,
    client: { id: row.client_id, team_id: row.client_team_id, device_name: row.device_name },
  };
}

/**
 * Whether a key opens the project `$1`, for statements about `cli_keys`. A key that its person got in another
 * organization may open the project too, but is no business of this one.
 */
const OPENS_PROJECT = `((cli_keys.user_id is null and cli_keys.team_id = $1) or exists (
    select from project_roles as roles join ${LIVE_PROJECTS} on projects.organization_id = roles.organization_id
    where roles.user_id = cli_keys.user_id and roles.team_id = $1 and projects.id = cli_keys.team_id))`;

export interface CliKeyRow {
  id: string;
  device_name: string;
  user: { id: string; name: string; email: string } | null;
  api_key_name: string | null;
  last_used_at: string;
}

/** The keys that open a project and can still be used, last used first, at most `limit`. */
export async function readCliKeys(db: Queryable, team_id: string, limit: number): Promise<CliKeyRow[]> {
  const { rows } = await db.query<CliKeyRow>(
    `select cli_keys.id, cli_clients.device_name, api_keys.name as api_key_name, cli_keys.last_used_at,
       case when users.id is not null
         then json_build_object('id', users.id, 'name', users.name, 'email', users.email) end as user
     from cli_keys
     join cli_clients on cli_clients.id = cli_keys.cli_id
     left join users on users.id = cli_keys.user_id
     left join api_keys on api_keys.id = cli_keys.api_key_id
     where ${OPENS_PROJECT} and cli_keys.last_used_at > now() - $2 * interval '1 day'
       and (api_keys.expires_at is null or api_keys.expires_at > now())
     order by cli_keys.last_used_at desc, cli_keys.id desc limit $3`,
    [team_id, CLI_KEY_UNUSED_MAX_DAYS, limit],
  );
  return rows;
}

/** Returns false when there is no such key, or it does not open the project. */
export async function revokeCliKeyOfProject(db: Queryable, team_id: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query(`delete from cli_keys where id = $2 and ${OPENS_PROJECT}`, [
    team_id,
    id,
  ]);
  return rowCount > 0;
}

/** Returns false when the person has no such key. */
export async function revokeOwnCliKey(
  db: Queryable,
  { id, user_id }: { id: string; user_id: string },
): Promise<boolean> {
  const { rowCount } = await db.query("delete from cli_keys where id = $1 and user_id = $2", [id, user_id]);
  return rowCount > 0;
}

/** Ends all keys of a person: who has a new password, or signs out everywhere, may have lost them. */
export async function revokeCliKeysOf(db: Queryable, user_id: string): Promise<void> {
  await db.query("delete from cli_keys where user_id = $1", [user_id]);
}

/** Ends the keys that a person got in the projects of an organization to which they no longer belong. */
export async function revokeCliKeysIn(
  tx: Queryable,
  { organization_id, user_id }: { organization_id: string; user_id: string },
): Promise<void> {
  await tx.query(
    `delete from cli_keys using ${ALL_PROJECTS}
     where cli_keys.user_id = $2 and projects.id = cli_keys.team_id and projects.organization_id = $1`,
    [organization_id, user_id],
  );
}
