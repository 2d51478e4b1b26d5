/** Which organizations are there? Reads for the operator. */
import type { Queryable } from "../../store/database.ts";

export interface OrganizationRow {
  id: string;
  name: string;
}

/** The oldest first, from the one after `after` on. */
export async function readOrganizations(
  db: Queryable,
  { after, limit }: { after: string | null; limit: number },
): Promise<OrganizationRow[]> {
  const { rows } = await db.query<OrganizationRow>(
    "select id, name from organizations where $1::uuid is null or id > $1 order by id limit $2",
    [after, limit],
  );
  return rows;
}

export async function findOrganization(db: Queryable, id: string): Promise<OrganizationRow | null> {
  const { rows } = await db.query<OrganizationRow>("select id, name from organizations where id = $1", [id]);
  return rows[0] ?? null;
}

/** Whether this version of a plan is stored, offered or not. */
export async function isKnownPlan(
  db: Queryable,
  { id, version }: { id: string; version: number },
): Promise<boolean> {
  const { rowCount } = await db.query("select from plans where id = $1 and version = $2", [id, version]);
  return rowCount > 0;
}
