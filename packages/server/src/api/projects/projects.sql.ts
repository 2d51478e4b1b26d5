/**
 * Which projects does a caller see? Reads for the routes of this folder.
 *
 * A person sees the projects of their organizations. A key without a person sees only its own project.
 */
import type { Role } from "@posthorn/contract/causes";
import type { Caller } from "../../access/authenticate.ts";
import type { Queryable } from "../../store/database.ts";
import { LIVE_PROJECTS } from "../../store/projects.ts";

export interface ProjectRow {
  id: string;
  organization_id: string;
  /** Null when the project's organization is not in this database. */
  organization_name: string | null;
  name: string;
  headers_prefix: string | null;
  max_events_per_second: number | null;
  updated_at: string;
  /** The caller's role in this project. */
  role: Role;
}

const COLUMNS = `projects.id, projects.organization_id, organizations.name as organization_name, projects.name,
  projects.headers_prefix, projects.max_events_per_second, projects.updated_at`;

/** A person's role in an organization; null when they are not a member, or there is no such organization. */
export async function findRoleIn(
  db: Queryable,
  { user_id, organization_id }: { user_id: string; organization_id: string },
): Promise<Role | null> {
  const { rows } = await db.query<{ role: Role }>(
    `select role from members where user_id = $1 and organization_id = $2`,
    [user_id, organization_id],
  );
  return rows[0]?.role ?? null;
}

/** Oldest first; all projects, or only the one with this id. */
export async function readProjects(
  db: Queryable,
  { user_id, project, role }: Pick<Caller, "user_id" | "project" | "role">,
  id: string | null = null,
): Promise<ProjectRow[]> {
  const { rows } = await db.query<ProjectRow>(
    user_id === null
      ? `select ${COLUMNS}, $3 as role
         from ${LIVE_PROJECTS} left join organizations on organizations.id = projects.organization_id
         where projects.id = $1 and ($2::uuid is null or projects.id = $2)`
      : `select ${COLUMNS}, members.role
         from ${LIVE_PROJECTS}
         join organizations on organizations.id = projects.organization_id
         join members on members.organization_id = organizations.id
         where members.user_id = $1 and ($2::uuid is null or projects.id = $2)
         order by projects.id`,
    user_id === null ? [project.id, id, role] : [user_id, id],
  );
  return rows;
}
