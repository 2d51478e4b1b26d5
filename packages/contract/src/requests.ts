/** What is a request, and which endpoints does it have? A request came in at a source URL, or was published. */
import * as z from "zod/mini";
import { IGNORED_CAUSES, PROOF_PARTS, REJECTION_CAUSES, VERIFICATION_PROBLEMS } from "./causes.ts";
import { defineEndpoint } from "./endpoint.ts";
import {
  BooleanFilter,
  DateFilter,
  IdFilter,
  IntegerFilter,
  NullableTimestamp,
  Timestamp,
  enumFilter,
  includeOf,
  listQuery,
  nullableEnumFilter,
  pageOf,
} from "./lists.ts";
import { PayloadQuery } from "./payload-filters.ts";
import { Redaction } from "./redaction.ts";

/** The payload in a readable form. `raw_body` returns the bytes. */
export const ShortEventData = z.object({
  path: z.string(),
  query: z.nullable(z.string()),
  parsed_query: z.nullable(z.record(z.string(), z.unknown())),
  headers: z.record(z.string(), z.string()),
  body: z.unknown(),
  is_large_payload: z.optional(z.boolean()),
  /** Absent: nothing was masked. */
  redaction: z.optional(Redaction),
});
export type ShortEventData = z.output<typeof ShortEventData>;

const REQUEST_STATUSES = ["accepted", "rejected"] as const;

export const Request = z.object({
  id: z.string(),
  team_id: z.string(),
  source_id: z.string(),
  /** Null if the source does not check its senders. */
  verified: z.nullable(z.boolean()),
  /** A request that found no connection counts as accepted, although it has the cause NO_CONNECTION. */
  status: z.enum(REQUEST_STATUSES),
  rejection_cause: z.nullable(z.enum(REJECTION_CAUSES)),
  /** Null unless the cause is VERIFICATION_FAILED. Requests that came in before it was stored have none either. */
  verification_failure: z.nullable(
    z.object({
      problem: z.enum(VERIFICATION_PROBLEMS),
      looked_at: z.nullable(z.object({ part: z.enum(PROOF_PARTS), name: z.string() })),
      fetches_off: z.optional(z.literal(true)),
    }),
  ),
  /** Whether somebody retried this request. */
  retried: z.boolean(),
  original_event_data_id: z.nullable(z.string()),
  ingested_at: NullableTimestamp,
  events_count: z.int(),
  cli_events_count: z.int(),
  ignored_count: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
  data: z.optional(z.nullable(ShortEventData)),
});
export type Request = z.output<typeof Request>;

export const RequestQuery = {
  id: z.optional(IdFilter),
  status: z.optional(z.enum(REQUEST_STATUSES)),
  rejection_cause: z.optional(nullableEnumFilter(REJECTION_CAUSES)),
  source_id: z.optional(IdFilter),
  verified: z.optional(BooleanFilter),
  events_count: z.optional(IntegerFilter),
  cli_events_count: z.optional(IntegerFilter),
  ignored_count: z.optional(IntegerFilter),
  /** Requests that a connection ignored for one of these causes. */
  cause: z.optional(enumFilter(IGNORED_CAUSES)),
  /** Requests that a connection ignored because one of these transformations failed. */
  transformation_id: z.optional(IdFilter),
  created_at: z.optional(DateFilter),
  ingested_at: z.optional(DateFilter),
  bulk_retry_id: z.optional(IdFilter),
  ...PayloadQuery,
  include: z.optional(includeOf("data")),
  /** Changes nothing: every search returns what it found in time, with a cursor to continue. Clients may send it. */
  progressive: z.optional(BooleanFilter),
};
/** The filters of a list or a count, once parsed. */
export type RequestFilters = z.output<z.ZodMiniObject<typeof RequestQuery>>;

export const listRequests = defineEndpoint({
  hasDashboardDoor: true,
  method: "GET",
  path: "/requests",
  summary: "List requests",
  right: "see",
  query: listQuery(RequestQuery, ["ingested_at", "created_at"]),
  reply: pageOf(Request),
});
export const getRequest = defineEndpoint({
  hasDashboardDoor: true,
  method: "GET",
  path: "/requests/{id}",
  summary: "Get a request with its data",
  right: "see",
  reply: Request,
  errors: [404],
});
export const RawBody = z.object({ body: z.string() });
export const getRequestRawBody = defineEndpoint({
  hasDashboardDoor: true,
  method: "GET",
  path: "/requests/{id}/raw_body",
  summary: "Get the body of a request as it came in",
  right: "see",
  reply: RawBody,
  errors: [404],
});
