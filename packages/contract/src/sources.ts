/** What is a source, and which endpoints does it have? A source is a URL that receives requests. */
import * as z from "zod/mini";
import { REQUEST_METHODS } from "./causes.ts";
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
  enumFilter,
  includeOf,
  listQuery,
  pageOf,
} from "./lists.ts";
import { CUSTOM_RESPONSE_MAX_CHARACTERS } from "./limits.ts";
import { Description, Name } from "./names.ts";
import { RedactionList } from "./redaction.ts";
import { SOURCE_AUTH_TYPES, SOURCE_TYPES } from "./source-types.ts";

/** GET and HEAD are off by default, because link previews and crawlers follow URLs. */
export const DEFAULT_ALLOWED_HTTP_METHODS = ["POST", "PUT", "PATCH", "DELETE"] as const;

const AllowedMethods = z
  .array(z.enum(REQUEST_METHODS))
  .check(z.minLength(1, "At least one HTTP method must be selected"));

export const CUSTOM_RESPONSE_TYPES = ["json", "text", "xml"] as const;

/** The reply to an accepted request, instead of the usual acknowledgement. */
const CustomResponse = z
  .strictObject({
    content_type: z.enum(CUSTOM_RESPONSE_TYPES),
    body: z.string().check(
      z.maxLength(CUSTOM_RESPONSE_MAX_CHARACTERS),
      z.refine((text) => !text.includes("\u0000"), "may not contain a null character"),
      z.refine((text) => text.isWellFormed(), "must be valid Unicode"),
    ),
  })
  .check(
    z.refine(({ content_type, body }) => content_type !== "json" || isJson(body), {
      path: ["body"],
      error: "Invalid JSON",
    }),
  );
export type CustomResponse = z.output<typeof CustomResponse>;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // which is the answer
  }
}

/**
 * Null is allowed for fields that a source does not have, because some clients send it for all of them. The
 * fields of `auth` depend on `type` and `auth_type`, and on what an update keeps, so the server checks them,
 * with `authSchemaOf`. Keys that no source has are ignored, because published clients send some; `warnings` names them.
 */
export const SourceConfigInput = z.object({
  allowed_http_methods: z.optional(AllowedMethods),
  custom_response: z.optional(z.nullable(CustomResponse)),
  auth_type: z.optional(z.nullable(z.enum(SOURCE_AUTH_TYPES))),
  auth: z.optional(z.nullable(z.looseObject({}))),
  /** Which values are masked before a request is stored. Null and an empty list end it; without the field it stays. */
  redaction: z.optional(z.nullable(RedactionList)),
});
export type SourceConfigInput = z.output<typeof SourceConfigInput>;

/** A managed source has no methods and no response of its own. Only the types in `NAMED_AUTH` have an `auth_type`. */
export const SourceConfig = z.object({
  allowed_http_methods: z.optional(z.array(z.enum(REQUEST_METHODS))),
  custom_response: z.optional(z.nullable(CustomResponse)),
  auth_type: z.optional(z.nullable(z.enum(SOURCE_AUTH_TYPES))),
  /** Only in the reply to a write, or if the caller asks for it with `include=config.auth`. */
  auth: z.optional(z.nullable(z.looseObject({}))),
  /** Which values are masked before a request is stored; absent without any. */
  redaction: z.optional(RedactionList),
});
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
  warnings: Warnings,
});
export type Source = z.output<typeof Source>;

export const SourceInput = z.strictObject({
  name: Name,
  type: z.optional(z.enum(SOURCE_TYPES)),
  description: z.optional(Description),
  config: z.optional(z.nullable(SourceConfigInput)),
});
export type SourceInput = z.output<typeof SourceInput>;

export const SourceUpdateFields = z.strictObject({
  name: z.optional(Name),
  type: z.optional(z.enum(SOURCE_TYPES)),
  description: z.optional(Description),
  config: z.optional(z.nullable(SourceConfigInput)),
});
/** The allowed fields of a config depend on the type, so a caller must send the type with the config. */
const SourceUpdate = SourceUpdateFields.check((update) => {
  if (update.value.config != null && update.value.type === undefined) {
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
/** The filters of a list or a count, once parsed. */
export type SourceFilters = z.output<z.ZodMiniObject<typeof Filters>>;

const SORT_KEYS = ["created_at", "name", "updated_at"] as const;

export const listSources = defineEndpoint({
  method: "GET",
  path: "/sources",
  summary: "List sources",
  right: "see",
  query: listQuery(Filters, SORT_KEYS),
  reply: pageOf(Source),
});
export const searchSources = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/sources",
  summary: "List sources; every word of `search` occurs in the name",
  right: "see",
  query: listQuery({ ...Filters, search: z.optional(SearchedWords) }, SORT_KEYS),
  reply: pageOf(Source),
});
export const createSource = defineEndpoint({
  method: "POST",
  path: "/sources",
  summary: "Create a source",
  right: "configure",
  body: SourceInput,
  reply: Source,
  errors: [409],
});
export const upsertSource = defineEndpoint({
  method: "PUT",
  path: "/sources",
  summary: "Create a source, or update the one of that name",
  right: "configure",
  body: SourceInput,
  reply: Source,
});
export const countSources = defineEndpoint({
  method: "GET",
  path: "/sources/count",
  summary: "Count sources",
  right: "see",
  query: z.object(Filters),
  reply: Count,
});
export const getSource = defineEndpoint({
  method: "GET",
  path: "/sources/{id}",
  summary: "Get a source; its secrets with include=config.auth, for members",
  right: "see",
  query: z.object({ include: z.optional(includeOf("config.auth")) }),
  reply: Source,
  errors: [404, 410],
});
export const updateSource = defineEndpoint({
  method: "PUT",
  path: "/sources/{id}",
  summary: "Update a source",
  right: "configure",
  body: SourceUpdate,
  reply: Source,
  errors: [404, 409, 410, 412],
});
export const deleteSource = defineEndpoint({
  method: "DELETE",
  path: "/sources/{id}",
  summary: "Delete a source and its connections",
  right: "configure",
  reply: DeletedId,
  errors: [404, 410],
});
export const disableSource = defineEndpoint({
  method: "PUT",
  path: "/sources/{id}/disable",
  summary: "Disable a source and its connections",
  right: "configure",
  reply: Source,
  errors: [404, 410],
});
export const enableSource = defineEndpoint({
  method: "PUT",
  path: "/sources/{id}/enable",
  summary: "Enable a source",
  right: "configure",
  reply: Source,
  errors: [404, 410],
});
/** Older names of disable and enable, which shipped clients still call. */
export const archiveSource = defineEndpoint({
  ...disableSource,
  path: "/sources/{id}/archive",
  summary: "The same as disable",
});
export const unarchiveSource = defineEndpoint({
  ...enableSource,
  path: "/sources/{id}/unarchive",
  summary: "The same as enable",
});
