/**
 * Where do the entries of an organization's audit log go as they are made, and which endpoints set that up?
 *
 * Into a source of one of its projects, where each entry is a request, or to a receiver of OpenTelemetry. Headers and the
 * query of the receiver's URL go in and never come out.
 */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { HttpUrl } from "./http-url.ts";
import { NullableTimestamp } from "./lists.ts";
import { OtlpHeaders } from "./team-integrations.ts";

export const AUDIT_PUSH_TARGETS = ["source", "otlp"] as const;
export type AuditPushTarget = (typeof AUDIT_PUSH_TARGETS)[number];

/** The sources that one answer offers; typing finds the others. */
export const AUDIT_PUSH_SOURCES_OFFERED = 100;

export const AuditPushInput = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("source"), source_id: z.string() }),
  z.strictObject({
    type: z.literal("otlp"),
    /** `/v1/logs` is added unless the address ends in it. */
    url: HttpUrl,
    /** Sent with each push, for the receiver's credentials. Null: the stored ones stay, if the URL stays. */
    headers: z.nullable(OtlpHeaders),
  }),
]);
export type AuditPushInput = z.output<typeof AuditPushInput>;

const Named = z.object({ id: z.string(), name: z.string() });

export const AuditPush = z.object({
  target: z.discriminatedUnion("type", [
    /** The source is null if it is gone, or if its project belongs to another organization by now. */
    z.object({ type: z.literal("source"), source: z.nullable(z.extend(Named, { project: Named })) }),
    z.object({ type: z.literal("otlp"), url: z.string(), header_names: z.array(z.string()) }),
  ]),
  is_paused: z.boolean(),
  /** Entries that are still to be pushed, and when the oldest of them was made. */
  waiting: z.int(),
  oldest_at: NullableTimestamp,
  /** When entries last arrived. */
  pushed_at: NullableTimestamp,
  /** Why the last push failed, and when; null if it did not. */
  error: z.nullable(z.string()),
  failed_at: NullableTimestamp,
  /** Of the next try. Null: nothing has failed. */
  next_push_at: NullableTimestamp,
  /** Entries that left the log by their age before they could be pushed. */
  lost: z.int(),
  /** Entries that the receiver took in and threw away. */
  refused: z.int(),
});
export type AuditPush = z.output<typeof AuditPush>;

const AuditPushReply = z.object({ audit_push: z.nullable(AuditPush) });

const ofOrganization = {
  isForDashboard: true,
  actsOn: "organization",
  callers: "sessions",
  errors: [404],
} as const;

export const getAuditPush = defineEndpoint({
  ...ofOrganization,
  method: "GET",
  path: "/organizations/{organization_id}/audit-push",
  summary: "Where the entries of the audit log go, and whether they arrive",
  right: "seeAuditLog",
  reply: AuditPushReply,
});

export const saveAuditPush = defineEndpoint({
  ...ofOrganization,
  method: "PUT",
  path: "/organizations/{organization_id}/audit-push",
  summary: "Push the entries of the audit log from now on into a source, or to a receiver of OpenTelemetry",
  right: "pushAuditLog",
  body: AuditPushInput,
  reply: AuditPushReply,
});

export const pauseAuditPush = defineEndpoint({
  ...ofOrganization,
  method: "PUT",
  path: "/organizations/{organization_id}/audit-push/pause",
  summary: "Pause the push or go on with it; entries wait meanwhile",
  right: "pushAuditLog",
  body: z.strictObject({ is_paused: z.boolean() }),
  reply: AuditPushReply,
});

export const testAuditPush = defineEndpoint({
  ...ofOrganization,
  method: "POST",
  path: "/organizations/{organization_id}/audit-push/test",
  summary: "Make an entry that says that somebody tests the push, and push what waits now",
  right: "pushAuditLog",
  reply: AuditPushReply,
});

export const removeAuditPush = defineEndpoint({
  ...ofOrganization,
  method: "DELETE",
  path: "/organizations/{organization_id}/audit-push",
  summary: "End the push; entries that wait are not pushed any more, and stay in the log",
  right: "pushAuditLog",
  reply: AuditPushReply,
});

export const listAuditPushSources = defineEndpoint({
  ...ofOrganization,
  method: "GET",
  path: "/organizations/{organization_id}/audit-push/sources",
  summary: `The sources of all projects of the organization, ${AUDIT_PUSH_SOURCES_OFFERED} at most`,
  right: "pushAuditLog",
  /** A part of the name of a source or of a project. */
  query: z.object({ search: z.optional(z.string()) }),
  reply: z.object({ models: z.array(z.extend(Named, { project: Named })) }),
});

export const AUDIT_PUSH_ENDPOINTS = [
  getAuditPush,
  saveAuditPush,
  pauseAuditPush,
  testAuditPush,
  removeAuditPush,
  listAuditPushSources,
] as const;
