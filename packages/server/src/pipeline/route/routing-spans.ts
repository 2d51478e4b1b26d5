/**
 * Which spans does a trace have about the routing of a request?
 *
 * One for all of it, until its events are stored. In it one for each connection, with what became of the request there,
 * and in that one for each rule that was asked. A delay is no step of routing: it shows as the wait of the event
 * (settle/attempt-spans.ts).
 */
import { publicId } from "@posthorn/contract/ids";
import { type Span, type Trace, spanIdOf, wallClockOffsetMs } from "../trace.ts";
import type { RoutedRow } from "./routed-row.ts";
import type { RuleRun } from "./rule-runs.ts";

/** Empty if the request is not traced. Call when the row is stored. */
export function routingSpans(
  { request, written, times }: Pick<RoutedRow, "request" | "written" | "times">,
  nowMs = performance.now(),
  offsetMs = wallClockOffsetMs(),
): Span[] {
  const { trace } = request;
  if (!trace || !times) return [];
  const routeId = spanIdOf(request.id, "route");
  const spans: Span[] = [
    {
      ...internal(trace, routeId, trace.root, "route"),
      startMs: offsetMs + times.begunAtMs,
      endMs: offsetMs + nowMs,
      attributes: {
        "posthorn.request_id": publicId("request", request.id),
        "posthorn.events": written.events.length,
        "posthorn.ignored_events": written.ignored.length,
      },
    },
  ];
  for (const { id, key } of request.route.connections) {
    const runs = times.runs.filter(({ connectionKey }) => connectionKey === key);
    const connectionId = spanIdOf(request.id, `connection ${key}`);
    const event = written.events.find(({ connectionKey }) => connectionKey === key);
    const ignored = written.ignored.find(({ connectionKey }) => connectionKey === key);
    spans.push({
      ...internal(trace, connectionId, routeId, "connection"),
      startMs: offsetMs + (runs[0]?.startedAtMs ?? times.begunAtMs),
      endMs: offsetMs + (runs.at(-1)?.endedAtMs ?? times.begunAtMs),
      attributes: {
        "posthorn.connection_id": publicId("connection", id),
        ...(event && { "posthorn.event_id": publicId("event", event.id) }),
        ...(event && event.delayMs > 0 && { "posthorn.delay_ms": event.delayMs }),
        ...(ignored && { "posthorn.ignored_cause": ignored.cause }),
      },
    });
    for (const run of runs) spans.push(ruleSpan(trace, request.id, connectionId, run, offsetMs));
  }
  return spans;
}

function ruleSpan(
  trace: Trace,
  request: Uint8Array,
  connectionId: string,
  run: RuleRun,
  offsetMs: number,
): Span {
  const id = spanIdOf(request, `rule ${run.connectionKey} ${run.position}`);
  return {
    ...internal(trace, id, connectionId, run.type),
    startMs: offsetMs + run.startedAtMs,
    endMs: offsetMs + run.endedAtMs,
    isFailed: run.outcome === "failed",
    attributes: {
      "posthorn.rule.outcome": run.outcome,
      "posthorn.rule.position": run.position,
      ...(run.transformation_id !== null && {
        "posthorn.transformation_id": publicId("transformation", run.transformation_id),
      }),
    },
  };
}

function internal(trace: Trace, id: string, parent: string, name: string) {
  return { trace, id, parent, name, kind: "internal" as const, isFailed: false };
}
