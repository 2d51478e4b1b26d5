/**
 * Which spans does a trace have about one attempt?
 *
 * The time that the event waited for it, and the attempt with its phases: until the request is on the wire (token, name,
 * connection), until the answer has come, and until the outcome is stored. No URL, header or body: any of them may hold
 * a secret.
 */
import { publicId } from "@posthorn/contract/ids";
import type { SettledAttempt } from "../../store/attempts.ts";
import type { Delivery } from "../delivery.ts";
import { type Span, type TracedDelivery, attemptSpanId, spanIdOf } from "../trace.ts";

type TracedAttempt = Pick<
  SettledAttempt,
  | "attempt_number"
  | "trigger"
  | "status"
  | "response_status"
  | "error_code"
  | "retryWaitMs"
  | "createdAtMs"
  | "deliveredAtMs"
  | "respondedAtMs"
>;

/** `storedAtMs` and all times of the attempt are the wall clock's. `delayMs` is that of the connection's rules. */
export function attemptSpans(
  { trace, dueAtMs }: TracedDelivery,
  { id: event, connection, createdAtMs: eventMadeAtMs }: Pick<Delivery, "id" | "connection" | "createdAtMs">,
  attempt: TracedAttempt,
  { delayMs, storedAtMs }: { delayMs: number; storedAtMs: number },
): Span[] {
  const { attempt_number, createdAtMs, deliveredAtMs } = attempt;
  const id = attemptSpanId(event, attempt_number);
  const endedAtMs = attempt.respondedAtMs ?? deliveredAtMs ?? createdAtMs;
  const isFailed = attempt.status === "FAILED";
  const ofEvent = {
    "posthorn.event_id": publicId("event", event),
    "posthorn.connection_id": publicId("connection", connection),
  };
  const step = (name: string, parent: string, startMs: number, endMs: number, hasFailed = false): Span => ({
    trace,
    id: spanIdOf(event, `${name} ${attempt_number}`),
    parent,
    name,
    kind: "internal",
    startMs,
    endMs: Math.max(startMs, endMs),
    isFailed: hasFailed,
    attributes: {},
  });
  const isDelayed = delayMs > 0 && attempt_number === 1 && attempt.trigger === "INITIAL";
  return [
    ...(isDelayed ? [{ ...step("delay", trace.root, eventMadeAtMs, dueAtMs), attributes: ofEvent }] : []),
    { ...step("wait", trace.root, Math.min(dueAtMs, createdAtMs), createdAtMs), attributes: ofEvent },
    {
      trace,
      id,
      parent: trace.root,
      name: "attempt",
      kind: "client",
      startMs: createdAtMs,
      endMs: Math.max(createdAtMs, endedAtMs),
      isFailed,
      attributes: {
        ...ofEvent,
        "posthorn.attempt_number": attempt_number,
        "posthorn.attempt_trigger": attempt.trigger,
        ...(attempt.response_status !== null && { "http.response.status_code": attempt.response_status }),
        ...(attempt.error_code !== null && { "error.type": attempt.error_code }),
        ...(attempt.retryWaitMs !== null && { "posthorn.retry_wait_ms": attempt.retryWaitMs }),
      },
    },
    step("connect", id, createdAtMs, deliveredAtMs ?? endedAtMs, deliveredAtMs === null),
    ...(deliveredAtMs === null
      ? []
      : [step("respond", id, deliveredAtMs, endedAtMs, attempt.response_status === null)]),
    step("record", id, endedAtMs, storedAtMs),
  ];
}
