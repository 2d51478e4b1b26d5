/**
 * What is an issue trigger, and which endpoints does it have?
 *
 * A trigger says which failures of which connections, transformations, destinations or sources become an issue, and who
 * is told. A failure that several triggers name belongs to the most specific one; one that no trigger names is no issue.
 */
import * as z from "zod/mini";
import { ISSUE_LOG_LEVELS, ISSUE_STRATEGIES, ISSUE_TYPES, REJECTION_CAUSES } from "./causes.ts";
import { defineEndpoint } from "./endpoint.ts";
import {
  BACKPRESSURE_DELAY_DEFAULT_MS,
  BACKPRESSURE_DELAY_LEAST_MS,
  BACKPRESSURE_DELAY_MOST_MS,
  CHANNEL_NAME_MAX_CHARACTERS,
  FILTER_MAX_VALUES,
  ISSUE_PATTERN_MAX_CHARACTERS,
  REJECTIONS_PER_MINUTE_DEFAULT,
  REJECTIONS_PER_MINUTE_MOST,
} from "./limits.ts";
import {
  DateFilter,
  DeletedId,
  NameFilter,
  NullableTimestamp,
  Timestamp,
  enumFilter,
  listQuery,
  pageOf,
} from "./lists.ts";
import { Name } from "./names.ts";
import { storable } from "./storable.ts";
import { DELAY_TOO_LONG, DELAY_TOO_SHORT } from "./texts.ts";

/** A pattern of names (name-pattern.ts), or a list of ids. */
export const Scope = z.union([
  storable(
    z.string().check(
      z.refine((text) => text.trim() !== "", "is required"),
      z.maxLength(ISSUE_PATTERN_MAX_CHARACTERS),
    ),
  ),
  z.array(storable(z.string())).check(z.minLength(1), z.maxLength(FILTER_MAX_VALUES)),
]);
export type Scope = z.output<typeof Scope>;
const EVERYTHING: Scope = "*";

export const DeliveryConfigs = z.strictObject({
  strategy: z._default(z.enum(ISSUE_STRATEGIES), "first_attempt"),
  connections: z._default(Scope, EVERYTHING),
});
export type DeliveryConfigs = z.output<typeof DeliveryConfigs>;

export const TransformationConfigs = z.strictObject({
  /** Runs of this level or a higher one are an issue. */
  log_level: z._default(z.enum(ISSUE_LOG_LEVELS), "warn"),
  transformations: z._default(Scope, EVERYTHING),
});
export type TransformationConfigs = z.output<typeof TransformationConfigs>;

export const BackpressureConfigs = z.strictObject({
  /** Milliseconds that the oldest pending event of a destination may wait. */
  delay: z._default(
    z
      .int()
      .check(
        z.minimum(BACKPRESSURE_DELAY_LEAST_MS, DELAY_TOO_SHORT),
        z.maximum(BACKPRESSURE_DELAY_MOST_MS, DELAY_TOO_LONG),
      ),
    BACKPRESSURE_DELAY_DEFAULT_MS,
  ),
  destinations: z._default(Scope, EVERYTHING),
});
export type BackpressureConfigs = z.output<typeof BackpressureConfigs>;

const Causes = z.array(z.enum(REJECTION_CAUSES)).check(z.minLength(1), z.maxLength(REJECTION_CAUSES.length));

export const RequestConfigs = z.strictObject({
  rejection_causes: z._default(z.union([z.literal("*"), Causes]), "*"),
  excluded_rejection_causes: z.optional(Causes),
  sources: z._default(Scope, EVERYTHING),
  /** So many requests of one cause within a minute are an issue; fewer are not. */
  per_minute: z._default(
    z.int().check(z.minimum(1), z.maximum(REJECTIONS_PER_MINUTE_MOST)),
    REJECTIONS_PER_MINUTE_DEFAULT,
  ),
});
export type RequestConfigs = z.output<typeof RequestConfigs>;

/** The configurations of each type. What a caller leaves out has its default. */
export const CONFIGS_OF = {
  delivery: DeliveryConfigs,
  transformation: TransformationConfigs,
  backpressure: BackpressureConfigs,
  request: RequestConfigs,
} as const;

const ChannelName = storable(
  z.string().check(
    z.trim(),
    z.refine((text) => text !== "", "Required"),
    z.maxLength(CHANNEL_NAME_MAX_CHARACTERS),
  ),
);
export const NamedChannel = z.strictObject({ channel_name: ChannelName });
const BareChannel = z.strictObject({});

/** Who is told: a channel that is there is used. */
export const Channels = z.strictObject({
  email: z.optional(BareChannel),
  slack: z.optional(NamedChannel),
  microsoft_teams: z.optional(NamedChannel),
  discord: z.optional(NamedChannel),
  pagerduty: z.optional(BareChannel),
  opsgenie: z.optional(BareChannel),
});
export type Channels = z.output<typeof Channels>;
export type Channel = keyof Channels;
export const CHANNELS = [
  "email",
  "slack",
  "microsoft_teams",
  "discord",
  "pagerduty",
  "opsgenie",
] as const satisfies readonly Channel[];

export const IssueTrigger = z.object({
  id: z.string(),
  team_id: z.string(),
  name: z.nullable(z.string()),
  type: z.enum(ISSUE_TYPES),
  configs: z.union([DeliveryConfigs, TransformationConfigs, BackpressureConfigs, RequestConfigs]),
  channels: z.nullable(Channels),
  disabled_at: NullableTimestamp,
  deleted_at: NullableTimestamp,
  updated_at: Timestamp,
  created_at: Timestamp,
});
export type IssueTrigger = z.output<typeof IssueTrigger>;

/** Checked against its type by the server: the configurations of one type say nothing to another. */
const AnyConfigs = z.record(z.string(), z.unknown());

export const IssueTriggerInput = z.strictObject({
  type: z.enum(ISSUE_TYPES),
  configs: z.optional(AnyConfigs),
  /** Null, or left out: nobody is told. */
  channels: z._default(z.nullable(Channels), null),
  name: z.optional(z.nullable(Name)),
});
export type IssueTriggerInput = z.output<typeof IssueTriggerInput>;

const IssueTriggerUpsert = z.extend(IssueTriggerInput, { name: Name });

export const IssueTriggerUpdate = z.strictObject({
  configs: z.optional(AnyConfigs),
  channels: z.optional(z.nullable(Channels)),
  disabled_at: z.optional(z.nullable(z.iso.datetime({ offset: true }))),
  name: z.optional(z.nullable(Name)),
});
export type IssueTriggerUpdate = z.output<typeof IssueTriggerUpdate>;

const Filters = {
  name: z.optional(NameFilter),
  type: z.optional(enumFilter(ISSUE_TYPES)),
  disabled_at: z.optional(DateFilter),
};
/** The filters of a list, once parsed. */
export type IssueTriggerFilters = z.output<z.ZodMiniObject<typeof Filters>>;

export const listIssueTriggers = defineEndpoint({
  method: "GET",
  path: "/issue-triggers",
  isOpenUnderLock: true,
  summary: "List issue triggers",
  right: "see",
  query: listQuery(Filters, ["created_at", "type"]),
  reply: pageOf(IssueTrigger),
});
export const createIssueTrigger = defineEndpoint({
  method: "POST",
  path: "/issue-triggers",
  summary: "Create an issue trigger",
  right: "triage",
  body: IssueTriggerInput,
  reply: IssueTrigger,
  errors: [409],
});
export const upsertIssueTrigger = defineEndpoint({
  method: "PUT",
  path: "/issue-triggers",
  summary: "Create or update an issue trigger by its name",
  right: "triage",
  body: IssueTriggerUpsert,
  reply: IssueTrigger,
});
export const getIssueTrigger = defineEndpoint({
  method: "GET",
  path: "/issue-triggers/{id}",
  summary: "Get an issue trigger",
  right: "see",
  reply: IssueTrigger,
  errors: [404],
});
export const updateIssueTrigger = defineEndpoint({
  method: "PUT",
  path: "/issue-triggers/{id}",
  summary: "Update an issue trigger",
  right: "triage",
  body: IssueTriggerUpdate,
  reply: IssueTrigger,
  errors: [404, 409],
});
export const deleteIssueTrigger = defineEndpoint({
  method: "DELETE",
  path: "/issue-triggers/{id}",
  summary: "Delete an issue trigger; its issues stay",
  right: "triage",
  reply: DeletedId,
  errors: [404],
});
export const disableIssueTrigger = defineEndpoint({
  method: "PUT",
  path: "/issue-triggers/{id}/disable",
  summary: "Disable an issue trigger: from now on it opens no issue",
  right: "triage",
  reply: IssueTrigger,
  errors: [404],
});
export const enableIssueTrigger = defineEndpoint({
  method: "PUT",
  path: "/issue-triggers/{id}/enable",
  summary: "Enable an issue trigger",
  right: "triage",
  reply: IssueTrigger,
  errors: [404],
});
export const attachChannels = defineEndpoint({
  isForDashboard: true,
  method: "POST",
  path: "/issue-triggers/attach-channels",
  isOpenUnderLock: true,
  summary:
    "Have all triggers tell these channels, too; a channel that a trigger tells already stays as it is",
  right: "triage",
  body: z.strictObject({ channels: Channels }),
  /** How many triggers have got a channel. */
  reply: z.object({ count: z.int() }),
});
