/**
 * How long does a retry rule wait before each retry?
 *
 * The server plans attempts with it, and the dashboard shows with it which attempts a rule makes.
 */
import {
  RETRY_DEFAULT_COUNT,
  RETRY_DEFAULT_INTERVAL_MS,
  RETRY_MAX_AGE_MS,
  RETRY_MAX_COUNT,
} from "./limits.ts";
import type { RetryRule } from "./rules.ts";

export type RetryPlan = Pick<RetryRule, "strategy" | "interval" | "count">;

/** The wait before retry number `retry`, counted from 1; null when the rule makes no such retry. */
export function plannedWaitMs(rule: RetryPlan | null, retry: number): number | null {
  if (!rule || retry > Math.min(rule.count ?? RETRY_DEFAULT_COUNT, RETRY_MAX_COUNT)) return null;
  const interval = rule.interval ?? RETRY_DEFAULT_INTERVAL_MS;
  return Math.min(rule.strategy === "exponential" ? interval * 2 ** (retry - 1) : interval, RETRY_MAX_AGE_MS);
}
