/**
 * What does a connection do with a request?
 *
 * Its rules, compiled once per version of the connection, when the routing table reads it. The steps keep the
 * user's order. Filters decide at once, unless they are costly. Deduplicate asks the database and transform the
 * sandbox, so a connection with one of these is routed a moment later than the others.
 */
import { type RequestFilter, compileRequestFilter } from "@posthorn/contract/filter/request-filter";
import {
  FILTER_PARTS,
  type FilterPart,
  type RetryRule,
  type Rules,
  withinLimits,
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
  | { type: "filter"; filter: RequestFilter }
  | { type: "deduplicate"; windowMs: number; keyOf: (view: RequestView) => Buffer }
  /** Null when the transformation is deleted. */
  | { type: "transform"; transformation_id: string; transformation: Transformation | null };

export interface CompiledRules {
  steps: readonly RuleStep[];
  /** Whether every step decides at once, if its filters are not costly. */
  isImmediate: boolean;
  delayMs: number;
  retry: RetryRule | null;
}

export function compileRules(rules: Rules, transformation: Transformation | null = null): CompiledRules {
  const steps: RuleStep[] = [];
  let delayMs = 0;
  let retry: RetryRule | null = null;
  for (const rule of rules.map(withinLimits)) {
    if (rule.type === "retry") retry = rule;
    else if (rule.type === "delay") delayMs = rule.delay;
    else if (rule.type === "filter") steps.push({ type: "filter", filter: compileRequestFilter(rule) });
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

/** The answer needs more steps, or a longer body, than the event loop has time for. */
export const COSTLY = "costly";

/** Returns the parts that the filter refuses; null when it lets the request pass. */
export function refusedParts(filter: RequestFilter, view: RequestView): FilterPart[] | null | typeof COSTLY {
  const { quick } = view.costs;
  let refused: FilterPart[] | null = null;
  for (const part of FILTER_PARTS) {
    const asked = filter[part];
    if (!asked) continue;
    if (quick.left < 0 || (part === "body" && view.isSlowToRead)) return COSTLY;
    if (asked.matches(view.part(part), quick)) continue;
    if (quick.left < 0) return COSTLY;
    (refused ??= []).push(part);
  }
  return refused;
}
