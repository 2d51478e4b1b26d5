/**
 * Who has access to a project, and how is that changed?
 *
 * A person has access through the organization (inherited) or was added to the project. Only people of the organization
 * can be added.
 */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { PROJECT_MEMBERS_PER_CALL } from "./limits.ts";
import { DeletedId, Timestamp } from "./lists.ts";
import { GRANTED_ROLES, ROLES } from "./roles.ts";

const ProjectMember = z.object({
  /** Null for an inherited member, whom only the organization can change. */
  id: z.nullable(z.string()),
  /** Of the person in the organization. */
  member_id: z.string(),
  user_id: z.string(),
  user_name: z.string(),
  user_email: z.string(),
  /** What the person may do in the project: for somebody who was added, the higher one of both roles. */
  role: z.enum(ROLES),
  /** As what they were added; null for an inherited member. */
  granted_role: z.nullable(z.enum(GRANTED_ROLES)),
  inherited: z.boolean(),
  /** When they were added, or joined the organization. */
  created_at: Timestamp,
});
export type ProjectMember = z.output<typeof ProjectMember>;

const ofProject = { isForDashboard: true, callers: "sessions" } as const;

export const listProjectMembers = defineEndpoint({
  ...ofProject,
  method: "GET",
  path: "/project-members",
  isOpenUnderLock: true,
  summary:
    "The people who have access to the project, those who were added first; a viewer sees only themselves",
  right: "leaveProject",
  reply: z.object({ models: z.array(ProjectMember) }),
});

export const addProjectMembers = defineEndpoint({
  ...ofProject,
  method: "POST",
  path: "/project-members",
  isOpenUnderLock: true,
  summary: "Add people of the organization to the project, all of them or none",
  right: "manageProjectMembers",
  features: [
    { feature: "viewer_role", isNeededFor: ({ members }) => members.some(({ role }) => role === "viewer") },
  ],
  body: z.strictObject({
    members: z
      .array(z.strictObject({ member_id: z.string(), role: z.enum(GRANTED_ROLES) }))
      .check(z.minLength(1), z.maxLength(PROJECT_MEMBERS_PER_CALL)),
  }),
  reply: z.object({ models: z.array(ProjectMember) }),
  errors: [404],
});

export const updateProjectMember = defineEndpoint({
  ...ofProject,
  method: "PUT",
  path: "/project-members/{id}",
  isOpenUnderLock: true,
  summary: "Change the role of a person who was added to the project",
  right: "manageProjectMembers",
  features: [{ feature: "viewer_role", isNeededFor: ({ role }) => role === "viewer" }],
  body: z.strictObject({ role: z.enum(GRANTED_ROLES) }),
  reply: ProjectMember,
  errors: [404],
});

export const removeProjectMember = defineEndpoint({
  ...ofProject,
  method: "DELETE",
  path: "/project-members/{id}",
  isOpenUnderLock: true,
  summary: "Remove a person who was added to the project; what they inherit stays",
  right: "manageProjectMembers",
  reply: DeletedId,
  errors: [404],
});

export const leaveProject = defineEndpoint({
  ...ofProject,
  method: "POST",
  path: "/project-members/leave",
  isOpenUnderLock: true,
  summary: "Leave a project to which the caller was added",
  right: "leaveProject",
  reply: DeletedId,
});

export const transferProject = defineEndpoint({
  ...ofProject,
  method: "POST",
  path: "/project-transfer",
  isOpenUnderLock: true,
  summary:
    "Transfer the project to another organization of which the caller is admin; people who were added lose access",
  right: "transferProjects",
  body: z.strictObject({ organization_id: z.string() }),
  reply: z.object({ id: z.string(), organization_id: z.string() }),
  errors: [404],
});

export const PROJECT_MEMBER_ENDPOINTS = [
  listProjectMembers,
  addProjectMembers,
  updateProjectMember,
  removeProjectMember,
  leaveProject,
  transferProject,
] as const;
