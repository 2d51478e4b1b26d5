/** Who has access to a project? People who were added to it come before those who inherit it. */
import type { GrantedRole, Role } from "@posthorn/contract/roles";
import type { Queryable } from "../../store/database.ts";

export interface ProjectMemberRow {
  /** Null for an inherited member. */
  id: string | null;
  member_id: string;
  user_id: string;
  user_name: string;
  user_email: string;
  role: Role;
  /** Null for an inherited member. */
  granted_role: GrantedRole | null;
  /** Of the person in the organization. */
  joined_at: string;
}

export async function readProjectMembers(db: Queryable, team_id: string): Promise<ProjectMemberRow[]> {
  const { rows } = await db.query<ProjectMemberRow>(
    `select roles.project_member_id as id, roles.member_id, roles.user_id, users.name as user_name,
       users.email as user_email, roles.role, added.role as granted_role, roles.joined_at
     from project_roles as roles join users on users.id = roles.user_id
     left join project_members as added on added.id = roles.project_member_id
     where roles.team_id = $1
     order by roles.project_member_id nulls last, roles.joined_at, roles.member_id`,
    [team_id],
  );
  return rows;
}
