/** What does a CLI learn about its key: which person it belongs to, and which project it acts on? */
import type { KeyHolder } from "@posthorn/contract/cli-auth";
import { publicId } from "@posthorn/contract/ids";
import { PROJECT_MODE, PROJECT_TYPE } from "@posthorn/contract/projects";
import type { Queryable } from "../../store/database.ts";
import { LIVE_PROJECTS } from "../../store/projects.ts";
import { notFound } from "../api-error.ts";
import { nameWithOrganization } from "../projects/project-view.ts";
import type { ProjectRow } from "../projects/projects.sql.ts";

interface HolderRow extends Pick<ProjectRow, "organization_id" | "organization_name" | "name"> {
  user_name: string | null;
  user_email: string | null;
}

export async function readKeyHolder(
  db: Queryable,
  { team_id, user_id }: { team_id: string; user_id: string | null },
): Promise<Omit<KeyHolder, "client_id">> {
  const { rows } = await db.query<HolderRow>(
    `select projects.organization_id, projects.name, organizations.name as organization_name,
       users.name as user_name, users.email as user_email
     from ${LIVE_PROJECTS}
     left join organizations on organizations.id = projects.organization_id
     left join users on users.id = $2
     where projects.id = $1`,
    [team_id, user_id],
  );
  const [row] = rows;
  if (!row) throw notFound(publicId("project", team_id)); // the project was deleted after authentication
  return {
    user_id,
    user_name: row.user_name,
    user_email: row.user_email,
    user_is_guest: false,
    organization_id: publicId("organization", row.organization_id),
    organization_name: row.organization_name,
    team_id: publicId("project", team_id),
    team_name: nameWithOrganization(row),
    team_name_no_org: row.name,
    team_mode: PROJECT_MODE,
    team_type: PROJECT_TYPE,
    team_product: PROJECT_TYPE,
  };
}
