/** What is a source, and what can be asked of it? A source is a URL that receives requests. */
import * as z from "zod/mini";
import { HTTP_METHODS } from "./causes.ts";
import { defineEndpoint } from "./endpoint.ts";
import {
  BooleanFilter,
  Count,
  DateFilter,
  DeletedId,
  IdFilter,
  NameFilter,
  NullableTimestamp,
  Timestamp,
  enumFilter,
  listQuery,
  pageOf,
} from "./lists.ts";
import { Description, Name } from "./names.ts";

export const SOURCE_TYPES = ["WEBHOOK"] as const;
/** GET is off until somebody switches it on: link previews and crawlers follow URLs. */
export const DEFAULT_ALLOWED_HTTP_METHODS = ["POST", "PUT", "PATCH", "DELETE"] as const;

const AllowedMethods = z
  .array(z.enum(HTTP_METHODS))
  .check(z.minLength(1, "At least one HTTP method must be selected"));

/** Null for what a source does not have is fine: clients that manage sources write it to be sure. */
const SourceConfigInput = z.strictObject({
  allowed_http_methods: z.optional(AllowedMethods),
  custom_response: z.optional(z.null()),
  auth_type: z.optional(z.null()),
  auth: z.optional(z.null()),
});
export type SourceConfigInput = z.output<typeof SourceConfigInput>;

export const SourceConfig = z.object({ allowed_http_methods: z.array(z.enum(HTTP_METHODS)) });
export type SourceConfig = z.output<typeof SourceConfig>;

export const Source = z.object({
  id: z.string(),
  team_id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  url: z.string(),
  type: z.enum(SOURCE_TYPES),
  authenticated: z.boolean(),
  config: SourceConfig,
  disabled_at: NullableTimestamp,
  updated_at: Timestamp,
  created_at: Timestamp,
});
export type Source = z.output<typeof Source>;

export const SourceInput = z.strictObject({
  name: Name,
  type: z.optional(z.enum(SOURCE_TYPES)),
  description: z.optional(Description),
  config: z.optional(SourceConfigInput),
});
export type SourceInput = z.output<typeof SourceInput>;

/** What a config may hold depends on the type, so one is never sent without the other. */
const SourceUpdate = z
  .strictObject({
    name: z.optional(Name),
    type: z.optional(z.enum(SOURCE_TYPES)),
    description: z.optional(Description),
    config: z.optional(SourceConfigInput),
  })
  .check((update) => {
    if (update.value.config !== undefined && update.value.type === undefined) {
      update.issues.push({
        code: "custom",
        path: ["config"],
        message: "is not allowed",
        input: update.value.config,
      });
    }
  });
export type SourceUpdate = z.output<typeof SourceUpdate>;

const Filters = {
  id: z.optional(IdFilter),
  name: z.optional(NameFilter),
  type: z.optional(enumFilter(SOURCE_TYPES)),
  disabled: z.optional(BooleanFilter),
  disabled_at: z.optional(DateFilter),
};
/** What a list or a count may be narrowed by, once parsed. */
export type SourceFilters = z.output<z.ZodMiniObject<typeof Filters>>;

export const listSources = defineEndpoint({
  method: "GET",
  path: "/sources",
  summary: "List sources",
  role: "viewer",
  query: listQuery(Filters, ["created_at", "name", "updated_at"]),
  reply: pageOf(Source),
});
export const createSource = defineEndpoint({
  method: "POST",
  path: "/sources",
  summary: "Create a source",
  role: "member",
  body: SourceInput,
  reply: Source,
  errors: [409],
});
export const upsertSource = defineEndpoint({
  method: "PUT",
  path: "/sources",
  summary: "Create a source, or update the one of that name",
  role: "member",
  body: SourceInput,
  reply: Source,
});
export const countSources = defineEndpoint({
  method: "GET",
  path: "/sources/count",
  summary: "Count sources",
  role: "viewer",
  query: z.object(Filters),
  reply: Count,
});
export const getSource = defineEndpoint({
  method: "GET",
  path: "/sources/{id}",
  summary: "Get a source",
  role: "viewer",
  reply: Source,
  errors: [404, 410],
});
export const updateSource = defineEndpoint({
  method: "PUT",
  path: "/sources/{id}",
  summary: "Update a source",
  role: "member",
  body: SourceUpdate,
  reply: Source,
  errors: [404, 409, 410],
});
export const deleteSource = defineEndpoint({
  method: "DELETE",
  path: "/sources/{id}",
  summary: "Delete a source and its connections",
  role: "member",
  reply: DeletedId,
  errors: [404, 410],
});
export const disableSource = defineEndpoint({
  method: "PUT",
  path: "/sources/{id}/disable",
  summary: "Disable a source and its connections",
  role: "member",
  reply: Source,
  errors: [404, 410],
});
export const enableSource = defineEndpoint({
  method: "PUT",
  path: "/sources/{id}/enable",
  summary: "Enable a source",
  role: "member",
  reply: Source,
  errors: [404, 410],
});
