/**
 * Which state is an event in after something happened to it?
 *
 * Every transition of an event stands here, as a pure function of what it was and what happened. The
 * store writes the same in SQL, many rows at a time, and `store/lifecycle.db.test.ts` holds the two equal;
 * docs/lifecycle.md draws the picture. A function that changes nothing hands back the state it was given.
 *
 * A process that holds an event has it QUEUED. Held in any other state it was cancelled meanwhile: nothing
 * follows what is on the wire, and what is not yet on the wire stays away from it.
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

/** What decides about an event's future; the columns of `events` have the same names. */
export interface EventState extends AttemptOutcome {
  status: EventStatus;
  /** The number of the last attempt that was begun. */
  attempts: number;
  trigger: AttemptTrigger;
  /** Automatic retries planned so far. */
  retries: number;
  isLeased: boolean;
  nextAttemptAtMs: number | null;
  /** Some attempt has come to an end that is known; `response_status` and `error_code` tell the latest. */
  wasAttempted: boolean;
}

/** Given back unused, an event whose connection changed its mind again is looked at a moment later. */
export const RETURNED_WAIT_MS = 100;

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

export interface Birth {
  isPaused: boolean;
  delayMs: number;
  /** There was room in memory: the writer keeps a QUEUED event and makes attempt 1 right away. */
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

/** A worker took it: the number of the attempt is used from here on, before the wire. */
export function afterClaim(event: EventState, nowMs: number): EventState {
  if (!isDue(event, nowMs)) return event;
  return { ...event, status: "QUEUED", isLeased: true, attempts: event.attempts + 1, nextAttemptAtMs: null };
}

/** Was it cancelled while a process held it? */
function isCancelledLease({ isLeased, status }: EventState): boolean {
  return isLeased && status !== "QUEUED";
}

/**
 * The attempt was not made, so its number is free again. `status` says why: HOLD, the connection is paused;
 * FAILED, it was disabled or deleted; QUEUED, the holder let go.
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
 * An attempt came to its end. A success is a success, also when somebody cancelled the event meanwhile;
 * after a failure nothing more happens to a cancelled event.
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
 * Its holder died. Whether the attempt arrived, nobody knows: it is shown as failed, keeps its number and
 * costs the retry rule nothing.
 */
export function afterInterruption(event: EventState, nowMs: number): EventState {
  if (!event.isLeased) return event;
  return { ...event, isLeased: false, nextAttemptAtMs: isCancelledLease(event) ? null : nowMs };
}

/** Is there anything to cancel: an attempt that is planned, held back, waiting or on the wire? */
function isPending({ status, nextAttemptAtMs }: EventState): boolean {
  return status === "QUEUED" || status === "SCHEDULED" || status === "HOLD" || nextAttemptAtMs !== null;
}

/** An aborted bulk retry leaves its error on the event, and says nothing about the attempt before it. */
function lastKnownStatus({ response_status, error_code }: EventState): AttemptStatus {
  const isOfAbort = error_code === "BULK_RETRY_CANCELLED";
  return attemptStatus({ response_status, error_code: isOfAbort ? null : error_code });
}

/** What the last attempt said, where there was one; an event that was never tried is CANCELLED. */
export function afterCancel(event: EventState): EventState {
  if (!isPending(event)) return event;
  return {
    ...event,
    status: event.wasAttempted ? lastKnownStatus(event) : "CANCELLED",
    nextAttemptAtMs: null,
  };
}

/** Null: it is on its way already, and sending it twice is not what anybody means. */
export function afterRetry(
  event: EventState,
  trigger: "MANUAL" | "BULK_RETRY",
  nowMs: number,
): EventState | null {
  if (event.status === "QUEUED" || event.isLeased) return null;
  return { ...event, status: "QUEUED", trigger, nextAttemptAtMs: nowMs };
}

/** Has it come to its end, with nothing before it? A bulk retry takes no others. */
function isAtRest(event: EventState): boolean {
  return !event.isLeased && !isPending(event);
}

export function afterBulkRetry(event: EventState, nowMs: number): EventState {
  return isAtRest(event) ? (afterRetry(event, "BULK_RETRY", nowMs) ?? event) : event;
}

/** The bulk retry was aborted before the attempt: the event is again what it was before. */
export function afterBulkAbort(event: EventState, statusBefore: EventStatus): EventState {
  const isOfBulkRetry =
    event.trigger === "BULK_RETRY" && (event.status === "QUEUED" || event.status === "HOLD");
  if (!isOfBulkRetry) return event;
  return { ...event, status: statusBefore, error_code: "BULK_RETRY_CANCELLED", nextAttemptAtMs: null };
}

/** What is said of a connection when its events are to follow its state. */
export interface ConnectionState {
  /** Disabled or deleted. */
  isStopped: boolean;
  /** It was stopped, and not all that was pending then is cancelled. */
  isCancelling: boolean;
  isPaused: boolean;
}

/** What its events become, a few at a time: see `afterStop`, `afterPause` and `afterUnpause`. */
export type Following =
  | "cancel"
  /** Only what has not changed since the connection was stopped: it was enabled again. */
  | "cancel earlier"
  | "hold"
  | "release";

/** What do the events of a connection have to become now? */
export function followingOf({ isStopped, isCancelling, isPaused }: ConnectionState): Following {
  if (isStopped) return "cancel";
  if (isCancelling) return "cancel earlier";
  return isPaused ? "hold" : "release";
}

/**
 * Its connection was paused: what is due waits. What is due later is held when its time comes. A manual retry from
 * after the pause is sent: `isOlder` is false for an event that changed since then.
 */
export function afterPause(event: EventState, nowMs: number, isOlder = true): EventState {
  if (event.trigger === "MANUAL" && !isOlder) return event;
  return isDue(event, nowMs) ? { ...event, status: "HOLD", nextAttemptAtMs: null } : event;
}

/** Its connection was unpaused: what was held is due. */
export function afterUnpause(event: EventState, nowMs: number): EventState {
  if (event.status !== "HOLD") return event;
  return { ...event, status: "QUEUED", trigger: "UNPAUSE", nextAttemptAtMs: nowMs };
}

/** Its connection was disabled or deleted. What a process holds it gives back itself, before the wire. */
export function afterStop(event: EventState): EventState {
  return endedBy(event, "CANCELLED");
}

/** Its data is older than the project keeps any. */
export function afterRetention(event: EventState): EventState {
  return endedBy(event, "CANCELLED_PAST_RETENTION");
}

function endedBy(event: EventState, error_code: DeliveryErrorCode): EventState {
  if (event.isLeased || !isPending(event)) return event;
  return { ...event, status: "FAILED", error_code, nextAttemptAtMs: null };
}
