/** What do the endpoints answer that say and change who has access to a project? */
import * as contract from "@posthorn/contract/project-members";
import { internalId, publicId } from "@posthorn/contract/ids";
import { RIGHTS, can, mayUse } from "@posthorn/contract/roles";
import { LAST_PROJECT_TO_TRANSFER, NOT_ADDED, SAMPLE_STAYS } from "@posthorn/contract/settings-texts";
import { SSO_PROJECT_STAYS } from "@posthorn/contract/sso-texts";
import { createdAt } from "../../ids.ts";
import { lockMember, findMembership } from "../../store/members.ts";
import {
  deleteProjectMember,
  deleteProjectMembersOf,
  insertProjectMember,
  setProjectMemberRole,
} from "../../store/project-members.ts";
import { lockOrganization } from "../../store/organizations.ts";
import { findOrganizationOf, findSampleProject, lockProjectsOf, moveProject } from "../../store/projects.ts";
import type { ApiDeps } from "../api-deps.ts";
import { readSsoUse } from "../../store/sso-connections.ts";
import { ApiError, notFound } from "../api-error.ts";
import type { Serve } from "../call.ts";
import { invalid } from "../validation.ts";
import { type ProjectMemberRow, readProjectMembers } from "./project-members.sql.ts";

export function serveProjectMembers(serve: Serve, { db }: Pick<ApiDeps, "db">): void {
  async function membersOf(team_id: string): Promise<contract.ProjectMember[]> {
    return (await readProjectMembers(db, team_id)).map(memberView);
  }

  // A viewer does not see the others, and must know whether there is something to leave.
  serve(contract.listProjectMembers, async ({ team_id, user_id, caller }) => {
    const members = await membersOf(team_id);
    const seesAll = mayUse("seeProjectMembers", caller);
    return { models: seesAll ? members : members.filter((one) => one.user_id === user_id) };
  });
  serve(contract.addProjectMembers, async ({ team_id, body: { members }, asCaller }) => {
    await asCaller.transaction(async (tx) => {
      const organization_id = await findOrganizationOf(tx, team_id);
      for (const { member_id, role } of members) {
        const id = internalId("member", member_id);
        const member = id && (await lockMember(tx, { organization_id, id }));
        if (!member) throw notFound(member_id);
        if (!(await insertProjectMember(tx, { team_id, member_id: member.id, role })))
          throw invalid(`${member.user_email} was added to this project already`);
      }
    });
    return { models: await membersOf(team_id) };
  });
  serve(contract.updateProjectMember, async ({ team_id, id, body: { role }, asCaller }) => {
    const uuid = internalId("project_member", id);
    if (!uuid || !(await setProjectMemberRole(asCaller, { team_id, id: uuid }, role))) throw notFound(id);
    const member = (await membersOf(team_id)).find((one) => one.id === id);
    if (!member) throw notFound(id); // removed meanwhile
    return member;
  });
  serve(contract.removeProjectMember, async ({ team_id, id, asCaller }) => {
    const uuid = internalId("project_member", id);
    if (!uuid || !(await deleteProjectMember(asCaller, { team_id, id: uuid }))) throw notFound(id);
    return { id };
  });
  serve(contract.leaveProject, async ({ team_id, user_id, asCaller }) => {
    const organization_id = await findOrganizationOf(db, team_id);
    if (user_id && (await readSsoUse(db, { organization_id, user_id })).uses_sso)
      throw new ApiError("SSO_USER_STAYS", {}, { message: SSO_PROJECT_STAYS });
    const own = (await readProjectMembers(db, team_id)).find((one) => one.user_id === user_id);
    if (!own?.id) throw invalid(NOT_ADDED);
    await deleteProjectMember(asCaller, { team_id, id: own.id });
    return { id: publicId("project", team_id) };
  });
  serve(contract.transferProject, async ({ team_id, user_id, body, asCaller }) => {
    const target = internalId("organization", body.organization_id);
    if (!user_id || !target) throw notFound(body.organization_id);
    await asCaller.transaction(async (tx) => {
      await lockOrganization(tx, target); // it may be deleted meanwhile
      const membership = await findMembership(tx, { user_id, organization_id: target });
      if (!membership) throw notFound(body.organization_id);
      if (!can(membership.role, RIGHTS.transferProjects.role)) throw new ApiError("FORBIDDEN");
      const organization_id = await findOrganizationOf(tx, team_id);
      if (organization_id === target) throw invalid("organization_id must be another organization");
      // Two transfers at once must not leave an organization without a project.
      const present = await lockProjectsOf(tx, organization_id);
      if (!present.includes(team_id)) throw notFound(publicId("project", team_id));
      if (present.length === 1) throw invalid(LAST_PROJECT_TO_TRANSFER);
      if ((await findSampleProject(tx, organization_id)) === team_id) throw invalid(SAMPLE_STAYS);
      await deleteProjectMembersOf(tx, team_id);
      await moveProject(tx, team_id, target);
    });
    return { id: publicId("project", team_id), organization_id: body.organization_id };
  });
}

function memberView({ id, member_id, joined_at, ...person }: ProjectMemberRow): contract.ProjectMember {
  return {
    id: id && publicId("project_member", id),
    member_id: publicId("member", member_id),
    ...person,
    inherited: id === null,
    created_at: id ? createdAt(id) : joined_at,
  };
}
