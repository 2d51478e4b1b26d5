/**
 * Which spans does a trace have about the arrival of a request?
 *
 * The root, from the last byte until the answer, and in it the check of the sender and the commit. No path, query,
 * header or body: any of them may hold a secret.
 */
import { publicId } from "@posthorn/contract/ids";
import { type Span, type Trace, spanIdOf, wallClockOffsetMs } from "../trace.ts";

export interface AnsweredRequest {
  trace: Trace;
  id: Uint8Array;
  team: Uint8Array;
  source: Uint8Array;
  method: string;
  bodyBytes: number;
  rejection_cause: string | null;
  /** Of the answer to the sender. */
  status: number;
  /** These three are times of `performance.now()`. */
  arrivedAtMs: number;
  admittedAtMs: number;
  answeredAtMs: number;
}

export function requestSpans(request: AnsweredRequest, offsetMs = wallClockOffsetMs()): Span[] {
  const { trace, id } = request;
  const isFailed = request.status >= 500;
  const arrivedAtMs = offsetMs + request.arrivedAtMs;
  const admittedAtMs = offsetMs + request.admittedAtMs;
  const answeredAtMs = offsetMs + request.answeredAtMs;
  const step = (name: string, startMs: number, endMs: number, hasFailed: boolean): Span => ({
    trace,
    id: spanIdOf(id, name),
    parent: trace.root,
    name,
    kind: "internal",
    startMs,
    endMs,
    isFailed: hasFailed,
    attributes: {},
  });
  return [
    {
      trace,
      id: trace.root,
      parent: trace.sender,
      name: "receive",
      kind: "server",
      startMs: arrivedAtMs,
      endMs: answeredAtMs,
      isFailed,
      attributes: {
        "posthorn.project_id": publicId("project", request.team),
        "posthorn.source_id": publicId("source", request.source),
        "posthorn.request_id": publicId("request", id),
        "http.request.method": request.method,
        "http.request.body.size": request.bodyBytes,
        "http.response.status_code": request.status,
        ...(request.rejection_cause !== null && { "posthorn.rejection_cause": request.rejection_cause }),
      },
    },
    step("admit", arrivedAtMs, admittedAtMs, false),
    step("store", admittedAtMs, answeredAtMs, isFailed),
  ];
}
