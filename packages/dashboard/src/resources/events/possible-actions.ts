/** What can be done with an event now, and what does it become? Pure; `event-actions.ts` does it. */
import type { Event } from "@posthorn/contract/events";

/** Why no person can retry this event now. Undefined: they can. `isDeleted` is about its connection. */
export function whyNoRetry(event: Pick<Event, "status" | "data">, isDeleted: boolean): string | undefined {
  if (event.status === "QUEUED") return "The event is already on its way";
  if (isDeleted) return "The connection of this event was deleted";
  return event.data === null ? "The request data is archived, so there is nothing to send" : undefined;
}

type Retryable = Pick<Event, "status" | "data">;

/** A bulk operation takes events that have ended, also those with a planned retry. Nothing delayed or paused. */
function canRetryInBulk({ status, data }: Retryable): boolean {
  return data !== null && (status === "FAILED" || status === "CANCELLED" || status === "SUCCESSFUL");
}

/**
 * Which of the ticked events are retried together: those that were not delivered. Delivered ones only if nothing else is
 * ticked: a person who ticks a whole page does not mean them.
 */
export function isRetriedTogether(ticked: readonly Retryable[]): (event: Retryable) => boolean {
  const isUndelivered = (event: Retryable) => canRetryInBulk(event) && event.status !== "SUCCESSFUL";
  return ticked.some(isUndelivered) ? isUndelivered : canRetryInBulk;
}

/** What an event becomes when it is retried. */
export const QUEUED_AGAIN = { status: "QUEUED", next_attempt_at: null } as const;

/** Whether something is left to cancel: the event waits, or further attempts are planned. */
export function canCancel({ status, next_attempt_at }: Pick<Event, "status" | "next_attempt_at">): boolean {
  return status === "QUEUED" || status === "HOLD" || status === "SCHEDULED" || next_attempt_at !== null;
}

/** What the event becomes, as the server decides it: an event that was tried gets the status of its last attempt. */
export function cancelled(event: Event): Pick<Event, "status" | "next_attempt_at"> {
  const { last_attempt_at, response_status, error_code } = event;
  const isDelivered =
    response_status !== null &&
    response_status >= 200 &&
    response_status <= 299 &&
    (error_code === null || error_code === "BULK_RETRY_CANCELLED");
  const tried = isDelivered ? "SUCCESSFUL" : "FAILED";
  return { status: last_attempt_at === null ? "CANCELLED" : tried, next_attempt_at: null };
}
