/**
 * What does the operator's receiver hear about how people use the product?
 *
 * Nothing, unless the operator sets `POSTHORN_TRACKING_URL`. Names and properties are closed lists: a property is one of a few
 * words, and never a text of a person or a sender. The dashboard reports what only it sees; the server adds what it does itself.
 */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { DISCOVERY_METHODS, USE_CASES } from "./onboarding.ts";

/** The names of filters; their values stay in the browser. */
const EVENT_FILTERS = [
  "date",
  "status",
  "webhook_id",
  "source_id",
  "destination_id",
  "response_status",
  "error_code",
  "attempts",
  "scheduled_attempts",
  "cli_user_id",
  "issue_id",
  "bulk_retry_id",
  "search_term",
  "headers",
  "body",
  "path",
  "parsed_query",
] as const;

const REQUEST_FILTERS = [
  "ingested_at",
  "source_id",
  "status",
  "rejection_cause",
  "events_count",
  "ignored_count",
  "cli_events_count",
  "cause",
  "transformation_id",
  "bulk_retry_id",
  "search_term",
  "headers",
  "body",
  "path",
  "parsed_query",
] as const;

const GUIDED_STEPS = ["source", "requests", "destination", "rules", "cli", "review"] as const;

/** The rows of the table of plans. */
const UPGRADE_REASONS = [
  "events",
  "over_limit",
  "retention_days",
  "max_users",
  "included_throughput",
  "api_rate_limit",
  "max_payload_size_mb",
  "viewer_role",
  "all_integrations",
  "metrics",
  "metrics_export",
  "sla",
] as const;

function someOf<const Names extends readonly [string, ...string[]]>(names: Names) {
  return z.array(z.enum(names)).check(z.maxLength(names.length));
}

/** What the dashboard reports. */
export const SCREEN_EVENTS = {
  /** Empty: the person has taken the last filter away. */
  "Filtered Event List": z.strictObject({
    list: z.enum(["events", "cli"]),
    filters: someOf(EVENT_FILTERS),
  }),
  "Filtered Request List": z.strictObject({
    list: z.enum(["requests", "cli"]),
    filters: someOf(REQUEST_FILTERS),
  }),
  "Completed Guided Connection Step": z.strictObject({ step: z.enum(GUIDED_STEPS) }),
  /** What the upgrade link was about that led the person to the plans. */
  "Selected Upgrade Reasons": z.strictObject({
    reasons: someOf(UPGRADE_REASONS).check(z.minLength(1)),
  }),
} as const;

/** What the server reports. */
export const SERVER_EVENTS = {
  /** `invited`: by the link of an invitation. Otherwise it is the first person of the installation. */
  "Signed Up": z.strictObject({ invited: z.boolean() }),
  /** Null: the person has not answered. */
  "Completed Onboarding": z.strictObject({
    discovery_method: z.nullable(z.enum(DISCOVERY_METHODS)),
    use_case: z.nullable(z.enum(USE_CASES)),
  }),
} as const;

function named<const Name extends string, Properties extends z.ZodMiniType>(
  name: Name,
  properties: Properties,
) {
  return z.strictObject({ name: z.literal(name), properties });
}

export const ScreenEvent = z.discriminatedUnion("name", [
  named("Filtered Event List", SCREEN_EVENTS["Filtered Event List"]),
  named("Filtered Request List", SCREEN_EVENTS["Filtered Request List"]),
  named("Completed Guided Connection Step", SCREEN_EVENTS["Completed Guided Connection Step"]),
  named("Selected Upgrade Reasons", SCREEN_EVENTS["Selected Upgrade Reasons"]),
]);
export type ScreenEvent = z.output<typeof ScreenEvent>;

export const ServerEvent = z.discriminatedUnion("name", [
  named("Signed Up", SERVER_EVENTS["Signed Up"]),
  named("Completed Onboarding", SERVER_EVENTS["Completed Onboarding"]),
]);
export type ServerEvent = z.output<typeof ServerEvent>;

export const reportProductEvent = defineEndpoint({
  isForDashboard: true,
  method: "POST",
  path: "/product-events",
  summary: "Report what a person did in the dashboard, if the operator has set a receiver",
  callers: "sessions",
  right: "see",
  isOpenUnderLock: true,
  body: ScreenEvent,
  /** False: the operator has set no receiver, and the event went nowhere. */
  reply: z.object({ is_tracking: z.boolean() }),
});
