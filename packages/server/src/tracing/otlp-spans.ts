/**
 * How do spans become a push of OpenTelemetry?
 *
 * As the protobuf that OTLP over HTTP carries, written by OpenTelemetry's own serializer. Loaded only where traces are
 * on.
 */
import { SpanKind, SpanStatusCode, TraceFlags } from "@opentelemetry/api";
import { ProtobufTraceSerializer } from "@opentelemetry/otlp-transformer";
import { resourceFromAttributes } from "@opentelemetry/resources";
import type { Span } from "../pipeline/trace.ts";

type ReadableSpan = Parameters<typeof ProtobufTraceSerializer.serializeRequest>[0][number];

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

export type WriteSpans = (spans: readonly Span[]) => Buffer;

export function spanWriter(version: string): WriteSpans {
  const origin = {
    resource: resourceFromAttributes({ "service.name": "posthorn", "service.version": version }),
    instrumentationScope: { name: "posthorn", version },
  };
  return (spans) =>
    Buffer.from(
      ProtobufTraceSerializer.serializeRequest(spans.map((span) => ({ ...readable(span), ...origin }))) ?? [],
    );
}

/** How many spans the receiver refused, of an answer with status 200. An answer that cannot be read refused none. */
export function rejectedSpans(answer: Uint8Array): number {
  if (answer.length === 0) return 0;
  try {
    return ProtobufTraceSerializer.deserializeResponse(answer).partialSuccess?.rejectedSpans ?? 0;
  } catch {
    return 0;
  }
}

function readable(span: Span): Omit<ReadableSpan, "resource" | "instrumentationScope"> {
  const { trace, id, parent, startMs, endMs } = span;
  const traceFlags = TraceFlags.SAMPLED;
  return {
    name: span.name,
    kind: KINDS[span.kind],
    spanContext: () => ({ traceId: trace.id, spanId: id, traceFlags }),
    ...(parent !== null && {
      parentSpanContext: {
        traceId: trace.id,
        spanId: parent,
        traceFlags,
        isRemote: parent === trace.sender,
      },
    }),
    startTime: hrTime(startMs),
    endTime: hrTime(endMs),
    duration: hrTime(endMs - startMs),
    status: { code: span.isFailed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes: span.attributes,
    links: [],
    events: [],
    ended: true,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

function hrTime(ms: number): [number, number] {
  const seconds = Math.floor(ms / 1000);
  return [seconds, Math.floor((ms - seconds * 1000) * 1e6)];
}
