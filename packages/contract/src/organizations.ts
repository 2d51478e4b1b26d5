/**
 * What is an organization, who belongs to it, and which endpoints does it have?
 *
 * They are for the dashboard, and for people who are signed in: no key can change who belongs to an organization. The
 * session lists the organizations of a person.
 */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { EMAIL_MAX_CHARACTERS, INVITATIONS_PER_CALL } from "./limits.ts";
import { DeletedId, Timestamp } from "./lists.ts";
import { Title } from "./names.ts";
import { OnboardingAnswers } from "./onboarding.ts";
import { GRANTED_ROLES, ROLES } from "./roles.ts";

const Organization = z.object({ id: z.string(), name: z.string() });

export const MEMBER_STATUSES = ["ACTIVE", "TRIAL_EXPIRED"] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

const OrganizationMember = z.object({
  id: z.string(),
  user_id: z.string(),
  user_name: z.string(),
  user_email: z.string(),
  role: z.enum(ROLES),
  /** The organization's directory decides whether they are a member. */
  is_synced: z.boolean(),
  /** TRIAL_EXPIRED: the organization has more people than its plan allows, and its member trial is over. Not for the owner. */
  status: z.enum(MEMBER_STATUSES),
  created_at: Timestamp,
});
export type OrganizationMember = z.output<typeof OrganizationMember>;

const OrganizationInvitation = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(GRANTED_ROLES),
  /** The person who has invited them. */
  inviter_name: z.string(),
  /** After this time the link is no longer valid. The invitation stays in the list, and can be sent again. */
  expires_at: Timestamp,
  is_expired: z.boolean(),
  created_at: Timestamp,
});
export type OrganizationInvitation = z.output<typeof OrganizationInvitation>;

/** What only the person who invites sees, and only once: no other reply has the link. */
const IssuedInvitation = z.extend(OrganizationInvitation, {
  /** Null if the link went out by mail. Without a mail server, the person who invites hands it over. */
  link: z.nullable(z.string()),
});
export type IssuedInvitation = z.output<typeof IssuedInvitation>;

/** Always in small letters, so that one address has one spelling. */
export const EmailAddress = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(EMAIL_MAX_CHARACTERS), z.email("must be a valid email"));

export const createOrganization = defineEndpoint({
  isForDashboard: true,
  actsOn: "person",
  callers: "sessions",
  method: "POST",
  path: "/organizations",
  summary: "Create an organization with its first project; the caller becomes its owner",
  right: "belong",
  /** A person who comes from `/onboarding` has answered its questions. */
  body: z.strictObject({ name: Title, onboarding: z.optional(OnboardingAnswers) }),
  reply: z.object({ organization: Organization, project: z.object({ id: z.string(), name: z.string() }) }),
});

const ofOrganization = { isForDashboard: true, actsOn: "organization", callers: "sessions" } as const;

export const updateOrganization = defineEndpoint({
  ...ofOrganization,
  method: "PUT",
  path: "/organizations/{organization_id}",
  summary: "Rename an organization",
  right: "renameOrganization",
  /** `seen`: the name that the caller has read. If it is another one now, nothing is saved. */
  body: z.strictObject({ name: Title, seen: z.optional(z.string()) }),
  reply: Organization,
  errors: [404],
});

export const deleteOrganization = defineEndpoint({
  ...ofOrganization,
  method: "DELETE",
  path: "/organizations/{organization_id}",
  summary: "Delete an organization with all its projects, for good",
  right: "deleteOrganization",
  /** As a person has typed it, to show that they mean this one. */
  body: z.strictObject({ name: z.string() }),
  reply: DeletedId,
  errors: [404],
});

export const leaveOrganization = defineEndpoint({
  ...ofOrganization,
  method: "POST",
  path: "/organizations/{organization_id}/leave",
  summary: "Leave an organization; its owner hands it on first",
  right: "leave",
  reply: DeletedId,
  errors: [404],
});

/** What a list is searched for: a part of a name or an email. */
const Search = z.object({ search: z.optional(z.string()) });

export const listMembers = defineEndpoint({
  ...ofOrganization,
  method: "GET",
  path: "/organizations/{organization_id}/members",
  summary: "The people of an organization, those who came first at the top",
  right: "seeMembers",
  query: Search,
  reply: z.object({ models: z.array(OrganizationMember) }),
  errors: [404],
});

export const updateMember = defineEndpoint({
  ...ofOrganization,
  method: "PUT",
  path: "/organizations/{organization_id}/members/{id}",
  summary:
    "Change the role of a person; if the owner makes another person the owner, the old owner becomes admin",
  right: "manageMembers",
  features: [{ feature: "viewer_role", isNeededFor: ({ role }) => role === "viewer" }],
  body: z.strictObject({ role: z.enum(ROLES) }),
  reply: OrganizationMember,
  errors: [404],
});

export const removeMember = defineEndpoint({
  ...ofOrganization,
  method: "DELETE",
  path: "/organizations/{organization_id}/members/{id}",
  summary: "Remove a person from an organization and from all its projects",
  right: "manageMembers",
  reply: DeletedId,
  errors: [404],
});

export const listInvitations = defineEndpoint({
  ...ofOrganization,
  method: "GET",
  path: "/organizations/{organization_id}/invitations",
  summary: "The invitations that nobody has accepted yet, the newest first",
  right: "seeMembers",
  query: Search,
  reply: z.object({
    models: z.array(OrganizationInvitation),
    /** False: there is no mail server, so invitations come back to the person who invites, as links. */
    has_mail_server: z.boolean(),
  }),
  errors: [404],
});

export const createInvitations = defineEndpoint({
  ...ofOrganization,
  method: "POST",
  path: "/organizations/{organization_id}/invitations",
  summary: "Invite people, all of them or none; a second invitation replaces the first one to an address",
  right: "manageMembers",
  features: [
    {
      feature: "viewer_role",
      isNeededFor: ({ invitations }) => invitations.some(({ role }) => role === "viewer"),
    },
  ],
  body: z.strictObject({
    invitations: z
      .array(z.strictObject({ email: EmailAddress, role: z.enum(GRANTED_ROLES) }))
      .check(z.minLength(1), z.maxLength(INVITATIONS_PER_CALL)),
  }),
  reply: z.object({ models: z.array(IssuedInvitation) }),
  errors: [404],
});

export const resendInvitation = defineEndpoint({
  ...ofOrganization,
  method: "POST",
  path: "/organizations/{organization_id}/invitations/{id}/resend",
  summary: "Send an invitation again, with a new link; the old link is no longer valid",
  right: "manageMembers",
  reply: IssuedInvitation,
  errors: [404],
});

export const revokeInvitation = defineEndpoint({
  ...ofOrganization,
  method: "DELETE",
  path: "/organizations/{organization_id}/invitations/{id}",
  summary: "Take an invitation back",
  right: "manageMembers",
  reply: DeletedId,
  errors: [404],
});

export const ORGANIZATION_ENDPOINTS = [
  createOrganization,
  updateOrganization,
  deleteOrganization,
  leaveOrganization,
  listMembers,
  updateMember,
  removeMember,
  listInvitations,
  createInvitations,
  resendInvitation,
  revokeInvitation,
] as const;
