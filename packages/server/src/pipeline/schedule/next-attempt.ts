/**
 * When is the next attempt due?
 *
 * The one place that decides about a retry, after a failed attempt. How long a rule waits is in the contract. Time and chance come in as
 * arguments, so every case can be written down as plain data.
 */
import { RETRY_MAX_AGE_MS, RETRY_MAX_COUNT } from "@posthorn/contract/limits";
import { plannedWaitMs } from "@posthorn/contract/retry-wait";
import type { RetryRule } from "@posthorn/contract/rules";
import { wantsRetry } from "@posthorn/contract/status-codes";
import type { AttemptOutcome } from "../../lifecycle.ts";
import type { RetryAfter } from "./retry-after.ts";

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
  const latestAtMs = attempt.eventCreatedAtMs + RETRY_MAX_AGE_MS;
  const ruleAtMs = failedAtMs + ruleWaitMs * (1 + chance / 10);
  if (ruleAtMs > latestAtMs) return null;
  // A destination can ask for more time, but for no retry that the rule would not make, and for none earlier.
  const askedAtMs = Math.min(failedAtMs + (retryAfter?.waitMs ?? 0), latestAtMs);
  return { atMs: Math.max(ruleAtMs, askedAtMs), retries };
}
