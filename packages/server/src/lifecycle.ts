/**
 * Which state does an event have after something happened to it?
 *
 * Every transition of an event is here, as a pure function of its state and of what happened. The store does the same
 * in SQL, for many rows at a time, and `store/lifecycle.db.test.ts` checks that both agree. docs/lifecycle.md draws the
 * picture. A function that changes nothing returns the state it was given.
 *
 * An event that a process holds is QUEUED. If it has another status, it was cancelled meanwhile: an attempt on the wire
 * gets no retry, and an attempt that is not on the wire yet is not made.
 */
import type {
  AttemptStatus,
  AttemptTrigger,
  DeliveryErrorCode,
  EventStatus,
} from "@posthorn/contract/causes";

export interface AttemptOutcome {
  response_status: number | null;
  error_code: DeliveryErrorCode | null;
}

/** The state that decides what happens to an event next. Its names follow the columns of `events`. */
export interface EventState extends AttemptOutcome {
  status: EventStatus;
  /** The number of the last attempt that was begun. */
  attempts: number;
  trigger: AttemptTrigger;
  /** Automatic retries planned so far. */
  retries: number;
  isLeased: boolean;
  nextAttemptAtMs: number | null;
  /** Some attempt has ended with a known outcome; `response_status` and `error_code` are those of the latest. */
  wasAttempted: boolean;
}

/** An event that was given back unused is due again after this long. */
export const RETURNED_WAIT_MS = 100;

/** Any 2xx is a success; any other status, and no answer at all, is a failure. */
export function attemptStatus({ response_status, error_code }: AttemptOutcome): AttemptStatus {
  return error_code === null && response_status !== null && response_status >= 200 && response_status < 300
    ? "SUCCESSFUL"
    : "FAILED";
}

/** A new event is held while its connection is paused; otherwise delayed if a rule says so; otherwise queued. */
export function statusOfNewEvent(connection: { isPaused: boolean; isDelayed: boolean }): EventStatus {
  if (connection.isPaused) return "HOLD";
  return connection.isDelayed ? "SCHEDULED" : "QUEUED";
}

export interface Birth {
  isPaused: boolean;
  delayMs: number;
  /** There was room in memory: the process that writes a QUEUED event holds it and makes attempt 1 right away. */
  hasRoom: boolean;
  nowMs: number;
}

export function afterRouting({ isPaused, delayMs, hasRoom, nowMs }: Birth): EventState {
  const status = statusOfNewEvent({ isPaused, isDelayed: delayMs > 0 });
  const isLeased = status === "QUEUED" && hasRoom;
  return {
    status,
    attempts: isLeased ? 1 : 0,
    trigger: "INITIAL",
    retries: 0,
    isLeased,
    nextAttemptAtMs: isLeased || status === "HOLD" ? null : nowMs + delayMs,
    wasAttempted: false,
    response_status: null,
    error_code: null,
  };
}

function isDue(event: EventState, nowMs: number): boolean {
  return event.nextAttemptAtMs !== null && event.nextAttemptAtMs <= nowMs && !event.isLeased;
}

/** A worker claimed it. From now on the attempt's number is used, even before the wire. */
export function afterClaim(event: EventState, nowMs: number): EventState {
  if (!isDue(event, nowMs)) return event;
  return { ...event, status: "QUEUED", isLeased: true, attempts: event.attempts + 1, nextAttemptAtMs: null };
}

/** Returns whether it was cancelled while a process held it. */
function isCancelledLease({ isLeased, status }: EventState): boolean {
  return isLeased && status !== "QUEUED";
}

/**
 * The attempt was not made, so its number is free again. `status` says why: HOLD, the connection is paused; FAILED, the
 * connection was disabled or deleted; QUEUED, the holder gave the lease back.
 */
export function afterReturn(
  event: EventState,
  status: "HOLD" | "FAILED" | "QUEUED",
  nowMs: number,
): EventState {
  if (!event.isLeased) return event;
  const returned = { ...event, isLeased: false, attempts: event.attempts - 1, nextAttemptAtMs: null };
  if (isCancelledLease(event)) return returned;
  if (status === "FAILED") return { ...returned, status, error_code: "CANCELLED" };
  return { ...returned, status, nextAttemptAtMs: status === "HOLD" ? null : nowMs + RETURNED_WAIT_MS };
}

/**
 * An attempt has ended. A success counts even if the event was cancelled meanwhile. After a failure, a cancelled event
 * is not retried.
 */
export function afterAttempt(
  event: EventState,
  outcome: AttemptOutcome,
  planned: { atMs: number | null; retries: number },
): EventState {
  if (!event.isLeased) return event;
  const { response_status, error_code } = outcome;
  const status = attemptStatus(outcome);
  const ended: EventState = {
    ...event,
    status,
    response_status,
    error_code,
    isLeased: false,
    wasAttempted: true,
  };
  if (isCancelledLease(event)) {
    return status === "FAILED" && event.status === "CANCELLED" ? { ...ended, status: "CANCELLED" } : ended;
  }
  return {
    ...ended,
    retries: planned.retries,
    nextAttemptAtMs: planned.atMs,
    trigger: planned.atMs === null ? event.trigger : "AUTOMATIC",
  };
}

/**
 * Its holder died. Nobody knows whether the attempt arrived. It is shown as failed, keeps its number, and does not
 * count as a retry of the rule.
 */
export function afterInterruption(event: EventState, nowMs: number): EventState {
  if (!event.isLeased) return event;
  return { ...event, isLeased: false, nextAttemptAtMs: isCancelledLease(event) ? null : nowMs };
}

/** Returns whether there is something to cancel: an attempt that is planned, held, waiting or on the wire. */
function isPending({ status, nextAttemptAtMs }: EventState): boolean {
  return status === "QUEUED" || status === "SCHEDULED" || status === "HOLD" || nextAttemptAtMs !== null;
}

/** An aborted bulk retry leaves its error code on the event. That code says nothing about the last attempt. */
function lastKnownStatus({ response_status, error_code }: EventState): AttemptStatus {
  const isOfAbort = error_code === "BULK_RETRY_CANCELLED";
  return attemptStatus({ response_status, error_code: isOfAbort ? null : error_code });
}

/** The event gets the status of its last attempt. An event that was never tried becomes CANCELLED. */
export function afterCancel(event: EventState): EventState {
  if (!isPending(event)) return event;
  return {
    ...event,
    status: event.wasAttempted ? lastKnownStatus(event) : "CANCELLED",
    nextAttemptAtMs: null,
  };
}

/** Returns null when the event is already queued or on the wire: a retry must not send it twice. */
export function afterRetry(
  event: EventState,
  trigger: "MANUAL" | "BULK_RETRY",
  nowMs: number,
): EventState | null {
  if (event.status === "QUEUED" || event.isLeased) return null;
  return { ...event, status: "QUEUED", trigger, nextAttemptAtMs: nowMs };
}

/** Returns whether no process holds it, and it neither waits for its turn, nor for its delay, nor for its connection. */
function hasEnded({ status, isLeased }: EventState): boolean {
  return !isLeased && (status === "SUCCESSFUL" || status === "FAILED" || status === "CANCELLED");
}

/**
 * A bulk retry takes only events that have ended. A planned automatic retry falls away: the event is sent now. A person
 * can also retry one that is delayed or held, but not in bulk: a pause must not be undone for thousands of events.
 */
export function afterBulkRetry(event: EventState, nowMs: number): EventState {
  return hasEnded(event) ? (afterRetry(event, "BULK_RETRY", nowMs) ?? event) : event;
}

/** The bulk retry was aborted before the attempt: the event gets its earlier status back. */
export function afterBulkAbort(event: EventState, statusBefore: EventStatus): EventState {
  const isOfBulkRetry =
    event.trigger === "BULK_RETRY" && (event.status === "QUEUED" || event.status === "HOLD");
  if (!isOfBulkRetry) return event;
  return { ...event, status: statusBefore, error_code: "BULK_RETRY_CANCELLED", nextAttemptAtMs: null };
}

/** What a connection's events must know to follow its state. */
export interface ConnectionState {
  /** Disabled or deleted. */
  isStopped: boolean;
  /** It was stopped, and not all events that were pending then are cancelled yet. */
  isCancelling: boolean;
  isPaused: boolean;
}

/** How its events change, a few at a time: see `afterStop`, `afterPause` and `afterUnpause`. */
export type Following =
  | "cancel"
  /** The connection was enabled again: cancels only events that have not changed since it was stopped. */
  | "cancel earlier"
  | "hold"
  | "release";

/** How must the events of a connection change now? */
export function followingOf({ isStopped, isCancelling, isPaused }: ConnectionState): Following {
  if (isStopped) return "cancel";
  if (isCancelling) return "cancel earlier";
  return isPaused ? "hold" : "release";
}

/**
 * Its connection was paused: a due event is held. An event that is due later is held when its time comes. A manual
 * retry after the pause is still sent: `isOlder` is false for an event that changed since the pause.
 */
export function afterPause(event: EventState, nowMs: number, isOlder = true): EventState {
  if (event.trigger === "MANUAL" && !isOlder) return event;
  return isDue(event, nowMs) ? { ...event, status: "HOLD", nextAttemptAtMs: null } : event;
}

/** Its connection was unpaused: a held event is due now. */
export function afterUnpause(event: EventState, nowMs: number): EventState {
  if (event.status !== "HOLD") return event;
  return { ...event, status: "QUEUED", trigger: "UNPAUSE", nextAttemptAtMs: nowMs };
}

/** Its connection was disabled or deleted. A process that holds the event gives it back itself, before the wire. */
export function afterStop(event: EventState): EventState {
  return endedBy(event, "CANCELLED");
}

/** Its data is past the project's retention. An event that was not yet due at `sinceMs` is still to be sent. */
export function afterRetention(event: EventState, sinceMs: number): EventState {
  const isStillToBeSent = event.nextAttemptAtMs !== null && event.nextAttemptAtMs >= sinceMs;
  return isStillToBeSent ? event : endedBy(event, "CANCELLED_PAST_RETENTION");
}

function endedBy(event: EventState, error_code: DeliveryErrorCode): EventState {
  if (event.isLeased || !isPending(event)) return event;
  return { ...event, status: "FAILED", error_code, nextAttemptAtMs: null };
}
