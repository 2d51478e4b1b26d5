/**
 * What does a connection do with a request?
 *
 * Its rules, compiled once per version of the connection, when the routing table reads it. The steps keep the
 * user's order. Filters decide at once. Deduplicate asks the database and transform the sandbox, so a
 * connection with one of these is routed a moment later than the others.
 */
import { compileFilter } from "@posthorn/contract/filter/compile-filter";
import {
  FILTER_PARTS,
  type FilterPart,
  type FilterRule,
  type RetryRule,
  type Rules,
} from "@posthorn/contract/rules";
import { duplicateKeyOf } from "./duplicate-key.ts";
import type { RequestView } from "./request-view.ts";

/** The code that a transform rule runs, as the database has it now. */
export interface Transformation {
  id: string;
  code: string;
  /** Its variables as JSON. */
  envJson: string;
  /** What the code learns about the connection, as JSON. */
  contextJson: string;
}

export type RuleStep =
  | { type: "filter"; filter: CompiledFilter }
  | { type: "deduplicate"; windowMs: number; keyOf: (view: RequestView) => Buffer }
  /** Null when the transformation is deleted. */
  | { type: "transform"; transformation_id: string; transformation: Transformation | null };

export interface CompiledRules {
  steps: readonly RuleStep[];
  /** Whether every step decides at once. */
  isImmediate: boolean;
  delayMs: number;
  retry: RetryRule | null;
}

type CompiledFilter = Partial<Record<FilterPart, (data: unknown) => boolean>>;

export function compileRules(rules: Rules, transformation: Transformation | null = null): CompiledRules {
  const steps: RuleStep[] = [];
  let delayMs = 0;
  let retry: RetryRule | null = null;
  for (const rule of rules) {
    if (rule.type === "retry") retry = rule;
    else if (rule.type === "delay") delayMs = rule.delay;
    else if (rule.type === "filter") steps.push({ type: "filter", filter: compiledFilter(rule) });
    else if (rule.type === "deduplicate")
      steps.push({ type: "deduplicate", windowMs: rule.window, keyOf: duplicateKeyOf(rule) });
    else
      steps.push({
        type: "transform",
        transformation_id: rule.transformation_id,
        transformation: transformation?.id === rule.transformation_id ? transformation : null,
      });
  }
  return { steps, isImmediate: steps.every(({ type }) => type === "filter"), delayMs, retry };
}

function compiledFilter(rule: FilterRule): CompiledFilter {
  return Object.fromEntries(
    FILTER_PARTS.flatMap((part) => (rule[part] == null ? [] : [[part, compileFilter(rule[part])]])),
  );
}

/** Returns the parts that the filter refuses; null when it lets the request pass. */
export function refusedParts(filter: CompiledFilter, view: RequestView): FilterPart[] | null {
  const refused = FILTER_PARTS.filter((part) => filter[part]?.(view.part(part)) === false);
  return refused.length > 0 ? refused : null;
}
