/**
 * What does a plan allow, what does it cost, and which plan does an organization have?
 *
 * Plans are the operator's data. Without them nothing is limited, every feature is on, and an organization's subscription
 * has no plan. With them, an organization is on one plan, in one version of it: a version that the operator has replaced
 * stays as it was for the organizations that have it, and is called legacy. An organization that was there before plans
 * came into force may have none, and is not limited.
 *
 * A limit that is null does not limit. Money is in integer cents, and a price in fractions of a cent is written for a
 * package of units instead.
 */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { Timestamp } from "./lists.ts";

/** What a plan can leave out. Everything else is part of every plan. */
export const FEATURES = [
  "viewer_role",
  "all_integrations",
  "metrics",
  "metrics_export",
  "unlimited_seats",
  "sla",
] as const;
export type Feature = (typeof FEATURES)[number];

/** In words that complete `does not include …`. */
export const FEATURE_TEXTS: Readonly<Record<Feature, string>> = {
  viewer_role: "the role viewer",
  all_integrations: "integrations that get notifications",
  metrics: "metrics in other services",
  metrics_export: "the export of metrics",
  unlimited_seats: "any number of people",
  sla: "a service level agreement",
};

/** What happens once the events of a period are used up: more are accepted, or requests are rejected with a cause. */
export const OVER_LIMITS = ["accept", "reject"] as const;
export type OverLimit = (typeof OVER_LIMITS)[number];

/**
 * Why the pages and the API of an organization's projects are closed; its settings stay open. `users`: its plan is for one
 * person, and this is another one. `events`: the events of its period are used up, and its plan rejects more.
 */
export const LOCKS = ["users", "events"] as const;
export type Lock = (typeof LOCKS)[number];

/** At most 123 bytes: a WebSocket that is closed can carry as much. */
export const LOCK_REASONS: Readonly<Record<Lock, string>> = {
  users:
    "Your free plan only allows a single user on the organization. Only the organization owner can have access.",
  events: "All events that the plan of this organization includes in its billing period are used.",
};

const WAYS_ON: Readonly<Record<Lock, string>> = {
  users: "Ask the owner to upgrade the plan.",
  events:
    "An admin can choose a larger plan in the settings, under Plans. Otherwise this opens again when the next period begins.",
};

/** What a call gets that a lock refuses: what happened, why, and what to do. */
export function lockText(lock: Lock): string {
  return `${LOCK_REASONS[lock]} ${WAYS_ON[lock]}`;
}

const Count = z.nullable(z.int().check(z.minimum(1)));

/** The names of the wire. `max_requests` counts events, as the number that people know from the metrics. */
export const PlanLimits = z.strictObject({
  retention_days: Count,
  max_users: Count,
  /** Events that one period includes; `over_limit` of the plan says what happens beyond. */
  max_requests: Count,
  /** Events per second of one project. */
  included_throughput: Count,
  max_payload_size_mb: Count,
  /** Seconds. */
  attempt_timeout: Count,
  /** Calls per minute of one key. */
  api_rate_limit: Count,
});
export type PlanLimits = z.output<typeof PlanLimits>;

const Cents = z.int().check(z.minimum(0));

/** What one period costs. Those of usage count the events of the period. */
export const Price = z.discriminatedUnion("price_type", [
  z.strictObject({ price_type: z.literal("fixed_price"), amount: Cents }),
  z.strictObject({ price_type: z.literal("usage_price"), unit_amount: Cents }),
  /** Events past the allocation, in packages: a package that has begun counts whole. */
  z.strictObject({
    price_type: z.literal("package_with_allocation"),
    allocation: z.int().check(z.minimum(0)),
    package_size: z.int().check(z.minimum(1)),
    package_amount: Cents,
  }),
  /** Packages, each at the price of the tier in which it begins. The first tier begins at 0. */
  z.strictObject({
    price_type: z.literal("tiered_package"),
    package_size: z.int().check(z.minimum(1)),
    tiers: z
      .array(z.strictObject({ tier_lower_bound: z.int().check(z.minimum(0)), per_unit: Cents }))
      .check(z.minLength(1)),
  }),
]);
export type Price = z.output<typeof Price>;

/** More throughput than the plan includes, for one project. */
export const ThroughputTier = z.strictObject({
  events_per_second: z.int().check(z.minimum(1)),
  /** Of one project, for one period. */
  price: Cents,
  /** What it cost before, or would cost elsewhere; shown struck through. */
  compare_at_price: z.nullable(Cents),
  /** Only projects that have it see it, and keep it. */
  legacy: z.boolean(),
});
export type ThroughputTier = z.output<typeof ThroughputTier>;

export const Plan = z.object({
  /** The operator's name for it in files and links: `team`. */
  id: z.string(),
  version: z.int().check(z.minimum(1)),
  name: z.string(),
  description: z.string(),
  /** Replaced by a newer version, or no longer offered. */
  is_legacy: z.boolean(),
  /** Null: its terms are agreed with each customer. */
  prices: z.nullable(z.array(Price)),
  limits: PlanLimits,
  /** Null: `max_requests` does not limit. */
  over_limit: z.nullable(z.enum(OVER_LIMITS)),
  /** In rising order. Empty: the plan sells no throughput. */
  throughput_tiers: z.array(ThroughputTier),
  features: z.array(z.enum(FEATURES)),
});
export type Plan = z.output<typeof Plan>;

/** How near an organization is to the events that its plan includes in a period, as it was noted last. */
export const UsageNotice = z.object({
  /** The highest threshold that is met: 80, 100, and on a plan that accepts more each further 100. */
  percent: z.int(),
  events: z.int(),
  max_requests: z.int(),
  over_limit: z.enum(OVER_LIMITS),
  /** Whether the plan has a price for events. */
  is_charged: z.boolean(),
  period_end: Timestamp,
});
export type UsageNotice = z.output<typeof UsageNotice>;

/** What the session says of an organization's plan. Null in the session: plans are not in force. */
export const SessionPlan = z.object({
  id: z.string(),
  name: z.string(),
  features: z.array(z.enum(FEATURES)),
  /** Whether an admin can choose another plan on the page of plans. Upgrade links are shown only then. */
  can_upgrade: z.boolean(),
  /** For this person. Null: nothing is closed. */
  lock: z.nullable(z.enum(LOCKS)),
  /** For the owner and admins. Null: no threshold is met. */
  usage_notice: z.nullable(UsageNotice),
});
export type SessionPlan = z.output<typeof SessionPlan>;

export const Subscription = z.object({
  /** Null: plans are not in force, so nothing is limited. */
  plan: z.nullable(Plan),
  /** By the clock of UTC; the end is the start of the next period. Without plans, a calendar month. */
  period_start: Timestamp,
  period_end: Timestamp,
  /** Counted in this period, over all projects, also deleted ones; the same numbers as in the metrics. */
  usage: z.object({ events: z.int(), requests: z.int() }),
  /** People who belong to the organization, and open invitations. */
  users: z.int(),
  projects: z.int(),
  /** Whether a project has throughput beyond what its plan includes. */
  has_bought_throughput: z.boolean(),
  /** When the events of this period were used up. Null while some are left, and on a plan that accepts more. */
  limit_exceeded_at: z.nullable(Timestamp),
  /** Until then, people beyond `max_users` may stay. */
  trial_ends_at: z.nullable(Timestamp),
  /** Then the default plan begins, because an admin has cancelled this one. Null: nobody has. */
  cancel_at: z.nullable(Timestamp),
});
export type Subscription = z.output<typeof Subscription>;

const ofOrganization = { isForDashboard: true, actsOn: "organization", callers: "sessions" } as const;

export const getSubscription = defineEndpoint({
  ...ofOrganization,
  method: "GET",
  path: "/organizations/{organization_id}/subscription",
  summary: "The plan of an organization, its period, and what the period has used",
  right: "seeBilling",
  reply: Subscription,
  errors: [404],
});

export const getUsage = defineEndpoint({
  ...ofOrganization,
  method: "GET",
  path: "/organizations/{organization_id}/usage",
  summary: "What an organization has used on each day of its period",
  right: "seeBilling",
  /** Every day of the period until today, the oldest first; days in UTC. */
  reply: z.object({
    models: z.array(z.object({ date: z.string(), events: z.int(), requests: z.int() })),
  }),
  errors: [404],
});

export const listPlans = defineEndpoint({
  ...ofOrganization,
  method: "GET",
  path: "/organizations/{organization_id}/plans",
  summary:
    "The plans that the operator offers, in the operator's order; legacy ones are of this organization",
  right: "seeBilling",
  reply: z.object({
    models: z.array(Plan),
    /** Where people ask for another plan; null: the operator has not said. */
    contact_url: z.nullable(z.string()),
    /** The plan that follows a cancelled one; null: plans are not in force. */
    default_id: z.nullable(z.string()),
    /** Whether admins choose plans here. If not, they ask the operator. */
    can_choose: z.boolean(),
  }),
  errors: [404],
});

export const PLAN_ENDPOINTS = [getSubscription, getUsage, listPlans] as const;
