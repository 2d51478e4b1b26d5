/**
 * Which endpoints are only for our dashboard?
 *
 * The server offers them under /dashboard-api, so that the public API has no paths that other clients do not
 * know. They have no version: dashboard and server are released together. The public endpoints with a
 * `hasDashboardDoor` are there too.
 */
import * as z from "zod/mini";
import { getAccount } from "./account.ts";
import { AUDIT_ENDPOINTS } from "./audit-log.ts";
import { AUDIT_PUSH_ENDPOINTS } from "./audit-push.ts";
import { EVENT_STATUSES } from "./causes.ts";
import { countBookmarks } from "./bookmarks.ts";
import { abortBulkOperation, estimateEventRetry, listBulkOperations } from "./bulk.ts";
import { getChangesAround } from "./changes.ts";
import { claimCliLogin, getCliLogin, refuseCliLogin } from "./cli-logins.ts";
import { VERSION_ENDPOINTS } from "./connection-versions.ts";
import { searchConnections } from "./connections.ts";
import { searchDestinations } from "./destinations.ts";
import { Attachment, defineEndpoint, type Endpoint } from "./endpoint.ts";
import { ERASURE_ENDPOINTS } from "./erasures.ts";
import { getEventTrace } from "./event-trace.ts";
import { Event, EventData } from "./events.ts";
import { getFailingSince } from "./failing-since.ts";
import {
  getEventHistogram,
  getExecutionHistogram,
  getIgnoredEventHistogram,
  getRequestHistogram,
} from "./histograms.ts";
import * as keys from "./keys.ts";

import { completeFilter, testFilter } from "./filter-trials.ts";
import { findOpenIssues } from "./issues.ts";
import { findPlace } from "./places.ts";
import { getPlannedRetries } from "./planned-retries.ts";
import { acceptInvitation, getInvitation } from "./invitations.ts";
import { IdFilter, Timestamp } from "./lists.ts";
import { listFailedNotifications, sendTestNotification } from "./notifications.ts";
import { getOnboardingProgress, saveOnboardingProgress } from "./onboarding.ts";
import { ORGANIZATION_ENDPOINTS } from "./organizations.ts";
import { BILLING_ENDPOINTS } from "./billing.ts";
import { PLAN_ENDPOINTS, SessionPlan } from "./plans.ts";
import { reportProductEvent } from "./product-events.ts";
import { PROJECT_MEMBER_ENDPOINTS } from "./project-members.ts";
import { getQuotas, updateQuotas } from "./quotas.ts";
import { Request } from "./requests.ts";
import { ROLES } from "./roles.ts";
import { tryRules } from "./rules-trial.ts";
import { attachChannels } from "./issue-triggers.ts";
import { createSampleProject, getFirstSteps } from "./sample-project.ts";
import * as savedViews from "./saved-views.ts";
import { SIGNED_EXAMPLE_ENDPOINTS } from "./signed-examples.ts";
import { searchSources } from "./sources.ts";
import { DIRECTORY_SYNC_ENDPOINTS } from "./directory-sync.ts";
import { SSO_ENDPOINTS } from "./sso.ts";
import { createTeamIntegration, deleteTeamIntegration, listTeamIntegrations } from "./team-integrations.ts";
import { listExamples, sendTestRequest } from "./test-requests.ts";
import { tryRedaction } from "./redaction.ts";
import { getThroughputTiers, updateThroughput } from "./throughput.ts";
import { runTransformationInEditor, searchTransformations } from "./transformations.ts";
import { getWebhookSettings } from "./webhook-topics.ts";

/** Whether this installation still waits for its first owner. The dashboard reads it without a session. */
export const Setup = z.object({ setup_needed: z.boolean() });
export type Setup = z.output<typeof Setup>;

export const Session = z.object({
  user: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  /**
   * Somebody has invited this address, and the invitation can still be accepted. The key is in the mail, so this says only
   * that there is one.
   */
  is_invited: z.boolean(),
  /** All of the person, the oldest first. The role is the one in the organization. */
  organizations: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      role: z.enum(ROLES),
      /** Null: no plan is in force, and nothing is limited. */
      plan: z.nullable(SessionPlan),
      /** Its single sign-on or its directory sync is on. */
      uses_sso: z.boolean(),
      /** And the person has an address at one of its proven mail domains, or comes from its directory. */
      is_sso_user: z.boolean(),
      /** Its directory sync is on: people, and their roles, come from its directory. */
      has_directory: z.boolean(),
    }),
  ),
  /** Those that the person may enter, by organization, and the oldest first. */
  projects: z.array(
    z.object({
      id: z.string(),
      organization_id: z.string(),
      name: z.string(),
      private: z.boolean(),
      role: z.enum(ROLES),
      retention_days: z.int(),
      /** Its data is made up (sample-project.ts). */
      is_sample: z.boolean(),
    }),
  ),
  /** Whether the operator has set up an AI service for `completeFilter`. */
  filter_completion: z.boolean(),
  /** Whether Posthorn may fetch the keys of providers. */
  provider_fetches: z.boolean(),
  /** Whether the operator's receiver hears what people do in the dashboard (product-events.ts). */
  is_tracking: z.boolean(),
});
export type Session = z.output<typeof Session>;

export const getSession = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/session",
  summary: "Who is signed in, and which organizations and projects they can see",
  actsOn: "person",
  right: "belong",
  reply: Session,
});

export const isNameUsed = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/name-is-used",
  summary: "Whether a name is taken; a connection's name is unique within its source",
  right: "see",
  query: z.object({
    kind: z.enum(["source", "destination", "connection", "transformation", "issue_trigger"]),
    name: z.string(),
    source_id: z.optional(z.string()),
  }),
  reply: z.object({ used: z.boolean() }),
});

/** The last 24 hours, to the minute, in parts of two hours. */
export const EVENT_COUNT_BUCKETS = 12;
export const EVENT_COUNT_BUCKET_MS = 2 * 60 * 60 * 1000;

/** For each status that events have: one number for each part of the last 24 hours, the oldest first. */
const EventBuckets = z.partialRecord(z.enum(EVENT_STATUSES), z.array(z.int()));
export type EventBuckets = z.output<typeof EventBuckets>;

/** A connection without events is missing in both records. */
export const countEventsByConnection = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/events-24h",
  summary: "How many events each connection made in the last 24 hours, in all and in parts of two hours",
  right: "see",
  reply: z.object({
    /** When the first part begins. */
    from: Timestamp,
    counts: z.record(z.string(), z.int()),
    buckets: z.record(z.string(), EventBuckets),
  }),
});

/** A machine that receives events of CLI destinations, or has done so lately. */
export const CliClient = z.object({
  cli_id: z.string(),
  device_name: z.string(),
  /** Its CLI is connected now. */
  active: z.boolean(),
});
export type CliClient = z.output<typeof CliClient>;

export const listCliClients = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/cli-clients",
  summary: "The machines whose CLI receives events, or those that receive events of one connection",
  right: "see",
  query: z.object({
    webhook_id: z.optional(z.string()),
    /** These machines, also if they have not listened for long. */
    cli_id: z.optional(IdFilter),
  }),
  reply: z.object({ models: z.array(CliClient) }),
});

export const listCliUsers = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/cli-users",
  summary: "The people whose CLI has received events of this project",
  right: "see",
  reply: z.object({ models: z.array(z.object({ id: z.string(), name: z.string() })) }),
});

/** By id. Something that no connection uses is missing. Paused and disabled connections count. */
const ConnectionCounts = z.record(z.string(), z.int());
export const countConnectionsByEnd = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/connections-by-end",
  summary: "How many connections each source, destination and transformation has",
  right: "see",
  reply: z.object({
    sources: ConnectionCounts,
    destinations: ConnectionCounts,
    transformations: ConnectionCounts,
  }),
});

/** By id. What has none is missing. */
const CountsById = z.object({ counts: z.record(z.string(), z.int()) });
export const countRequestsBySource = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/requests-24h",
  summary: "How many requests each source received in the last 24 hours, rejected ones included",
  right: "see",
  reply: CountsById,
});
export const countAttemptsByDestination = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/attempts-24h",
  summary: "How many attempts each destination got in the last 24 hours",
  right: "see",
  reply: CountsById,
});

/** A connection that holds nothing is missing. `MATCHES_COUNTED_MOST` means as many or more. */
export const countHeldEvents = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/held-events",
  summary: "How many events each paused connection holds, however old they are, up to 10,000",
  right: "see",
  reply: CountsById,
});

/** A session that listens to several connections of a destination counts once. A destination without any is missing. */
export const countCliSessions = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/cli-sessions",
  summary: "How many CLI sessions are connected to each destination now",
  right: "see",
  reply: CountsById,
});

export const sendTestEvent = defineEndpoint({
  isForDashboard: true,
  method: "POST",
  path: "/connections/{id}/test-event",
  summary: "Send an example request through a connection, and through no other connection of its source",
  right: "send",
  /** `events` is empty if the connection's rules made no event of the request. */
  reply: z.object({ request: Request, events: z.array(Event) }),
  errors: [404, 410],
});

/** The public API shows a request's data without its method. */
export const getRequestMethod = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/requests/{id}/method",
  summary: "The HTTP method of a request",
  right: "see",
  /** Null if the request's data is archived. */
  reply: z.object({ method: z.nullable(z.string()) }),
  errors: [404],
});

export const getAttemptRequest = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/attempts/{id}/request",
  summary: "The request that an attempt sent",
  right: "see",
  reply: EventData,
  errors: [404],
});

const downloading = { method: "GET", right: "see", reply: Attachment, errors: [404] } as const;
export const downloadEventBody = defineEndpoint({
  isForDashboard: true,
  ...downloading,
  path: "/events/{id}/body",
  summary: "The body of an event, byte for byte",
});
export const downloadRequestBody = defineEndpoint({
  isForDashboard: true,
  ...downloading,
  path: "/requests/{id}/body",
  summary: "The body of a request, byte for byte",
});
export const downloadBookmarkBody = defineEndpoint({
  isForDashboard: true,
  ...downloading,
  path: "/bookmarks/{id}/body",
  summary: "The body of a bookmark's data, byte for byte",
});

/** What is in a body that its sender compressed: the same that rules and searches see. */
export const BodyContent = z.object({
  /** As the request's `Content-Encoding` says; null if the body is not compressed. */
  coding: z.nullable(z.string()),
  /** The decoded text. Null if the body is not compressed, is broken, is too large, or has an unknown coding. */
  content: z.nullable(z.string()),
  /** With which the request came in that carried the body. */
  method: z.string(),
});
export type BodyContent = z.output<typeof BodyContent>;

const decoding = { method: "GET", right: "see", reply: BodyContent, errors: [404] } as const;
export const getEventContent = defineEndpoint({
  isForDashboard: true,
  ...decoding,
  path: "/events/{id}/content",
  summary: "The decoded body of an event, if it is compressed",
});
export const getRequestContent = defineEndpoint({
  isForDashboard: true,
  ...decoding,
  path: "/requests/{id}/content",
  summary: "The decoded body of a request, if it is compressed",
});
export const getBookmarkContent = defineEndpoint({
  isForDashboard: true,
  ...decoding,
  path: "/bookmarks/{id}/content",
  summary: "The decoded body of a bookmark's data, if it is compressed",
});

/** They answer a session, whatever projects it has, and nobody else. */
export const OF_SESSIONS: ReadonlySet<Endpoint> = new Set([getSession, getAccount]);

/** The server serves every endpoint of this list. The dashboard's client puts DASHBOARD_API_PREFIX before them. */
export const DASHBOARD_ENDPOINTS: readonly Endpoint[] = [
  getSession,
  getAccount,
  isNameUsed,
  searchConnections,
  searchSources,
  searchDestinations,
  searchTransformations,
  countEventsByConnection,
  countHeldEvents,
  countConnectionsByEnd,
  countRequestsBySource,
  countAttemptsByDestination,
  countCliSessions,
  countBookmarks,
  getRequestHistogram,
  getEventHistogram,
  getExecutionHistogram,
  getIgnoredEventHistogram,
  listCliClients,
  getOnboardingProgress,
  saveOnboardingProgress,
  findPlace,
  listCliUsers,
  testFilter,
  completeFilter,
  tryRules,
  runTransformationInEditor,
  sendTestEvent,
  listExamples,
  sendTestRequest,
  ...SIGNED_EXAMPLE_ENDPOINTS,
  tryRedaction,
  getEventTrace,
  getFailingSince,
  getPlannedRetries,
  getRequestMethod,
  getAttemptRequest,
  downloadEventBody,
  downloadRequestBody,
  downloadBookmarkBody,
  getEventContent,
  getRequestContent,
  getBookmarkContent,
  keys.getSecrets,
  keys.rollApiKey,
  keys.rollSigningSecret,
  keys.listApiKeys,
  keys.createApiKey,
  keys.updateApiKey,
  keys.revokeApiKey,
  keys.listCliKeys,
  keys.revokeCliKey,
  getQuotas,
  updateQuotas,
  getThroughputTiers,
  updateThroughput,
  listTeamIntegrations,
  createTeamIntegration,
  deleteTeamIntegration,
  attachChannels,
  getChangesAround,
  listFailedNotifications,
  sendTestNotification,
  getWebhookSettings,
  findOpenIssues,
  savedViews.listSavedViews,
  savedViews.createSavedView,
  savedViews.updateSavedView,
  savedViews.deleteSavedView,
  savedViews.countEvents,
  savedViews.countRequests,
  listBulkOperations,
  estimateEventRetry,
  abortBulkOperation,
  getCliLogin,
  claimCliLogin,
  refuseCliLogin,
  ...ORGANIZATION_ENDPOINTS,
  ...AUDIT_ENDPOINTS,
  ...VERSION_ENDPOINTS,
  ...AUDIT_PUSH_ENDPOINTS,
  ...SSO_ENDPOINTS,
  ...DIRECTORY_SYNC_ENDPOINTS,
  getInvitation,
  acceptInvitation,
  ...PROJECT_MEMBER_ENDPOINTS,
  createSampleProject,
  getFirstSteps,
  reportProductEvent,
  ...ERASURE_ENDPOINTS,
  ...PLAN_ENDPOINTS,
  ...BILLING_ENDPOINTS,
];
