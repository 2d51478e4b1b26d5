/** Which keys does a project have? Reads for the routes of this folder; none of them returns the hash of a key. */
import type { GrantedRole } from "@posthorn/contract/roles";
import type { Queryable } from "../../store/database.ts";

interface KeyRow {
  id: string;
  rate_limit: number | null;
  last_used_at: string | null;
  /** The name of the person who made it. */
  created_by: string | null;
}

export interface OwnKeyRow extends KeyRow {
  sealed: Buffer;
  /** Null: the present one. */
  expires_at: string | null;
}

export interface FurtherKeyRow extends KeyRow {
  name: string;
  role: GrantedRole;
  expires_at: string | null;
}

const COLUMNS = `id, rate_limit, last_used_at, expires_at,
  (select users.name from users where users.id = api_keys.created_by) as created_by`;
const IS_VALID = "(expires_at is null or expires_at > now())";

/** The project's own key, then those that were rolled and are still valid, newest first. */
export async function readOwnKeys(db: Queryable, team_id: string): Promise<OwnKeyRow[]> {
  const { rows } = await db.query<OwnKeyRow>(
    `select ${COLUMNS}, sealed from api_keys where team_id = $1 and sealed is not null and ${IS_VALID}
     order by expires_at is null desc, id desc`,
    [team_id],
  );
  return rows;
}

/** Newest first, or only the one with this id. */
export async function readFurtherKeys(
  db: Queryable,
  team_id: string,
  id: string | null = null,
): Promise<FurtherKeyRow[]> {
  const { rows } = await db.query<FurtherKeyRow>(
    `select ${COLUMNS}, name, role from api_keys
     where team_id = $1 and sealed is null and ${IS_VALID} and ($2::uuid is null or id = $2)
     order by id desc`,
    [team_id, id],
  );
  return rows;
}
