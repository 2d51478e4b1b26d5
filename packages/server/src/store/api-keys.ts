/**
 * Every write to `api_keys`, in the order of a key's life, and what others read of them.
 *
 * A key is found by its hash, so no code compares it with a secret character by character. A further key is shown once
 * and never stored. The project's own key is stored sealed as well, so that admins can look at it again; it is made when
 * one of them first does.
 */
import { createHash, randomBytes } from "node:crypto";
import type { Lock } from "@posthorn/contract/plans";
import type { GrantedRole } from "@posthorn/contract/roles";
import { newId } from "../ids.ts";
import type { Queryable } from "./database.ts";
import type { Sealer } from "./seal.ts";

/** Lets people, and the secret scanners of code hosts, recognize a leaked key at a glance. */
const KEY_PREFIX = "phk_";
const KEY_RANDOM_BYTES = 24;
/** The name of a project's own key. People see it where a key has changed something. */
const OWN_KEY_NAME = "Project API key";

export interface NewApiKey {
  team_id: string;
  name: string;
  /** RFC 3339; null means valid until revoked. */
  expires_at: string | null;
  role?: GrantedRole;
  /** Calls per minute; null means the installation's default. */
  rate_limit?: number | null;
  /** The person; null means that Posthorn makes it by itself. */
  created_by?: string | null;
}

export interface IssuedApiKey {
  id: string;
  key: string;
}

export function hashOfKey(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

function newKey(): string {
  return KEY_PREFIX + randomBytes(KEY_RANDOM_BYTES).toString("base64url");
}

export async function issueApiKey(db: Queryable, settings: NewApiKey): Promise<IssuedApiKey> {
  const { team_id, name, expires_at, role = "admin", rate_limit = null, created_by = null } = settings;
  const [id, key] = [newId(), newKey()];
  await db.query(
    `insert into api_keys (id, team_id, name, hash, expires_at, role, rate_limit, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, team_id, name, hashOfKey(key), expires_at, role, rate_limit, created_by],
  );
  return { id, key };
}

export interface NewOwnKey {
  team_id: string;
  created_by: string | null;
  /** Calls per minute; null means the installation's default. */
  rate_limit?: number | null;
  /** One that we did not generate: the operator's bootstrap key. */
  key?: string;
}

/** Makes the project's own key, unless it has one. */
export async function ensureOwnKey(
  db: Queryable,
  { seal }: Pick<Sealer, "seal">,
  { team_id, created_by, rate_limit = null, key = newKey() }: NewOwnKey,
): Promise<void> {
  const id = newId();
  const sealed = seal(key, "api_keys.sealed", { team_id, id });
  await db.query(
    `insert into api_keys (id, team_id, name, hash, sealed, created_by, rate_limit) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (team_id) where sealed is not null and expires_at is null do nothing`,
    [id, team_id, OWN_KEY_NAME, hashOfKey(key), sealed, created_by, rate_limit],
  );
}

/** Gives the project's own key an end. Call it in the transaction that makes the next one. */
export async function endOwnKey(tx: Queryable, team_id: string, delaySeconds: number): Promise<void> {
  await tx.query(
    `update api_keys set expires_at = now() + $2 * interval '1 second'
     where team_id = $1 and sealed is not null and expires_at is null`,
    [team_id, delaySeconds],
  );
}

/** Calls per minute; null means the installation's default. Returns false when there is no such key. */
export async function setRateLimitOfKey(
  db: Queryable,
  { team_id, id }: { team_id: string; id: string },
  rate_limit: number | null,
): Promise<boolean> {
  const { rowCount } = await db.query("update api_keys set rate_limit = $3 where team_id = $1 and id = $2", [
    team_id,
    id,
    rate_limit,
  ]);
  return rowCount > 0;
}

/** Returns false for the project's own key: it can only be rolled. */
export async function revokeApiKey(db: Queryable, team_id: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    "delete from api_keys where team_id = $1 and id = $2 and (sealed is null or expires_at is not null)",
    [team_id, id],
  );
  return rowCount > 0;
}

/** Revokes the keys of a deleted project; CLI keys made from them are deleted with them. */
export async function revokeApiKeysOf(tx: Queryable, team_id: string): Promise<void> {
  await tx.query("delete from api_keys where team_id = $1", [team_id]);
}

/** What we know of a valid key; it decides what a call with that key may do. */
export interface KnownKey {
  id: string;
  team_id: string;
  role: GrantedRole;
  rate_limit: number | null;
  /** The most that the organization's plan allows; null if it does not limit. */
  plan_rate_limit: number | null;
  lock: Lock | null;
}

/**
 * Returns the key if it is valid now, by the database's clock. Records its use once a minute, and does not wait for a
 * transaction that is changing the key: its next use is recorded soon enough.
 */
export async function findKey(db: Queryable, hash: Buffer): Promise<KnownKey | null> {
  const { rows } = await db.query<KnownKey>(
    `with found as (
       select id, team_id, role, rate_limit from api_keys
       where hash = $1 and (expires_at is null or expires_at > now())
     ), used as (
       update api_keys set last_used_at = now() where id in (
         select id from api_keys
         where id in (select id from found) and coalesce(last_used_at, '-infinity') < now() - interval '1 minute'
         for no key update skip locked)
     )
     select found.id, found.team_id, found.role, found.rate_limit, limits.api_rate_limit as plan_rate_limit,
       plan_lock(limits.organization_id, null, true) as lock
     from found left join project_limits as limits on limits.team_id = found.team_id`,
    [hash],
  );
  return rows[0] ?? null;
}
