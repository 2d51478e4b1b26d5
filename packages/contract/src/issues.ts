/**
 * What is an issue, and which endpoints does it have?
 *
 * An issue is one thing that goes wrong, however often it does. Failures with the same keys belong to the same issue: a
 * connection and what its deliveries fail with, a transformation and a log level, a destination and a delay, a source and
 * a cause of rejection. It is told when it opens, and when it recurs after it was resolved.
 */
import * as z from "zod/mini";
import { Attempt } from "./attempts.ts";
import {
  DELIVERY_ERROR_CODES,
  ISSUE_LOG_LEVELS,
  ISSUE_STATUSES,
  ISSUE_TYPES,
  REJECTION_CAUSES,
} from "./causes.ts";
import { Destination } from "./destinations.ts";
import { defineEndpoint } from "./endpoint.ts";
import { Event } from "./events.ts";
import {
  Count,
  DateFilter,
  IdFilter,
  IntegerFilter,
  NullableTimestamp,
  Timestamp,
  enumFilter,
  listQuery,
  pageOf,
} from "./lists.ts";
import { Execution } from "./transformations.ts";

const Common = {
  id: z.string(),
  team_id: z.string(),
  status: z.enum(ISSUE_STATUSES),
  /** Since when it is open, or was last. */
  opened_at: Timestamp,
  first_seen_at: Timestamp,
  last_seen_at: Timestamp,
  /** The person who changed the status last. */
  last_updated_by: z.nullable(z.string()),
  dismissed_at: NullableTimestamp,
  /** When it ended by itself. */
  auto_resolved_at: NullableTimestamp,
  /** Always null; shipped clients expect it. */
  merged_with: z.null(),
  issue_trigger_id: z.nullable(z.string()),
  updated_at: Timestamp,
  created_at: Timestamp,
};

/** Each list has one value, or none. Shipped clients expect lists. */
const DeliveryIssue = z.object({
  ...Common,
  type: z.literal("delivery"),
  aggregation_keys: z.object({
    webhook_id: z.array(z.string()),
    response_status: z.array(z.int()),
    error_code: z.array(z.enum(DELIVERY_ERROR_CODES)),
  }),
  /** One of its failed attempts. Null when retention has deleted it. */
  reference: z.object({ event_id: z.nullable(z.string()), attempt_id: z.nullable(z.string()) }),
  data: z.optional(z.object({ trigger_event: z.nullable(Event), trigger_attempt: z.nullable(Attempt) })),
});

export const TransformationIssue = z.object({
  ...Common,
  type: z.literal("transformation"),
  aggregation_keys: z.object({
    transformation_id: z.array(z.string()),
    log_level: z.array(z.enum(ISSUE_LOG_LEVELS)),
  }),
  reference: z.object({ transformation_execution_id: z.nullable(z.string()) }),
  data: z.optional(z.object({ transformation_execution: z.nullable(Execution) })),
});

const BackpressureIssue = z.object({
  ...Common,
  type: z.literal("backpressure"),
  aggregation_keys: z.object({ destination_id: z.array(z.string()), delay: z.array(z.int()) }),
  reference: z.object({ destination_id: z.string() }),
  data: z.optional(z.object({ destination: z.nullable(Destination) })),
});

const RequestIssue = z.object({
  ...Common,
  type: z.literal("request"),
  aggregation_keys: z.object({
    source_id: z.array(z.string()),
    rejection_cause: z.array(z.enum(REJECTION_CAUSES)),
  }),
  reference: z.object({ request_id: z.nullable(z.string()) }),
});

export const Issue = z.discriminatedUnion("type", [
  DeliveryIssue,
  TransformationIssue,
  BackpressureIssue,
  RequestIssue,
]);
export type Issue = z.output<typeof Issue>;

const Filters = {
  id: z.optional(IdFilter),
  issue_trigger_id: z.optional(IdFilter),
  type: z.optional(enumFilter(ISSUE_TYPES)),
  status: z.optional(enumFilter(ISSUE_STATUSES)),
  /** Issues are never merged, so any value finds none. */
  merged_with: z.optional(IdFilter),
  aggregation_keys: z.optional(
    z.strictObject({
      webhook_id: z.optional(IdFilter),
      response_status: z.optional(IntegerFilter),
      error_code: z.optional(enumFilter(DELIVERY_ERROR_CODES)),
      transformation_id: z.optional(IdFilter),
      destination_id: z.optional(IdFilter),
      source_id: z.optional(IdFilter),
    }),
  ),
  /** A connection, destination, source, transformation or event: what it has, or belongs to. */
  concerns: z.optional(z.string()),
  created_at: z.optional(DateFilter),
  first_seen_at: z.optional(DateFilter),
  last_seen_at: z.optional(DateFilter),
  dismissed_at: z.optional(DateFilter),
};
/** The filters of a list, once parsed. */
export type IssueFilters = z.output<z.ZodMiniObject<typeof Filters>>;

export const listIssues = defineEndpoint({
  method: "GET",
  path: "/issues",
  summary: "List issues",
  right: "see",
  query: listQuery(Filters, ["created_at", "first_seen_at", "last_seen_at", "opened_at", "status"]),
  reply: pageOf(Issue),
});
export const countIssues = defineEndpoint({
  method: "GET",
  path: "/issues/count",
  summary: "How many issues there are",
  right: "see",
  query: z.object(Filters),
  reply: Count,
});
/** Open, or acknowledged and not over yet. Those that nobody looks at come first, and the newest of them. */
export const OpenIssues = z.object({
  first: Issue,
  /** How its title calls the subject: the destination of a connection, or the subject itself. */
  name: z.string(),
  /** With the first. */
  count: z.int(),
});
export type OpenIssues = z.output<typeof OpenIssues>;

export const findOpenIssues = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/open-issues",
  summary:
    "The open issues of a connection, destination, source or transformation, or those that an event belongs to; null if there are none",
  right: "see",
  query: z.object({ concerns: z.string() }),
  reply: z.nullable(OpenIssues),
});
export const getIssue = defineEndpoint({
  method: "GET",
  path: "/issues/{id}",
  summary: "Get an issue",
  right: "see",
  reply: Issue,
  errors: [404],
});
export const updateIssue = defineEndpoint({
  method: "PUT",
  path: "/issues/{id}",
  summary: "Change the status of an issue",
  right: "triage",
  body: z.strictObject({ status: z.enum(ISSUE_STATUSES) }),
  reply: Issue,
  errors: [404],
});
/** The dashboard's specification, and some clients, say PATCH. */
export const patchIssue = defineEndpoint({ ...updateIssue, method: "PATCH" });
export const dismissIssue = defineEndpoint({
  method: "DELETE",
  path: "/issues/{id}",
  summary: "Dismiss an issue: it is ignored from now on",
  right: "triage",
  reply: Issue,
  errors: [404],
});
