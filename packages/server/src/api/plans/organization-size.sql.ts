/** How many people and projects does an organization have, what have they bought, and what time is it in the database? */
import type { Queryable } from "../../store/database.ts";
import { MEMBERSHIPS } from "../../store/members.ts";
import { LIVE_PROJECTS } from "../../store/projects.ts";

export interface OrganizationSize {
  /** With those who can still accept an invitation. */
  users: number;
  projects: number;
  /** Whether any of these projects has throughput beyond what the plan includes, whether or not the plan still sells it. */
  has_bought_throughput: boolean;
  now_ms: number;
}

export async function readOrganizationSize(
  db: Queryable,
  organization_id: string,
): Promise<OrganizationSize> {
  const { rows } = await db.query<OrganizationSize>(
    `select
       (select count(*) from ${MEMBERSHIPS} where members.organization_id = $1)::int
         + (select count(*) from invitations where organization_id = $1 and expires_at > now())::int as users,
       (select count(*) from ${LIVE_PROJECTS} where projects.organization_id = $1)::int as projects,
       exists (select from ${LIVE_PROJECTS} where projects.organization_id = $1 and bought_throughput is not null)
         as has_bought_throughput,
       floor(extract(epoch from now()) * 1000)::float8 as now_ms`,
    [organization_id],
  );
  if (!rows[0]) throw new Error("A select without a table has one row");
  return rows[0];
}
