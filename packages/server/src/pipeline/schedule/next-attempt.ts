/**
 * When is the next attempt due?
 *
 * The one place that turns a retry rule into a time. Called after a failed attempt, and before an
 * attempt for the header that announces the next retry to the destination. Time and chance come in as
 * arguments, so every case can be written down as plain data.
 */
import {
  RETRY_DEFAULT_COUNT,
  RETRY_DEFAULT_INTERVAL_MS,
  RETRY_MAX_AGE_MS,
  RETRY_MAX_COUNT,
} from "@posthorn/contract/limits";
import type { RetryRule } from "@posthorn/contract/rules";
import type { AttemptOutcome } from "../../lifecycle.ts";
import type { RetryAfter } from "./retry-after.ts";
import { wantsRetry } from "./status-codes.ts";

export interface FailedAttempt {
  rule: RetryRule | null;
  /** Automatic retries planned so far. */
  retries: number;
  eventCreatedAtMs: number;
  failedAtMs: number;
  outcome: AttemptOutcome;
  retryAfter: RetryAfter;
  /** In [0, 1): spreads retries of attempts that failed together. */
  chance: number;
}

export interface PlannedRetry {
  atMs: number;
  retries: number;
}

/** The wait before retry number `retry`, counted from 1; null when the rule makes no such retry. */
export function plannedWaitMs(rule: RetryRule | null, retry: number): number | null {
  if (!rule || retry > (rule.count ?? RETRY_DEFAULT_COUNT)) return null;
  const interval = rule.interval ?? RETRY_DEFAULT_INTERVAL_MS;
  return Math.min(rule.strategy === "exponential" ? interval * 2 ** (retry - 1) : interval, RETRY_MAX_AGE_MS);
}

/** Returns null when the event has failed for good, unless a person retries it. */
export function nextAttempt(attempt: FailedAttempt): PlannedRetry | null {
  const { rule, outcome, retryAfter, failedAtMs, chance } = attempt;
  const retries = attempt.retries + 1;
  if (retryAfter === "never" || retries > RETRY_MAX_COUNT) return null;
  // A network error is always worth another try; a response only if the rule selects it.
  const isSelected =
    outcome.response_status === null ||
    wantsRetry(rule?.response_status_codes ?? null, outcome.response_status);
  const ruleWaitMs = isSelected ? plannedWaitMs(rule, retries) : null;
  if (ruleWaitMs === null) return null;
  // A destination can ask for more time, but for no retry that the rule would not make, and for none earlier.
  const atMs = failedAtMs + Math.max(ruleWaitMs * (1 + chance / 10), retryAfter?.waitMs ?? 0);
  return atMs > attempt.eventCreatedAtMs + RETRY_MAX_AGE_MS ? null : { atMs, retries };
}
