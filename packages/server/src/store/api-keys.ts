/**
 * Every write to `api_keys`, and the one question asked of them: whose key is this?
 *
 * The key itself is shown once and never stored. It is found by its hash, so nothing is ever compared
 * with a secret character by character.
 */
import { createHash, randomBytes } from "node:crypto";
import { newId } from "../ids.ts";
import type { Queryable } from "./database.ts";

/** Lets people, and the scanners of code hosts, see at a glance what leaked. */
const KEY_PREFIX = "phk_";
const KEY_RANDOM_BYTES = 24;

export interface NewApiKey {
  team_id: string;
  name: string;
  /** RFC 3339; null: until it is revoked. */
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

/** For a key that somebody else made up: the operator's bootstrap key. Returns the id. */
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

/** The project of a key that is valid now, by the database's clock. */
export async function findProjectOfKey(db: Queryable, hash: Buffer): Promise<string | null> {
  const { rows } = await db.query<{ team_id: string }>(
    "select team_id from api_keys where hash = $1 and (expires_at is null or expires_at > now())",
    [hash],
  );
  return rows[0]?.team_id ?? null;
}
