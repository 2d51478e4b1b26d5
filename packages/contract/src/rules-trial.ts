/**
 * What would edited rules make of the latest requests of a source?
 *
 * For the dashboard, before rules are saved: each request with what the saved rules make of it and what the edited ones
 * would. Nothing is stored, sent or counted. Delay and retry rules decide nothing here: they only say when an event is
 * sent.
 */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { API_CODE_BODY_MAX_BYTES, RULES_TRIAL_MAX_REQUESTS } from "./limits.ts";
import { Timestamp } from "./lists.ts";
import { FILTER_PARTS, RulesInput } from "./rules.ts";

export const TRIAL_STATUSES = ["delivered", "filtered", "deduplicated", "failed", "skipped"] as const;
export type TrialStatus = (typeof TRIAL_STATUSES)[number];

export const TrialOutcome = z.discriminatedUnion("status", [
  z.object({ status: z.literal("delivered"), is_transformed: z.boolean() }),
  z.object({ status: z.literal("filtered"), parts: z.array(z.enum(FILTER_PARTS)) }),
  /** `duplicate_of` is the first request of the sample with the same key, within the window. */
  z.object({
    status: z.literal("deduplicated"),
    duplicate_of: z.object({ id: z.string(), created_at: Timestamp }),
  }),
  /** The transformation returned no request. `line` is the line of the user's code, where it is known. */
  z.object({ status: z.literal("failed"), message: z.string(), line: z.nullable(z.int()) }),
  /** Not tried: its body is larger than RULES_TRIAL_BODY_MAX_BYTES, or the time of the trial was over. */
  z.object({ status: z.literal("skipped"), reason: z.enum(["too_large", "out_of_time"]) }),
]);
export type TrialOutcome = z.output<typeof TrialOutcome>;

/** What would be delivered. `body` is its text as it goes on the wire, decompressed. */
export const TrialContent = z.object({
  headers: z.record(z.string(), z.string()),
  path: z.string(),
  query: z.nullable(z.string()),
  body: z.string(),
});
export type TrialContent = z.output<typeof TrialContent>;

export const TrialChange = z.object({
  /**
   * What the content is compared with: what the saved rules deliver, or the request itself where the saved rules
   * deliver nothing.
   */
  from: z.enum(["saved", "request"]),
  parts: z.array(z.enum(FILTER_PARTS)),
  /** Null when the contents are too large to be shown. */
  contents: z.nullable(z.object({ before: TrialContent, after: TrialContent })),
});
export type TrialChange = z.output<typeof TrialChange>;

export const TriedRequest = z.object({
  id: z.string(),
  created_at: Timestamp,
  method: z.string(),
  path: z.string(),
  before: TrialOutcome,
  after: TrialOutcome,
  /** Null when the edited rules deliver the same content, or none. */
  change: z.nullable(TrialChange),
});
export type TriedRequest = z.output<typeof TriedRequest>;

const Totals = z.object({
  delivered: z.int(),
  filtered: z.int(),
  deduplicated: z.int(),
  failed: z.int(),
  skipped: z.int(),
});
export type TrialTotals = z.output<typeof Totals>;

export const RulesTrial = z.object({
  /** The newest first. */
  requests: z.array(TriedRequest),
  before: Totals,
  after: Totals,
  /** How many requests are delivered before and after, with another content. */
  changed: z.int(),
  duration_ms: z.int(),
});
export type RulesTrial = z.output<typeof RulesTrial>;

export const RulesTrialInput = z.strictObject({
  source_id: z.string(),
  /** The connection whose rules are edited. Without it, the saved rules are none. */
  webhook_id: z.optional(z.string()),
  rules: RulesInput,
  limit: z._default(
    z.int().check(z.minimum(1), z.maximum(RULES_TRIAL_MAX_REQUESTS)),
    RULES_TRIAL_MAX_REQUESTS,
  ),
});

export const tryRules = defineEndpoint({
  isForDashboard: true,
  method: "POST",
  path: "/rules-trial",
  summary:
    "What edited rules would make of the latest requests of a source, beside what the saved ones make of them",
  right: "configure",
  body: RulesTrialInput,
  maxBodyBytes: API_CODE_BODY_MAX_BYTES,
  reply: RulesTrial,
  errors: [404, 410],
});
