/** What does a retry rule of 2024 say if it selects no responses? Nothing: those versions began without the field. */
import {
  DeduplicateRule,
  DelayRule,
  FilterRule,
  RetryRule,
  Rules,
  TransformRule,
} from "@posthorn/contract/rules";
import * as z from "zod/mini";
import type { Difference, Fields } from "./difference.ts";

const { response_status_codes: Codes } = RetryRule.shape;
const Retry = z.extend(RetryRule, { response_status_codes: z.optional(Codes) });

function withoutNoCodes(rule: Fields): Fields {
  const { response_status_codes, ...rest } = rule;
  return rule["type"] === "retry" && response_status_codes === null ? rest : rule;
}

export const retryRuleCodes: Difference = {
  name: "retry-rule-codes",
  summary: "A retry rule has `response_status_codes` only if it selects responses",
  changes: [
    {
      of: Rules,
      shape: () =>
        z.array(z.discriminatedUnion("type", [Retry, DelayRule, FilterRule, DeduplicateRule, TransformRule])),
      // The cast is safe: the schema describes a list of rules.
      answer: (rules) => (rules as unknown as readonly Fields[]).map(withoutNoCodes),
    },
  ],
};
