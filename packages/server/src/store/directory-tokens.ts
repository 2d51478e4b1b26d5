/**
 * Every write to `directory_tokens`, in the order of a token's life, and who calls with one.
 *
 * The token is shown once; its hash is stored, so no code compares it with a secret character by character.
 */
import { randomBytes } from "node:crypto";
import { newId } from "../ids.ts";
import { hashOfKey } from "./api-keys.ts";
import type { Queryable } from "./database.ts";

/** Lets people, and the secret scanners of code hosts, recognize a leaked token at a glance. */
const TOKEN_PREFIX = "phd_";
const TOKEN_RANDOM_BYTES = 32;
/** Enough to know it again, and nothing to guess the rest by. */
const ENDING_CHARACTERS = 4;

export interface DirectoryTokenRow {
  id: string;
  ending: string;
  last_used_at: string | null;
}

/** Returns the token, which is not stored. */
export async function issueDirectoryToken(
  tx: Queryable,
  organization_id: string,
): Promise<{ id: string; token: string }> {
  const [id, token] = [newId(), TOKEN_PREFIX + randomBytes(TOKEN_RANDOM_BYTES).toString("base64url")];
  await tx.query("insert into directory_tokens (id, organization_id, hash, ending) values ($1, $2, $3, $4)", [
    id,
    organization_id,
    hashOfKey(token),
    token.slice(-ENDING_CHARACTERS),
  ]);
  return { id, token };
}

export interface DirectoryAccess {
  token_id: string;
  organization_id: string;
  /** The most calls per minute that the organization's plan allows; null if it does not limit. */
  plan_rate_limit: number | null;
}

/** Null: there is no such token, or no longer. Says when it was last used, to the minute. */
export async function findDirectoryAccess(db: Queryable, token: string): Promise<DirectoryAccess | null> {
  const { rows } = await db.query<DirectoryAccess & { is_use_due: boolean }>(
    `select tokens.id as token_id, tokens.organization_id,
       (plan.limits ->> 'api_rate_limit')::int as plan_rate_limit,
       last_used_at is null or last_used_at < now() - interval '1 minute' as is_use_due
     from directory_tokens as tokens
     left join plans_in_force as plan on plan.organization_id = tokens.organization_id
     where tokens.hash = $1`,
    [hashOfKey(token)],
  );
  const [row] = rows;
  if (!row) return null;
  const { is_use_due, ...access } = row;
  if (is_use_due)
    await db.query("update directory_tokens set last_used_at = now() where id = $1", [row.token_id]);
  return access;
}

/** Whether the token is still there. */
export async function isDirectoryToken(
  tx: Queryable,
  { token_id, organization_id }: Pick<DirectoryAccess, "token_id" | "organization_id">,
): Promise<boolean> {
  const { rows } = await tx.query("select from directory_tokens where id = $1 and organization_id = $2", [
    token_id,
    organization_id,
  ]);
  return rows.length > 0;
}

/** Returns false if the organization has no such token. */
export async function revokeDirectoryToken(
  tx: Queryable,
  { organization_id, id }: { organization_id: string; id: string },
): Promise<boolean> {
  const { rowCount } = await tx.query("delete from directory_tokens where organization_id = $1 and id = $2", [
    organization_id,
    id,
  ]);
  return rowCount > 0;
}

/** Oldest first. */
export async function readDirectoryTokens(
  db: Queryable,
  organization_id: string,
): Promise<DirectoryTokenRow[]> {
  const { rows } = await db.query<DirectoryTokenRow>(
    "select id, ending, last_used_at from directory_tokens where organization_id = $1 order by id",
    [organization_id],
  );
  return rows;
}
