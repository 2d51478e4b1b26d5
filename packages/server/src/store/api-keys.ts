/**
 * Every write to `api_keys`, and two reads: which key is this, and which keys does a project have?
 *
 * The key itself is shown once and never stored. It is found by its hash, so no code compares it
 * with a secret character by character.
 */
import { createHash, randomBytes } from "node:crypto";
import { newId } from "../ids.ts";
import type { Queryable } from "./database.ts";

/** Lets people, and the secret scanners of code hosts, recognize a leaked key at a glance. */
const KEY_PREFIX = "phk_";
const KEY_RANDOM_BYTES = 24;

export interface NewApiKey {
  team_id: string;
  name: string;
  /** RFC 3339; null means valid until revoked. */
  expires_at: string | null;
}

export interface IssuedApiKey {
  id: string;
  key: string;
}

export function hashOfKey(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

export async function issueApiKey(db: Queryable, settings: NewApiKey): Promise<IssuedApiKey> {
  const key = KEY_PREFIX + randomBytes(KEY_RANDOM_BYTES).toString("base64url");
  return { id: await keepApiKey(db, key, settings), key };
}

/** Stores a key that we did not generate: the operator's bootstrap key. Returns the id. */
export async function keepApiKey(
  db: Queryable,
  key: string,
  { team_id, name, expires_at }: NewApiKey,
): Promise<string> {
  const id = newId();
  await db.query("insert into api_keys (id, team_id, name, hash, expires_at) values ($1, $2, $3, $4, $5)", [
    id,
    team_id,
    name,
    hashOfKey(key),
    expires_at,
  ]);
  return id;
}

export async function revokeApiKey(db: Queryable, team_id: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query("delete from api_keys where team_id = $1 and id = $2", [team_id, id]);
  return rowCount > 0;
}

/** Revokes the keys of a deleted project; CLI keys made from them are deleted with them. */
export async function revokeApiKeysOf(tx: Queryable, team_id: string): Promise<void> {
  await tx.query("delete from api_keys where team_id = $1", [team_id]);
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

export interface ApiKeyRow {
  id: string;
  name: string;
  expires_at: string | null;
  rate_limit: number | null;
}

/** A project's keys, newest first, at most `limit`, including expired ones. */
export async function readApiKeys(db: Queryable, team_id: string, limit: number): Promise<ApiKeyRow[]> {
  const { rows } = await db.query<ApiKeyRow>(
    "select id, name, expires_at, rate_limit from api_keys where team_id = $1 order by id desc limit $2",
    [team_id, limit],
  );
  return rows;
}

/** What we know of a valid key; it decides what a call with that key may do. */
export interface KnownKey {
  id: string;
  team_id: string;
  rate_limit: number | null;
}

/** Returns the key if it is valid now, by the database's clock. */
export async function findKey(db: Queryable, hash: Buffer): Promise<KnownKey | null> {
  const { rows } = await db.query<KnownKey>(
    `select id, team_id, rate_limit from api_keys
     where hash = $1 and (expires_at is null or expires_at > now())`,
    [hash],
  );
  return rows[0] ?? null;
}
