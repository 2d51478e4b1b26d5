/**
 * Which projects does a caller see? Reads for the routes of this folder.
 *
 * A person sees the projects in which they have a role. A key without a person sees only its own project.
 */
import type { HeldRoles } from "@posthorn/contract/roles";
import type { WebhookTopic } from "@posthorn/contract/webhook-topics";
import type { Caller } from "../../access/authenticate.ts";
import type { Queryable } from "../../store/database.ts";
import { LIVE_PROJECTS } from "../../store/projects.ts";

/** With the roles of the caller in this project. */
export interface ProjectRow extends HeldRoles {
  id: string;
  organization_id: string;
  /** Null when the project's organization is not in this database. */
  organization_name: string | null;
  name: string;
  headers_prefix: string | null;
  max_events_per_second: number | null;
  /** What is sent into the source now: empty while it is switched off. */
  webhook_topics: WebhookTopic[];
  webhook_source_id: string | null;
  private: boolean;
  /** The active ones, the newest first. */
  custom_hostnames: string[];
  updated_at: string;
}

const COLUMNS = `projects.id, projects.organization_id, organizations.name as organization_name, projects.name,
  projects.headers_prefix,
  (select limits.max_events_per_second from project_limits as limits where limits.team_id = projects.id) as max_events_per_second,
  projects.private, projects.updated_at,
  array(select hostname from custom_domains where team_id = projects.id and active_since is not null
    order by active_since desc, custom_domains.id desc) as custom_hostnames,
  case when webhooks_enabled and hearing.id is not null then webhook_topics else '{}' end as webhook_topics,
  hearing.id as webhook_source_id`;

/** The source that hears of the project. */
const HEARING = `left join sources as hearing
  on hearing.team_id = projects.id and hearing.id = projects.webhook_source_id and hearing.deleted_at is null`;

/** Oldest first; all projects, or only the one with this id. */
export async function readProjects(
  db: Queryable,
  { user_id, project, role }: Pick<Caller, "user_id" | "project" | "role">,
  id: string | null = null,
): Promise<ProjectRow[]> {
  const { rows } = await db.query<ProjectRow>(
    user_id === null
      ? `select ${COLUMNS}, $3 as role, null as organization_role
         from ${LIVE_PROJECTS} left join organizations on organizations.id = projects.organization_id
         ${HEARING}
         where projects.id = $1 and ($2::uuid is null or projects.id = $2)`
      : `select ${COLUMNS}, roles.role, roles.organization_role
         from project_roles as roles
         join ${LIVE_PROJECTS} on projects.id = roles.team_id
         join organizations on organizations.id = projects.organization_id
         ${HEARING}
         where roles.user_id = $1 and ($2::uuid is null or projects.id = $2)
         order by projects.id`,
    user_id === null ? [project.id, id, role] : [user_id, id],
  );
  return rows;
}
