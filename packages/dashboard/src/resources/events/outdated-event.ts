/**
 * Does the latest attempt show that the event on screen is outdated?
 *
 * Attempts and event are separate calls, so an attempt may arrive first. Then the event is read again at once instead of
 * at its next poll.
 */
import type { Attempt } from "@posthorn/contract/attempts";
import type { Event } from "@posthorn/contract/events";

export function isOutdated(
  event: Pick<
    Event,
    "updated_at" | "status" | "last_attempt_at" | "attempts" | "response_status" | "error_code"
  >,
  latest: Pick<
    Attempt,
    "updated_at" | "status" | "created_at" | "attempt_number" | "response_status" | "error_code"
  >,
): boolean {
  if (Date.parse(latest.updated_at) <= Date.parse(event.updated_at)) return false;
  return (
    event.status !== latest.status ||
    event.last_attempt_at !== latest.created_at ||
    event.attempts !== latest.attempt_number ||
    event.response_status !== latest.response_status ||
    event.error_code !== latest.error_code
  );
}
