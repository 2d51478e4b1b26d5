/**
 * How does an organization get its people and their roles from its own directory, and which endpoints set that up?
 *
 * The directory calls Posthorn at `/scim/v2` (SCIM 2.0) with a token of the organization. Only the owner sees and changes
 * any of it. The calls of the directory itself are no endpoints of this contract: RFC 7643 and 7644 say how they look.
 */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { NullableTimestamp, Timestamp } from "./lists.ts";
import { GRANTED_ROLES } from "./roles.ts";

/** On the dashboard's port. */
export const SCIM_PREFIX = "/scim/v2";

/** Null: no access. */
const DefaultRole = z.nullable(z.enum(GRANTED_ROLES));
/** Null: the group gives no role. */
const GroupRole = z.nullable(z.enum(GRANTED_ROLES));

const DirectoryToken = z.object({
  id: z.string(),
  /** Its last characters. */
  ending: z.string(),
  created_at: Timestamp,
  last_used_at: NullableTimestamp,
});
export type DirectoryToken = z.output<typeof DirectoryToken>;

const DirectoryGroup = z.object({
  id: z.string(),
  name: z.string(),
  role: GroupRole,
  /** How many people are in it. */
  members: z.int(),
});
export type DirectoryGroup = z.output<typeof DirectoryGroup>;

const Directory = z.object({
  /** Of people in no group that has a role. */
  default_role: DefaultRole,
  /** The last call of the directory, to the minute; null: it has not called yet. */
  last_call_at: NullableTimestamp,
  /** People that it has sent and not deactivated. */
  people: z.int(),
  /** Those of them who are members. */
  members: z.int(),
  /** Members whom it has not sent, the owner among them if it has not sent them. */
  other_members: z.int(),
  /** Oldest first; two at most. */
  tokens: z.array(DirectoryToken),
  /** By name. */
  groups: z.array(DirectoryGroup),
});
export type Directory = z.output<typeof Directory>;

export const DirectorySync = z.object({
  /** The owner gives it to the directory. */
  base_url: z.string(),
  /** Null: directory sync is off. */
  directory: z.nullable(Directory),
});
export type DirectorySync = z.output<typeof DirectorySync>;

const IssuedDirectoryToken = z.extend(DirectorySync, {
  /** No other reply has it. */
  token: z.string(),
});
export type IssuedDirectoryToken = z.output<typeof IssuedDirectoryToken>;

const ofOrganization = {
  isForDashboard: true,
  actsOn: "organization",
  callers: "sessions",
  right: "manageSso",
} as const;
const PATH = "/organizations/{organization_id}/directory";

export const getDirectorySync = defineEndpoint({
  ...ofOrganization,
  method: "GET",
  path: PATH,
  summary:
    "The directory sync of an organization: its tokens, and the groups of its directory with their roles",
  reply: DirectorySync,
  errors: [404],
});

export const turnDirectorySyncOn = defineEndpoint({
  ...ofOrganization,
  method: "POST",
  path: PATH,
  summary:
    "Turn directory sync on; the reply has the first token. Open invitations end, because people come from the directory now",
  features: [{ feature: "viewer_role", isNeededFor: ({ default_role }) => default_role === "viewer" }],
  body: z.strictObject({ default_role: DefaultRole }),
  reply: IssuedDirectoryToken,
  errors: [404, 409],
});

export const setDirectoryDefaultRole = defineEndpoint({
  ...ofOrganization,
  method: "PUT",
  path: PATH,
  summary: "Change the role of people in no group that has one; null gives them no access",
  features: [{ feature: "viewer_role", isNeededFor: ({ default_role }) => default_role === "viewer" }],
  body: z.strictObject({ default_role: DefaultRole }),
  reply: DirectorySync,
  errors: [404],
});

export const turnDirectorySyncOff = defineEndpoint({
  ...ofOrganization,
  method: "DELETE",
  path: PATH,
  summary:
    "Turn directory sync off; its tokens and groups are gone, and people stay members with their roles",
  reply: DirectorySync,
  errors: [404],
});

export const setDirectoryGroupRole = defineEndpoint({
  ...ofOrganization,
  method: "PUT",
  path: `${PATH}/groups/{id}`,
  summary: "Change the role that a group gives; of several groups the highest role counts",
  features: [{ feature: "viewer_role", isNeededFor: ({ role }) => role === "viewer" }],
  body: z.strictObject({ role: GroupRole }),
  reply: DirectorySync,
  errors: [404],
});

export const addDirectoryToken = defineEndpoint({
  ...ofOrganization,
  method: "POST",
  path: `${PATH}/tokens`,
  summary: "Make a second token, to which the directory moves before the first one is revoked",
  reply: IssuedDirectoryToken,
  errors: [404],
});

export const revokeDirectoryToken = defineEndpoint({
  ...ofOrganization,
  method: "DELETE",
  path: `${PATH}/tokens/{id}`,
  summary: "Revoke a token at once",
  reply: DirectorySync,
  errors: [404],
});

export const DIRECTORY_SYNC_ENDPOINTS = [
  getDirectorySync,
  turnDirectorySyncOn,
  setDirectoryDefaultRole,
  turnDirectorySyncOff,
  setDirectoryGroupRole,
  addDirectoryToken,
  revokeDirectoryToken,
] as const;
