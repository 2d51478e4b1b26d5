/**
 * Which organizations does a person belong to, and with which role?
 *
 * better-auth writes `members`; first-owner.ts writes the first row. A role in an organization is not yet a role in its
 * projects: what a person may do in a project is in the view `project_roles`, and nowhere else. So no other file may
 * write `from members`, and `npm run check` enforces it.
 */
import type { Role } from "@posthorn/contract/causes";
import type { Queryable } from "./database.ts";

/** Use it like a table: `from ${MEMBERSHIPS}`. It says who belongs to an organization, and has no roles. */
export const MEMBERSHIPS = "(select user_id, organization_id from members) as members";

/** A person's role in an organization; null when they are not a member, or there is no such organization. */
export async function findOrganizationRole(
  db: Queryable,
  { user_id, organization_id }: { user_id: string; organization_id: string },
): Promise<Role | null> {
  const { rows } = await db.query<{ role: Role }>(
    `select role from members where user_id = $1 and organization_id = $2`,
    [user_id, organization_id],
  );
  return rows[0]?.role ?? null;
}
