/** Every write to `project_members`: the people who were added to a project. The view `project_roles` reads it. */
import type { GrantedRole } from "@posthorn/contract/roles";
import { newId } from "../ids.ts";
import type { Queryable } from "./database.ts";

export interface NewProjectMember {
  team_id: string;
  member_id: string;
  role: GrantedRole;
}

/** Returns the id, or null if the person was added before. */
export async function insertProjectMember(
  tx: Queryable,
  { team_id, member_id, role }: NewProjectMember,
): Promise<string | null> {
  const id = newId();
  const { rowCount } = await tx.query(
    `insert into project_members (id, team_id, member_id, role) values ($1, $2, $3, $4)
     on conflict (team_id, member_id) do nothing`,
    [id, team_id, member_id, role],
  );
  return rowCount === 0 ? null : id;
}

interface ProjectMemberKey {
  team_id: string;
  id: string;
}

/** Returns false if nobody has this id in the project. */
export async function setProjectMemberRole(
  db: Queryable,
  { team_id, id }: ProjectMemberKey,
  role: GrantedRole,
): Promise<boolean> {
  const { rowCount } = await db.query("update project_members set role = $3 where team_id = $1 and id = $2", [
    team_id,
    id,
    role,
  ]);
  return rowCount > 0;
}

/** Returns false if nobody has this id in the project. */
export async function deleteProjectMember(
  db: Queryable,
  { team_id, id }: ProjectMemberKey,
): Promise<boolean> {
  const { rowCount } = await db.query("delete from project_members where team_id = $1 and id = $2", [
    team_id,
    id,
  ]);
  return rowCount > 0;
}

export async function deleteProjectMembersOf(tx: Queryable, team_id: string): Promise<void> {
  await tx.query("delete from project_members where team_id = $1", [team_id]);
}
