/**
 * What does the log say about an attempt?
 *
 * One line each, at debug level, once its outcome is stored. No URL, header or body: any of them may hold a secret.
 */
import { publicId } from "@posthorn/contract/ids";
import type { Log } from "../../log.ts";
import type { SettledAttempt } from "../../store/attempts.ts";

export function logAttempts({ debug }: Log, attempts: readonly SettledAttempt[]): void {
  if (debug === null) return;
  for (const attempt of attempts) {
    debug("attempt.settled", {
      project_id: publicId("project", attempt.team),
      connection_id: publicId("connection", attempt.connection),
      event_id: publicId("event", attempt.event),
      attempt_number: attempt.attempt_number,
      trigger: attempt.trigger,
      status: attempt.status,
      response_status: attempt.response_status,
      error_code: attempt.error_code,
      retry_wait_ms: attempt.retryWaitMs,
      until_sent_ms: sinceBegun(attempt, attempt.deliveredAtMs),
      until_answered_ms: sinceBegun(attempt, attempt.respondedAtMs),
    });
  }
}

/** Null if the attempt never got that far. */
function sinceBegun({ createdAtMs }: SettledAttempt, atMs: number | null): number | null {
  return atMs && atMs - createdAtMs;
}
