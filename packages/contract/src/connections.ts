/** What is a connection, and which endpoints does it have? A connection routes one source to one destination. */
import * as z from "zod/mini";
import { Destination, DestinationInput } from "./destinations.ts";
import { defineEndpoint } from "./endpoint.ts";
import {
  BooleanFilter,
  Count,
  DateFilter,
  DeletedId,
  IdFilter,
  NameFilter,
  NullableTimestamp,
  SearchedWords,
  Timestamp,
  Warnings,
  listQuery,
  pageOf,
} from "./lists.ts";
import { API_CODE_BODY_MAX_BYTES, NAME_MAX_CHARACTERS } from "./limits.ts";
import { Description, Name } from "./names.ts";
import { Rules, RulesInput } from "./rules.ts";
import { Source, SourceInput } from "./sources.ts";

export const Connection = z.object({
  id: z.string(),
  team_id: z.string(),
  name: z.nullable(z.string()),
  full_name: z.string(),
  description: z.nullable(z.string()),
  source: Source,
  destination: Destination,
  rules: Rules,
  disabled_at: NullableTimestamp,
  paused_at: NullableTimestamp,
  updated_at: Timestamp,
  created_at: Timestamp,
  warnings: Warnings,
});
export type Connection = z.output<typeof Connection>;

/** Needs exactly one of `source_id` and `source`, and of `destination_id` and `destination`. Null counts as absent. */
export const ConnectionInput = z
  .strictObject({
    name: z.optional(z.nullable(Name)),
    description: z.optional(Description),
    source_id: z.optional(z.nullable(z.string())),
    source: z.optional(z.nullable(SourceInput)),
    destination_id: z.optional(z.nullable(z.string())),
    destination: z.optional(z.nullable(DestinationInput)),
    rules: z.optional(z.nullable(RulesInput)),
  })
  .check(({ value, issues }) => {
    for (const end of ["source", "destination"] as const) {
      const isInline = value[end] != null;
      const isById = value[`${end}_id`] != null;
      if (isInline === isById) {
        issues.push({
          code: "custom",
          path: [end],
          message: isInline ? "is not allowed together with its id" : "is required",
          input: value,
        });
      }
    }
  });
export type ConnectionInput = z.output<typeof ConnectionInput>;

const ConnectionUpdate = z.strictObject({
  name: z.optional(z.nullable(Name)),
  description: z.optional(Description),
  rules: z.optional(z.nullable(RulesInput)),
});
export type ConnectionUpdate = z.output<typeof ConnectionUpdate>;

const Filters = {
  id: z.optional(IdFilter),
  name: z.optional(NameFilter),
  source_id: z.optional(IdFilter),
  destination_id: z.optional(IdFilter),
  transformation_id: z.optional(IdFilter),
  disabled: z.optional(BooleanFilter),
  disabled_at: z.optional(DateFilter),
  paused_at: z.optional(DateFilter),
  full_name: z.optional(z.string().check(z.maxLength(NAME_MAX_CHARACTERS))),
};
/** The filters of a list or a count, once parsed. */
export type ConnectionFilters = z.output<z.ZodMiniObject<typeof Filters>>;

const SORT_KEYS = [
  "created_at",
  "full_name",
  "updated_at",
  "sources.created_at",
  "sources.updated_at",
  "destinations.created_at",
  "destinations.updated_at",
] as const;

export const listConnections = defineEndpoint({
  method: "GET",
  path: "/connections",
  summary: "List connections",
  right: "see",
  query: listQuery(Filters, SORT_KEYS),
  reply: pageOf(Connection),
});
/** `full_name` of the public list has no destination, and its meaning is part of the public contract. */
export const searchConnections = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/connections",
  summary:
    "List connections; every word of `search` occurs in the name of the connection or of one of its ends",
  right: "see",
  query: listQuery({ ...Filters, search: z.optional(SearchedWords) }, SORT_KEYS),
  reply: pageOf(Connection),
});
export const createConnection = defineEndpoint({
  method: "POST",
  path: "/connections",
  summary: "Create a connection, with its source and destination where they are given inline",
  right: "configure",
  body: ConnectionInput,
  maxBodyBytes: API_CODE_BODY_MAX_BYTES,
  reply: Connection,
  errors: [404, 409, 410],
});
export const upsertConnection = defineEndpoint({
  method: "PUT",
  path: "/connections",
  summary: "Create a connection, or update the one of that name on its source",
  right: "configure",
  body: ConnectionInput,
  maxBodyBytes: API_CODE_BODY_MAX_BYTES,
  reply: Connection,
  errors: [404, 410],
});
export const countConnections = defineEndpoint({
  method: "GET",
  path: "/connections/count",
  summary: "Count connections",
  right: "see",
  query: z.object(Filters),
  reply: Count,
});
export const getConnection = defineEndpoint({
  method: "GET",
  path: "/connections/{id}",
  summary: "Get a connection",
  right: "see",
  reply: Connection,
  errors: [404, 410],
});
export const updateConnection = defineEndpoint({
  method: "PUT",
  path: "/connections/{id}",
  summary: "Update a connection",
  right: "configure",
  body: ConnectionUpdate,
  maxBodyBytes: API_CODE_BODY_MAX_BYTES,
  reply: Connection,
  errors: [404, 409, 410, 412],
});
export const deleteConnection = defineEndpoint({
  method: "DELETE",
  path: "/connections/{id}",
  summary: "Delete a connection; its pending events are cancelled",
  right: "configure",
  reply: DeletedId,
  errors: [404, 410],
});
export const disableConnection = defineEndpoint({
  method: "PUT",
  path: "/connections/{id}/disable",
  summary: "Disable a connection; its pending events are cancelled",
  right: "configure",
  reply: Connection,
  errors: [404, 410],
});
export const enableConnection = defineEndpoint({
  method: "PUT",
  path: "/connections/{id}/enable",
  summary: "Enable a connection, with its source and destination",
  right: "configure",
  reply: Connection,
  errors: [404, 410],
});
/** Older names of disable and enable, which shipped clients still call. */
export const archiveConnection = defineEndpoint({
  ...disableConnection,
  path: "/connections/{id}/archive",
  summary: "The same as disable",
});
export const unarchiveConnection = defineEndpoint({
  ...enableConnection,
  path: "/connections/{id}/unarchive",
  summary: "The same as enable",
});
export const pauseConnection = defineEndpoint({
  method: "PUT",
  path: "/connections/{id}/pause",
  summary: "Pause a connection; its events are held",
  right: "configure",
  reply: Connection,
  errors: [404, 410],
});
export const unpauseConnection = defineEndpoint({
  method: "PUT",
  path: "/connections/{id}/unpause",
  summary: "Unpause a connection; its held events are delivered",
  right: "configure",
  reply: Connection,
  errors: [404, 410],
});
