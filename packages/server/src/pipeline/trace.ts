/**
 * Which trace does a request belong to, and which ids do its spans have?
 *
 * All ids follow from the request, so a process that delivers an event hours later, or after a restart, continues the
 * trace although nothing was stored. If the sender has sent a valid `traceparent`, its trace goes on. Otherwise the id of
 * the request is the id of the trace. Whether a request is traced follows from its random bits, never from what a
 * sender writes: a sender could otherwise have all its requests traced.
 */
import { createHash } from "node:crypto";

export interface Trace {
  /** 32 hexadecimal digits. */
  id: string;
  /** The span of the request as a whole, parent of all others. */
  root: string;
  /** The sender's span; null: the trace begins with this request. */
  sender: string | null;
}

/** One step on the path of a request. Attributes hold ids, numbers and our own words, never what a sender wrote. */
export interface Span {
  trace: Trace;
  /** 16 hexadecimal digits. */
  id: string;
  /** Null: the root of a trace that begins with us. */
  parent: string | null;
  name: string;
  kind: "server" | "client" | "internal";
  /** Wall clock, since 1970, with fractions. */
  startMs: number;
  endMs: number;
  isFailed: boolean;
  attributes: Readonly<Record<string, string | number>>;
}

export interface Tracing {
  /** Null: this request is not traced. */
  traceOf: (request: Uint8Array, headers: readonly string[]) => Trace | null;
  isTraced: (request: Uint8Array) => boolean;
  /** Never waits and never throws: what cannot be sent is dropped. */
  record: (spans: readonly Span[]) => void;
}

/** An event on its way, of a request that is traced. */
export interface TracedDelivery {
  trace: Trace;
  /** When the event was due, by the wall clock: since then it has waited. */
  dueAtMs: number;
}

export const TRACEPARENT = "traceparent";

const VERSION_00 = /^00-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}$/;
const NO_TRACE = "0".repeat(32);
const NO_SPAN = "0".repeat(16);
const SPAN_ID_BYTES = 8;

export function traceOf(request: Uint8Array, headers: readonly string[]): Trace {
  const root = spanIdOf(request, "request");
  const sender = senderIn(headers);
  if (sender) return { id: sender.traceId, root, sender: sender.spanId };
  return { id: Buffer.from(request).toString("hex"), root, sender: null };
}

/** Four random bytes of the id decide, so every process with the same ratio decides the same. */
export function isTracedAt(ratio: number, request: Uint8Array): boolean {
  const chance =
    ((request[10] ?? 0) << 24) | ((request[11] ?? 0) << 16) | ((request[12] ?? 0) << 8) | (request[13] ?? 0);
  return (chance >>> 0) / 2 ** 32 < ratio;
}

/** `of` is the id of a request or an event; `step` tells its spans apart. */
export function spanIdOf(of: Uint8Array, step: string): string {
  return createHash("sha256")
    .update(of)
    .update(step)
    .digest("hex")
    .slice(0, SPAN_ID_BYTES * 2);
}

/** The span of an attempt, which the delivery names as the parent of what the destination does. */
export function attemptSpanId(event: Uint8Array, attempt_number: number): string {
  return spanIdOf(event, `attempt ${attempt_number}`);
}

export function traceparentOf(trace: Trace, span: string): string {
  return `00-${trace.id}-${span}-01`;
}

/** Null if there is no `traceparent`, more than one, or one that is not valid. */
function senderIn(headers: readonly string[]): { traceId: string; spanId: string } | null {
  let value: string | null = null;
  for (let at = 0; at + 1 < headers.length; at += 2) {
    if (headers[at]?.toLowerCase() !== TRACEPARENT) continue;
    if (value !== null) return null;
    value = headers[at + 1] ?? "";
  }
  const [, traceId = NO_TRACE, spanId = NO_SPAN] = VERSION_00.exec(value ?? "") ?? [];
  return traceId === NO_TRACE || spanId === NO_SPAN ? null : { traceId, spanId };
}

/** What to add to a time of `performance.now()` to get the time of the wall clock. */
export function wallClockOffsetMs(): number {
  return Date.now() - performance.now();
}
