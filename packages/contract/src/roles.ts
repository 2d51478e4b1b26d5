/**
 * What may each role do?
 *
 * The one table of rights. Every endpoint names the right that a caller needs, the server refuses callers without it, the
 * dashboard disables controls by it, and docs/reference/roles.md is made from it. Only this file knows the order of roles.
 *
 * An organization has one owner, and admins, members and viewers. In the projects of the organization its people have the
 * same role. Only admins and the owner see a private project, and people who were added to it. In a project a person may
 * be added as admin, member or viewer; the higher of the two roles counts.
 */

/** In rising order: each role may do everything that the roles before it may do. */
export const ROLES = ["viewer", "member", "admin", "owner"] as const;
export type Role = (typeof ROLES)[number];

/**
 * The roles that a person can be given by an invitation, and in a project. An owner hands the organization on instead. An
 * API key has one of them too.
 */
export const GRANTED_ROLES = ["viewer", "member", "admin"] as const;
export type GrantedRole = (typeof GRANTED_ROLES)[number];

interface RightEntry {
  /** Whether the role in the project counts, or the role in its organization. Every person has the rights of a person. */
  of: "project" | "organization" | "person";
  /** The lowest role that has the right. */
  role: Role;
}

export const RIGHTS = {
  belong: { of: "person", role: "viewer" },
  see: { of: "project", role: "viewer" },
  keep: { of: "project", role: "member" },
  send: { of: "project", role: "member" },
  listen: { of: "project", role: "member" },
  triage: { of: "project", role: "member" },
  configure: { of: "project", role: "member" },
  seeProjectMembers: { of: "project", role: "member" },
  leaveProject: { of: "project", role: "viewer" },
  manageProject: { of: "project", role: "admin" },
  manageProjectMembers: { of: "project", role: "admin" },
  manageKeys: { of: "project", role: "admin" },
  seeMembers: { of: "organization", role: "member" },
  seeBilling: { of: "organization", role: "member" },
  leave: { of: "organization", role: "viewer" },
  manageMembers: { of: "organization", role: "admin" },
  seeAuditLog: { of: "organization", role: "admin" },
  pushAuditLog: { of: "organization", role: "admin" },
  managePlan: { of: "organization", role: "admin" },
  renameOrganization: { of: "organization", role: "admin" },
  createProjects: { of: "organization", role: "admin" },
  setPrivacy: { of: "organization", role: "admin" },
  transferProjects: { of: "organization", role: "admin" },
  deleteProjects: { of: "organization", role: "admin" },
  handOn: { of: "organization", role: "owner" },
  manageSso: { of: "organization", role: "owner" },
  deleteOrganization: { of: "organization", role: "owner" },
} as const satisfies Readonly<Record<string, RightEntry>>;
export type Right = keyof typeof RIGHTS;

/** What each right allows, in words that complete `may …`. Apart from the table, because no page of the dashboard needs them. */
export const RIGHT_TEXTS: Readonly<Record<Right, string>> = {
  belong: "see and change their own account; create an organization; accept an invitation",
  see: "see the project, and the requests, events, issues and metrics in it; try filters; sign a CLI in",
  keep: "keep bookmarks, saved views and markers",
  send: "send test requests and bookmarks; retry, replay, cancel and mute; run and stop bulk operations",
  listen: "receive events with a CLI",
  triage: "change issues and issue triggers; send test messages to channels",
  configure:
    "create, change, pause, disable and delete sources, destinations, connections, transformations and shared credentials; see their secrets; see and restore the versions of a connection",
  seeProjectMembers: "see who has access to the project",
  leaveProject: "leave a project to which they were added",
  manageProject:
    "change the project's name, custom domains, delivery options, notifications, throughput and retention; connect integrations; erase the data of a person",
  manageProjectMembers:
    "add people of the organization to the project, change their roles there, and remove them",
  manageKeys:
    "see and roll the API key and the signing secret of the project; make, limit and revoke further API keys; revoke CLI keys",
  seeMembers: "see the people of the organization",
  seeBilling:
    "see the plan of the organization, what it has used and what it pays, its invoices, and which plans there are",
  managePlan:
    "choose and cancel the plan of the organization, buy throughput for its projects, and change where its invoices go",
  leave: "leave the organization, except its owner",
  manageMembers:
    "invite people, resend and revoke invitations, change roles, and remove people, except the owner",
  seeAuditLog: "see and export the audit log of the organization",
  pushAuditLog: "choose where the entries of the audit log are pushed",
  renameOrganization: "rename the organization",
  createProjects: "create projects",
  setPrivacy: "make a project private or public",
  transferProjects: "transfer a project to another organization of which they are admin as well",
  deleteProjects: "delete projects",
  handOn: "make another member the owner",
  manageSso: "set up single sign-on: the identity provider, the mail domains, and whether it is required",
  deleteOrganization: "delete the organization with all its projects",
};

/** Does a role include the rights of another? A caller without a role (null) has none. */
export function can(role: Role | null, needed: Role): boolean {
  return role !== null && ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** What a caller is in the project it acts on, and in the organization of that project. */
export interface HeldRoles {
  role: Role;
  /** Null for callers that are no people of the organization: API keys, and CLI keys made from one. */
  organization_role: Role | null;
}

export function mayUse(right: Right, { role, organization_role }: HeldRoles): boolean {
  const { of, role: needed } = RIGHTS[right];
  return can(of === "organization" ? organization_role : role, needed);
}
