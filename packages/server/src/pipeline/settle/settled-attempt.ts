/**
 * What does an answer mean for its event?
 *
 * Pure: decides the event's status, and the time of the next attempt if the connection's retry rule makes one. The
 * settler writes the result.
 */
import { RETRY_MAX_COUNT } from "@posthorn/contract/limits";
import type { RetryRule } from "@posthorn/contract/rules";
import { attemptStatus } from "../../lifecycle.ts";
import type { SettledAttempt } from "../../store/attempts.ts";
import type { Answer } from "../answer.ts";
import type { Delivery } from "../delivery.ts";
import { nextAttempt } from "../schedule/next-attempt.ts";
import { readRetryAfter } from "../schedule/retry-after.ts";

export interface Circumstances {
  rule: RetryRule | null;
  /** The connection was disabled or deleted while the attempt was on the wire: no retry follows. */
  isStopped: boolean;
  nowMs: number;
  /** In [0, 1). */
  chance: number;
}

export function settledAttempt(
  delivery: Delivery,
  answer: Answer,
  { rule, isStopped, nowMs, chance }: Circumstances,
): SettledAttempt {
  const status = attemptStatus(answer);
  const retryAfter =
    status === "FAILED" ? readRetryAfter(headerOf(answer.response_headers, "retry-after"), nowMs) : null;
  const next =
    status === "FAILED" && !isStopped
      ? nextAttempt({
          rule,
          retries: delivery.retries,
          eventCreatedAtMs: delivery.createdAtMs,
          failedAtMs: nowMs,
          outcome: answer,
          retryAfter,
          chance,
        })
      : null;
  return {
    ...answer,
    team: delivery.team,
    event: delivery.id,
    connection: delivery.connection,
    attempt_number: delivery.attempt_number,
    trigger: delivery.trigger,
    status,
    event_status: status,
    retryWaitMs: next && next.atMs - nowMs,
    // "Never" ends automatic retries for good: as if all of them had been made.
    retries: retryAfter === "never" ? RETRY_MAX_COUNT : (next?.retries ?? delivery.retries),
  };
}

function headerOf(headers: readonly string[] | null, name: string): string | null {
  for (let at = 0; at + 1 < (headers?.length ?? 0); at += 2) {
    if (headers?.[at]?.toLowerCase() === name) return headers[at + 1] ?? null;
  }
  return null;
}
