/** What is a destination, and which endpoints does it have? A destination is where events are delivered. */
import * as z from "zod/mini";
import { HTTP_METHODS } from "./causes.ts";
import { DEFAULT_AUTH_TYPE_ALIAS, DESTINATION_AUTH_TYPES } from "./destination-auth.ts";
import { defineEndpoint } from "./endpoint.ts";
import { HttpUrl } from "./http-url.ts";
import {
  DELIVERY_GROUP_MAX_CHARACTERS,
  DELIVERY_GROUP_MAX_OVERRIDES,
  DELIVERY_GROUP_MAX_RATE,
  DELIVERY_TIMEOUT_MAX_SECONDS,
  HTTP_URL_MAX_CHARACTERS,
} from "./limits.ts";
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
  enumFilter,
  includeOf,
  listQuery,
  pageOf,
} from "./lists.ts";
import { Description, Name } from "./names.ts";

export const DESTINATION_TYPES = ["HTTP", "CLI", "MOCK_API"] as const;
export type DestinationType = (typeof DESTINATION_TYPES)[number];

export const RATE_LIMIT_PERIODS = ["second", "minute", "hour", "concurrent"] as const;
export type RateLimitPeriod = (typeof RATE_LIMIT_PERIODS)[number];

export const GROUP_RATE_PERIODS = ["second", "minute", "hour"] as const;
const GroupRate = {
  rate: z.int().check(z.minimum(1, "Must be greater than 0"), z.maximum(DELIVERY_GROUP_MAX_RATE)),
  rate_period: z.enum(GROUP_RATE_PERIODS),
};
const GroupName = z.string().check(
  z.minLength(1),
  z.maxLength(DELIVERY_GROUP_MAX_CHARACTERS),
  z.refine(
    (text) => text.isWellFormed() && !text.includes("\u0000"),
    "must be Unicode text without null characters",
  ),
);

/**
 * Deliveries with the same value at `key` form a group, and the rate applies to each group separately. `overrides`
 * gives single groups another rate, by their value.
 */
export const DeliveryGroups = z.strictObject({
  key: GroupName.check(
    z.regex(
      /^(?:headers|body|query|path)(?:\.[\w-]+)*$/,
      "must be headers, body, query or path, followed by the names that lead to a value: body.customer.id",
    ),
  ),
  ...GroupRate,
  overrides: z.optional(
    z.nullable(
      z
        .record(GroupName, z.strictObject(GroupRate))
        .check(
          z.refine(
            (overrides) => Object.keys(overrides).length <= DELIVERY_GROUP_MAX_OVERRIDES,
            `must have at most ${DELIVERY_GROUP_MAX_OVERRIDES} groups`,
          ),
        ),
    ),
  ),
});
export type DeliveryGroups = z.output<typeof DeliveryGroups>;

/** A path on a developer's machine. Two slashes at the start would name a host. */
const CliPath = z
  .string()
  .check(
    z.maxLength(HTTP_URL_MAX_CHARACTERS),
    z.regex(/^\/(?!\/)[\u0021-\u007e]*$/, 'Must be a valid pathname and start with "/"'),
  );

/**
 * All fields of all types of destinations; null is allowed for a field that the type does not have. The server
 * checks which fields fit the type, and whether `auth` fits `auth_type`: an update may leave out either, so the
 * schema cannot.
 */
export const DestinationConfigInput = z.strictObject({
  url: z.optional(z.nullable(HttpUrl)),
  path: z.optional(z.nullable(CliPath)),
  http_method: z.optional(z.nullable(z.enum(HTTP_METHODS))),
  path_forwarding_disabled: z.optional(z.nullable(z.boolean())),
  /** May be a fraction: 0.5 a second is one delivery every two seconds. */
  rate_limit: z.optional(z.nullable(z.number().check(z.gt(0, "Must be greater than 0")))),
  rate_limit_period: z.optional(z.nullable(z.enum(RATE_LIMIT_PERIODS))),
  /** Null: all deliveries share one rate. */
  delivery_groups: z.optional(z.nullable(DeliveryGroups)),
  /** Seconds that one whole attempt may take; null: the default. */
  delivery_timeout: z.optional(
    z.nullable(z.int().check(z.minimum(1), z.maximum(DELIVERY_TIMEOUT_MAX_SECONDS))),
  ),
  auth_type: z.optional(z.nullable(z.enum([...DESTINATION_AUTH_TYPES, DEFAULT_AUTH_TYPE_ALIAS]))),
  auth: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
});
export type DestinationConfigInput = z.output<typeof DestinationConfigInput>;

/**
 * HTTP has a `url`, CLI has a `path`, HTTP and MOCK_API have a rate. `auth` is empty, except in the reply to a write and
 * where the caller asks for it.
 */
export const DestinationConfig = z.object({
  url: z.optional(z.string()),
  path: z.optional(z.string()),
  http_method: z.nullable(z.enum(HTTP_METHODS)),
  path_forwarding_disabled: z.boolean(),
  rate_limit: z.optional(z.nullable(z.number())),
  rate_limit_period: z.optional(z.enum(RATE_LIMIT_PERIODS)),
  /** These two are absent if the destination does not set them. */
  delivery_groups: z.optional(DeliveryGroups),
  delivery_timeout: z.optional(z.int()),
  auth_type: z.enum(DESTINATION_AUTH_TYPES),
  auth: z.record(z.string(), z.unknown()),
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

/**
 * A new HTTP destination needs `config.url`, a CLI needs `config.path`. The server checks that, because an upsert
 * of an existing one may leave them out.
 */
export const DestinationInput = z.strictObject({
  name: Name,
  type: z.optional(z.enum(DESTINATION_TYPES)),
  description: z.optional(Description),
  config: z.optional(z.nullable(DestinationConfigInput)),
});
export type DestinationInput = z.output<typeof DestinationInput>;

const DestinationUpdate = z.strictObject({
  name: z.optional(Name),
  type: z.optional(z.enum(DESTINATION_TYPES)),
  description: z.optional(Description),
  config: z.optional(z.nullable(DestinationConfigInput)),
});
export type DestinationUpdate = z.output<typeof DestinationUpdate>;

const Filters = {
  id: z.optional(IdFilter),
  name: z.optional(NameFilter),
  type: z.optional(enumFilter(DESTINATION_TYPES)),
  url: z.optional(NameFilter),
  path: z.optional(NameFilter),
  disabled: z.optional(BooleanFilter),
  disabled_at: z.optional(DateFilter),
};
/** The filters of a list or a count, once parsed. */
export type DestinationFilters = z.output<z.ZodMiniObject<typeof Filters>>;

const SORT_KEYS = ["created_at", "name", "updated_at"] as const;

export const listDestinations = defineEndpoint({
  method: "GET",
  path: "/destinations",
  summary: "List destinations",
  right: "see",
  query: listQuery(Filters, SORT_KEYS),
  reply: pageOf(Destination),
});
export const searchDestinations = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/destinations",
  summary: "List destinations; every word of `search` occurs in the name",
  right: "see",
  query: listQuery({ ...Filters, search: z.optional(SearchedWords) }, SORT_KEYS),
  reply: pageOf(Destination),
});
export const createDestination = defineEndpoint({
  method: "POST",
  path: "/destinations",
  summary: "Create a destination",
  right: "configure",
  body: DestinationInput,
  reply: Destination,
  errors: [409],
});
export const upsertDestination = defineEndpoint({
  method: "PUT",
  path: "/destinations",
  summary: "Create a destination, or update the one of that name",
  right: "configure",
  body: DestinationInput,
  reply: Destination,
});
export const countDestinations = defineEndpoint({
  method: "GET",
  path: "/destinations/count",
  summary: "Count destinations",
  right: "see",
  query: z.object(Filters),
  reply: Count,
});
export const getDestination = defineEndpoint({
  method: "GET",
  path: "/destinations/{id}",
  summary: "Get a destination; its credentials with include=config.auth, for members",
  right: "see",
  query: z.object({ include: z.optional(includeOf("config.auth")) }),
  reply: Destination,
  errors: [404, 410],
});
export const updateDestination = defineEndpoint({
  method: "PUT",
  path: "/destinations/{id}",
  summary: "Update a destination; config is merged",
  right: "configure",
  body: DestinationUpdate,
  reply: Destination,
  errors: [404, 409, 410, 412],
});
export const deleteDestination = defineEndpoint({
  method: "DELETE",
  path: "/destinations/{id}",
  summary: "Delete a destination and its connections",
  right: "configure",
  reply: DeletedId,
  errors: [404, 410],
});
export const disableDestination = defineEndpoint({
  method: "PUT",
  path: "/destinations/{id}/disable",
  summary: "Disable a destination and its connections",
  right: "configure",
  reply: Destination,
  errors: [404, 410],
});
export const enableDestination = defineEndpoint({
  method: "PUT",
  path: "/destinations/{id}/enable",
  summary: "Enable a destination",
  right: "configure",
  reply: Destination,
  errors: [404, 410],
});
/** Older names of disable and enable, which shipped clients still call. */
export const archiveDestination = defineEndpoint({
  ...disableDestination,
  path: "/destinations/{id}/archive",
  summary: "The same as disable",
});
export const unarchiveDestination = defineEndpoint({
  ...enableDestination,
  path: "/destinations/{id}/unarchive",
  summary: "The same as enable",
});
