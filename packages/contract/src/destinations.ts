/** What is a destination, and what can be asked of it? A destination is where events are delivered. */
import * as z from "zod/mini";
import { HTTP_METHODS } from "./causes.ts";
import { defineEndpoint } from "./endpoint.ts";
import { HTTP_URL_MAX_CHARACTERS } from "./limits.ts";
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

export const DESTINATION_TYPES = ["HTTP"] as const;

/** URL parsers drop or encode these silently, so what is shown would not be what is dialled. */
// oxlint-disable-next-line no-control-regex -- control characters are exactly what it looks for
const CONTROL_OR_SPACE = /[\u0000-\u0020\u007f]/;

/** An http or https URL without user-info; whether its address may be dialled is the server's to say. */
export const HttpUrl = z.string().check(
  z.maxLength(HTTP_URL_MAX_CHARACTERS),
  z.refine((text) => {
    if (CONTROL_OR_SPACE.test(text) || !URL.canParse(text)) return false;
    const url = new URL(text);
    return (
      (url.protocol === "http:" || url.protocol === "https:") &&
      url.hostname !== "" &&
      url.username === "" &&
      url.password === ""
    );
  }, "Must be a valid HTTP url"),
);

/**
 * The last four are what every destination has; they can be sent, so that what was read can be written
 * back, but not changed.
 */
const DestinationConfigInput = z.strictObject({
  url: z.optional(HttpUrl),
  http_method: z.optional(z.nullable(z.enum(HTTP_METHODS))),
  path_forwarding_disabled: z.optional(z.boolean()),
  rate_limit: z.optional(z.null()),
  rate_limit_period: z.optional(z.nullable(z.literal("second"))),
  auth_type: z.optional(z.nullable(z.literal("HOOKDECK_SIGNATURE"))),
  auth: z.optional(z.nullable(z.strictObject({}))),
});
export type DestinationConfigInput = z.output<typeof DestinationConfigInput>;

export const DestinationConfig = z.object({
  url: z.string(),
  http_method: z.nullable(z.enum(HTTP_METHODS)),
  path_forwarding_disabled: z.boolean(),
  rate_limit: z.null(),
  rate_limit_period: z.literal("second"),
  auth_type: z.literal("HOOKDECK_SIGNATURE"),
  auth: z.object({}),
});
export type DestinationConfig = z.output<typeof DestinationConfig>;

export const Destination = z.object({
  id: z.string(),
  team_id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  type: z.enum(DESTINATION_TYPES),
  config: DestinationConfig,
  disabled_at: NullableTimestamp,
  updated_at: Timestamp,
  created_at: Timestamp,
});
export type Destination = z.output<typeof Destination>;

/** `config.url` is required for a new HTTP destination; the server says so, since an upsert may leave it out. */
export const DestinationInput = z.strictObject({
  name: Name,
  type: z.optional(z.enum(DESTINATION_TYPES)),
  description: z.optional(Description),
  config: z.optional(DestinationConfigInput),
});
export type DestinationInput = z.output<typeof DestinationInput>;

const DestinationUpdate = z.strictObject({
  name: z.optional(Name),
  type: z.optional(z.enum(DESTINATION_TYPES)),
  description: z.optional(Description),
  config: z.optional(DestinationConfigInput),
});
export type DestinationUpdate = z.output<typeof DestinationUpdate>;

const Filters = {
  id: z.optional(IdFilter),
  name: z.optional(NameFilter),
  type: z.optional(enumFilter(DESTINATION_TYPES)),
  disabled: z.optional(BooleanFilter),
  disabled_at: z.optional(DateFilter),
};
/** What a list or a count may be narrowed by, once parsed. */
export type DestinationFilters = z.output<z.ZodMiniObject<typeof Filters>>;

export const listDestinations = defineEndpoint({
  method: "GET",
  path: "/destinations",
  summary: "List destinations",
  role: "viewer",
  query: listQuery(Filters, ["created_at", "name", "updated_at"]),
  reply: pageOf(Destination),
});
export const createDestination = defineEndpoint({
  method: "POST",
  path: "/destinations",
  summary: "Create a destination",
  role: "member",
  body: DestinationInput,
  reply: Destination,
  errors: [409],
});
export const upsertDestination = defineEndpoint({
  method: "PUT",
  path: "/destinations",
  summary: "Create a destination, or update the one of that name",
  role: "member",
  body: DestinationInput,
  reply: Destination,
});
export const countDestinations = defineEndpoint({
  method: "GET",
  path: "/destinations/count",
  summary: "Count destinations",
  role: "viewer",
  query: z.object(Filters),
  reply: Count,
});
export const getDestination = defineEndpoint({
  method: "GET",
  path: "/destinations/{id}",
  summary: "Get a destination",
  role: "viewer",
  reply: Destination,
  errors: [404, 410],
});
export const updateDestination = defineEndpoint({
  method: "PUT",
  path: "/destinations/{id}",
  summary: "Update a destination; config is merged",
  role: "member",
  body: DestinationUpdate,
  reply: Destination,
  errors: [404, 409, 410],
});
export const deleteDestination = defineEndpoint({
  method: "DELETE",
  path: "/destinations/{id}",
  summary: "Delete a destination and its connections",
  role: "member",
  reply: DeletedId,
  errors: [404, 410],
});
export const disableDestination = defineEndpoint({
  method: "PUT",
  path: "/destinations/{id}/disable",
  summary: "Disable a destination and its connections",
  role: "member",
  reply: Destination,
  errors: [404, 410],
});
export const enableDestination = defineEndpoint({
  method: "PUT",
  path: "/destinations/{id}/enable",
  summary: "Enable a destination",
  role: "member",
  reply: Destination,
  errors: [404, 410],
});
