/**
 * Are requests traced, which ones, and where do their spans go?
 *
 * Exists only if the operator has set an address. All parts of the pipeline get it or null, so that without it each of
 * them makes one comparison and nothing more.
 */
import type { Log } from "../log.ts";
import { type Tracing, isTracedAt, traceOf } from "../pipeline/trace.ts";
import { type SpanExport, type SpanExportSettings, createSpanExport } from "./span-export.ts";

export interface TracingSettings extends SpanExportSettings {
  /** The part of all requests that is traced, up to 1. */
  ratio: number;
}

export function createTracing(
  settings: TracingSettings,
  deps: { log: Log; version: string; pushEveryMs?: number },
): Tracing & Pick<SpanExport, "counts" | "waiting" | "stop"> {
  const { ratio } = settings;
  const { record, counts, waiting, stop } = createSpanExport(settings, deps);
  const isTraced = (request: Uint8Array) => isTracedAt(ratio, request);
  return {
    isTraced,
    traceOf: (request, headers) => (isTraced(request) ? traceOf(request, headers) : null),
    record,
    counts,
    waiting,
    stop,
  };
}
