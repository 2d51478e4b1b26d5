/**
 * What is a bulk operation, and which endpoints does it have?
 *
 * One action on everything that a query matches, done in the background. There are five families; they differ
 * only in their path and in the filters of their query. A query uses the filters of the list it acts on. An
 * unknown filter is an error, because without it the operation would act on more than the caller meant. The
 * query of a replay also has a target: it selects nothing, but the caller must give it to begin the operation.
 */
import * as z from "zod/mini";
import { BULK_TYPES, IGNORED_CAUSES } from "./causes.ts";
import { defineEndpoint, type Endpoint } from "./endpoint.ts";
import { EventQuery } from "./events.ts";
import {
  BooleanFilter,
  DateFilter,
  IdFilter,
  NullableTimestamp,
  Timestamp,
  enumFilter,
  listQuery,
  pageOf,
} from "./lists.ts";
import { ReplayTarget } from "./replay.ts";
import { RequestQuery } from "./requests.ts";
import { storable } from "./storable.ts";

export const BatchOperation = z.object({
  id: z.string(),
  team_id: z.string(),
  type: z.enum(BULK_TYPES),
  /** As the caller sent it. */
  query: z.record(z.string(), z.unknown()),
  created_at: Timestamp,
  updated_at: Timestamp,
  cancelled_at: NullableTimestamp,
  completed_at: NullableTimestamp,
  estimated_batch: z.int(),
  estimated_count: z.int(),
  processed_batch: z.int(),
  completed_count: z.int(),
  failed_count: z.int(),
  in_progress: z.boolean(),
  /** From 0 to 1. */
  progress: z.number(),
  /** Counts up within the project; people see it as #n. */
  number: z.int(),
});
export type BatchOperation = z.output<typeof BatchOperation>;

export const BulkPlan = z.object({ estimated_batch: z.int(), estimated_count: z.int() });

/** Parameters of lists that do not filter. */
const LISTS_ONLY = { include: true, progressive: true } as const;
export const BulkEventQuery = z.omit(z.strictObject(EventQuery), LISTS_ONLY);
export const BulkRequestQuery = z.omit(z.strictObject(RequestQuery), LISTS_ONLY);
export const BulkIgnoredEventQuery = z.strictObject({
  cause: z.optional(enumFilter(IGNORED_CAUSES)),
  webhook_id: z.optional(IdFilter),
  transformation_id: z.optional(IdFilter),
  issue_id: z.optional(IdFilter),
  /** The source of their requests. */
  source_id: z.optional(IdFilter),
  /** When their requests came in. */
  created_at: z.optional(DateFilter),
});
/** The target is optional when a caller estimates or lists replays, and required when it begins one. */
export const BulkReplayQuery = z.extend(BulkRequestQuery, { target: z.optional(ReplayTarget) });
const BulkReplayOrder = z.extend(BulkRequestQuery, { target: ReplayTarget });
/** The filters of ignored events, once parsed. */
export type IgnoredEventFilters = z.output<typeof BulkIgnoredEventQuery>;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const JsonText = z.pipe(
  z.string().check(z.refine(isJson, "must be valid JSON")),
  z.transform((text: string): unknown => JSON.parse(text)),
);

const STORED = new WeakMap<z.ZodMiniType, z.ZodMiniType>();

/** The same schema for all endpoints of a query: a wire version names one of them to change all. */
function stored<Query extends z.ZodMiniType>(filters: Query) {
  const known = STORED.get(filters) ?? storable(filters);
  STORED.set(filters, known);
  return known as ReturnType<typeof storable<Query>>; // made from this very query
}

/** In an address, a query is nested (`query[status]=…`) or JSON text. */
function inAddress<Query extends z.ZodMiniType>(filters: Query) {
  const query = stored(filters);
  return z.optional(z.union([query, z.pipe(JsonText, query)]));
}

/**
 * `what` names the action, as in "List bulk …". `order` is the query that begins an operation, if it differs from
 * `filters`. In a browser there are no schemas (`packages/dashboard/lean-contract.ts`), so only the settings of an endpoint
 * may use them.
 */
function defineFamily<Query extends z.ZodMiniType, Order extends z.ZodMiniType = Query>(
  path: string,
  what: string,
  filters: Query,
  { order, hasDashboardDoor = false }: { order?: Order; hasDashboardDoor?: boolean } = {},
) {
  return {
    list: defineEndpoint({
      hasDashboardDoor,
      method: "GET",
      path,
      summary: `List bulk ${what}`,
      right: "see",
      query: listQuery(
        {
          id: z.optional(IdFilter),
          query: inAddress(filters),
          query_partial_match: z.optional(BooleanFilter),
          in_progress: z.optional(BooleanFilter),
          created_at: z.optional(DateFilter),
          completed_at: z.optional(DateFilter),
          cancelled_at: z.optional(DateFilter),
        },
        ["created_at"],
      ),
      reply: pageOf(BatchOperation),
    }),
    create: defineEndpoint({
      hasDashboardDoor,
      method: "POST",
      path,
      summary: `Begin one of the bulk ${what}`,
      right: "send",
      body: z.strictObject({ query: order ? stored(order) : stored(filters) }),
      reply: BatchOperation,
    }),
    plan: defineEndpoint({
      hasDashboardDoor,
      method: "GET",
      path: `${path}/plan`,
      summary: `Estimate one of the bulk ${what}`,
      right: "see",
      query: z.object({ query: inAddress(filters) }),
      reply: BulkPlan,
    }),
    get: defineEndpoint({
      hasDashboardDoor,
      method: "GET",
      path: `${path}/{id}`,
      summary: `Get one of the bulk ${what}`,
      right: "see",
      reply: BatchOperation,
      errors: [404],
    }),
    cancel: defineEndpoint({
      hasDashboardDoor,
      method: "POST",
      path: `${path}/{id}/cancel`,
      summary: `Abort one of the bulk ${what}`,
      right: "send",
      reply: BatchOperation,
      errors: [404],
    }),
  };
}

/** The five endpoints of any family. */
export type BulkFamily = ReturnType<typeof defineFamily<z.ZodMiniType>>;

export const bulkRetryEvents = defineFamily("/bulk/events/retry", "retries of events", BulkEventQuery);
export const bulkCancelEvents = defineFamily(
  "/bulk/events/cancel",
  "cancellations of events",
  BulkEventQuery,
);
export const bulkRetryIgnoredEvents = defineFamily(
  "/bulk/ignored-events/retry",
  "retries of ignored events",
  BulkIgnoredEventQuery,
  { hasDashboardDoor: true },
);
export const bulkRetryRequests = defineFamily(
  "/bulk/requests/retry",
  "retries of requests",
  BulkRequestQuery,
);
/** Only the wire version 2026-09-01 has it. */
export const bulkReplayRequests = defineFamily(
  "/bulk/requests/replay",
  "replays of requests",
  BulkReplayQuery,
  { order: BulkReplayOrder },
);

/** A bulk operation as the panel of the dashboard shows it. */
export const BulkOperation = z.extend(BatchOperation, {
  /** Null for an operation of an earlier release. The name is null if the API key was revoked. */
  started_by: z.nullable(z.object({ kind: z.enum(["person", "api_key"]), name: z.nullable(z.string()) })),
  /** How the attempts of a retry of events ended. Null until they are counted, and for all other types. */
  outcome: z.nullable(z.object({ delivered: z.int(), failed_again: z.int() })),
  /** It has ended, and its outcome will soon be known. */
  is_settling: z.boolean(),
  /** Attempts of an aborted retry that were on the wire and have not ended yet. */
  in_flight_count: z.int(),
});
export type BulkOperation = z.output<typeof BulkOperation>;

export const RetryEstimate = z.object({ FAILED: z.int(), CANCELLED: z.int(), SUCCESSFUL: z.int() });
export type RetryEstimate = z.output<typeof RetryEstimate>;

/** What a person reads before a retry: delivered events are sent again only if the person asks for them. */
export const estimateEventRetry = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/bulk-operations/event-retry-estimate",
  summary: "How many events of each status a bulk retry with this query would take",
  right: "see",
  query: z.object({ query: inAddress(BulkEventQuery) }),
  reply: RetryEstimate,
});

/** What the panel of the dashboard shows: the operations of all families together. */
export const listBulkOperations = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/bulk-operations",
  summary: "The bulk operations of the project, whatever their family, the newest first",
  right: "see",
  query: listQuery({ type: z.optional(enumFilter(BULK_TYPES)), in_progress: z.optional(BooleanFilter) }, [
    "created_at",
  ]),
  /** `totals` counts all operations of these types, on this page or not. */
  reply: z.extend(pageOf(BulkOperation), {
    totals: z.object({ ongoing: z.int(), ended: z.int() }),
  }),
});
export const abortBulkOperation = defineEndpoint({
  isForDashboard: true,
  method: "POST",
  path: "/bulk-operations/{id}/cancel",
  summary: "Abort a bulk operation, whatever its family",
  right: "send",
  reply: BatchOperation,
  errors: [404],
});

/** In each family, `plan` comes before `{id}`. */
export const BULK_ENDPOINTS: readonly Endpoint[] = [
  bulkRetryEvents,
  bulkCancelEvents,
  bulkRetryIgnoredEvents,
  bulkRetryRequests,
].flatMap((family): Endpoint[] => Object.values(family));
