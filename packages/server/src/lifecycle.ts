/**
 * Which state is an event in after something happened to it?
 *
 * Every transition of an event stands here, as a pure function of what it was and what happened; the
 * store writes what comes out. docs/lifecycle.md draws the same picture.
 */
import type { AttemptStatus, DeliveryErrorCode, EventStatus } from "@posthorn/contract/causes";

export interface AttemptOutcome {
  response_status: number | null;
  error_code: DeliveryErrorCode | null;
}

/** Any 2xx is a success; everything else, and no answer at all, is a failure. */
export function attemptStatus({ response_status, error_code }: AttemptOutcome): AttemptStatus {
  return error_code === null && response_status !== null && response_status >= 200 && response_status < 300
    ? "SUCCESSFUL"
    : "FAILED";
}

/** A new event: held while its connection is paused, else delayed if a rule says so, else on its way. */
export function statusOfNewEvent(connection: { isPaused: boolean; isDelayed: boolean }): EventStatus {
  if (connection.isPaused) return "HOLD";
  return connection.isDelayed ? "SCHEDULED" : "QUEUED";
}

/** Without a retry rule an event ends as its last attempt did. */
export function statusAfterAttempt(outcome: AttemptOutcome): EventStatus {
  return attemptStatus(outcome);
}
