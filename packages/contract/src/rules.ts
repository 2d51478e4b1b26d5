/**
 * What can a connection do with what passes through it?
 *
 * Rules in the user's order. Deduplicate, transform and filter decide whether a request becomes an event, and
 * with which content. A delay rule sets the time of the first attempt. A retry rule says what happens after a
 * failed one. The position of delay and retry among the others makes no difference.
 */
import * as z from "zod/mini";
import { filterFault } from "./filter/filter-fault.ts";
import {
  DELAY_MAX_MS,
  DUPLICATE_FIELDS_MAX,
  DUPLICATE_WINDOW_MAX_MS,
  DUPLICATE_WINDOW_MIN_MS,
  RETRY_MAX_AGE_MS,
  RETRY_MAX_STATUS_CODES,
} from "./limits.ts";
import { STATUS_CODE_EXPRESSION } from "./status-codes.ts";
import { InlineTransformation } from "./transformations.ts";

export const RETRY_STRATEGIES = ["linear", "exponential"] as const;

/** Accepts numbers and stores them as text, so that callers always read the same type back. */
const StatusCode = z.pipe(
  z.union([z.string(), z.pipe(z.int(), z.transform(String))]),
  z
    .string()
    .check(z.regex(STATUS_CODE_EXPRESSION, "must be a status code, an exclusion, a comparison or a range")),
);

export const RetryRule = z.strictObject({
  type: z.literal("retry"),
  strategy: z.enum(RETRY_STRATEGIES),
  interval: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(RETRY_MAX_AGE_MS)))),
  /** However many are allowed here, no event is retried more often than RETRY_MAX_COUNT. */
  count: z.optional(z.nullable(z.number().check(z.minimum(0)))),
  response_status_codes: z._default(
    z.nullable(z.array(StatusCode).check(z.minLength(1), z.maxLength(RETRY_MAX_STATUS_CODES))),
    null,
  ),
});
export type RetryRule = z.output<typeof RetryRule>;

export const DelayRule = z.strictObject({
  type: z.literal("delay"),
  delay: z.int().check(z.minimum(0), z.maximum(DELAY_MAX_MS)),
});

export const FILTER_PARTS = ["body", "headers", "path", "query"] as const;
export type FilterPart = (typeof FILTER_PARTS)[number];

/** What one part of a request must match. If it is missing or null, the filter does not check that part. */
export const FilterSchema = z.optional(
  z.nullable(
    z
      .union([z.string(), z.number(), z.boolean(), z.array(z.unknown()), z.record(z.string(), z.unknown())])
      .check(({ value, issues }) => {
        const fault = filterFault(value);
        if (fault !== null) issues.push({ code: "custom", message: fault, input: value });
      }),
  ),
);

export const FilterRule = z.strictObject({
  type: z.literal("filter"),
  body: FilterSchema,
  headers: FilterSchema,
  path: FilterSchema,
  query: FilterSchema,
});
export type FilterRule = z.output<typeof FilterRule>;

/** `body.items[*].sku`, `headers.x-id`, `path`: a part of the request, then names, indexes or `[*]` (all elements). */
export const FIELD_PATH = /^(?:headers|body|query|path)(?:\.[^.[\]]+|\[(?:\*|\d+)\])*$/;

const FieldPaths = z
  .array(
    z
      .string()
      .check(z.regex(FIELD_PATH, "must begin with headers, body, query or path, like body.items[*].id")),
  )
  .check(z.minLength(1), z.maxLength(DUPLICATE_FIELDS_MAX));

export const DeduplicateRule = z
  .strictObject({
    type: z.literal("deduplicate"),
    window: z.int().check(z.minimum(DUPLICATE_WINDOW_MIN_MS), z.maximum(DUPLICATE_WINDOW_MAX_MS)),
    include_fields: z.optional(FieldPaths),
    exclude_fields: z.optional(FieldPaths),
  })
  .check(({ value, issues }) => {
    if (value.include_fields && value.exclude_fields) {
      issues.push({
        code: "custom",
        path: ["exclude_fields"],
        message: "is not allowed together with include_fields",
        input: value,
      });
    }
  });
export type DeduplicateRule = z.output<typeof DeduplicateRule>;

/** The rule as we store and show it. */
export const TransformRule = z.strictObject({
  type: z.literal("transform"),
  transformation_id: z.string(),
});
export type TransformRule = z.output<typeof TransformRule>;

/** Names a transformation by its id, or contains one. Shipped samples use two words for the type. */
const TransformRuleInput = z
  .strictObject({
    type: z.pipe(
      z.enum(["transform", "transformation"]),
      z.transform(() => "transform" as const),
    ),
    transformation_id: z.optional(z.string()),
    transformation: z.optional(InlineTransformation),
  })
  .check(({ value, issues }) => {
    const isInline = value.transformation !== undefined;
    const isById = value.transformation_id !== undefined;
    if (isInline !== isById) return;
    issues.push({
      code: "custom",
      path: [isInline ? "transformation" : "transformation_id"],
      message: isInline ? "is not allowed together with its id" : "is required",
      input: value,
    });
  });

const AT_MOST_ONCE = ["retry", "delay", "deduplicate", "transform"] as const;

/** Two delay or two retry rules would contradict each other; a second rule of the other types would add nothing. */
export function checkRuleTypes({ value, issues }: z.core.ParsePayload<{ type: string }[]>): void {
  for (const type of AT_MOST_ONCE) {
    const second = value.findIndex(
      (rule, index) => rule.type === type && value.findIndex((first) => first.type === type) < index,
    );
    if (second >= 0)
      issues.push({
        code: "custom",
        path: [second],
        message: "is not allowed, there is one of this type already",
        input: value,
      });
  }
}

/** Zod's own message does not list the allowed types, so this one does. */
function typeComplaint(types: readonly string[]) {
  return ({ code, input }: { code: string; input?: unknown }) => {
    const hasType = typeof input === "object" && input !== null && "type" in input;
    return code === "invalid_union" && hasType ? `must be one of [${types.join(", ")}]` : undefined;
  };
}

export const Rule = z.discriminatedUnion("type", [
  RetryRule,
  DelayRule,
  FilterRule,
  DeduplicateRule,
  TransformRule,
]);
export type Rule = z.output<typeof Rule>;

export const Rules = z.array(Rule);
export type Rules = z.output<typeof Rules>;

/** A stored rule with the limits of today: an earlier version has accepted longer waits. */
export function withinLimits(rule: Rule): Rule {
  if (rule.type === "delay") return { ...rule, delay: Math.min(rule.delay, DELAY_MAX_MS) };
  if (rule.type === "retry" && typeof rule.interval === "number")
    return { ...rule, interval: Math.min(rule.interval, RETRY_MAX_AGE_MS) };
  return rule;
}

/** The rules that a caller may send. */
export const RulesInput = z
  .array(
    z.discriminatedUnion("type", [RetryRule, DelayRule, FilterRule, DeduplicateRule, TransformRuleInput], {
      error: typeComplaint(["retry", "delay", "filter", "deduplicate", "transform"]),
    }),
  )
  .check(checkRuleTypes);
export type RulesInput = z.output<typeof RulesInput>;
