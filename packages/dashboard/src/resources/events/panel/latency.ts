/** How long did an attempt take to deliver, and then to answer or fail? Unknown parts are left out. */
import type { Attempt } from "@posthorn/contract/attempts";

const SECOND_MS = 1000;

/** `184 ms`, `1.8 s`, `60 s`. */
export function durationText(durationMs: number): string {
  if (durationMs < SECOND_MS) return `${durationMs} ms`;
  return `${Number((durationMs / SECOND_MS).toFixed(1))} s`;
}

type Timed = Pick<Attempt, "delivery_latency" | "response_latency">;

/** `12 ms to deliver · 184 ms to answer` */
export function latencyText(attempt: Timed & Pick<Attempt, "response_status">): string {
  const { delivery_latency, response_latency, response_status } = attempt;
  const parts = [
    delivery_latency === null ? null : `${durationText(delivery_latency)} to deliver`,
    response_latency === null
      ? null
      : `${durationText(response_latency)} to ${response_status === null ? "fail" : "answer"}`,
  ];
  return parts.filter((part) => part !== null).join(" · ") || "–";
}

/** `12 · 184 ms`, for a narrow column with `latencyText` as its tooltip. */
export function shortLatency(attempt: Timed): string {
  const { delivery_latency, response_latency } = attempt;
  if (delivery_latency === null) return response_latency === null ? "–" : durationText(response_latency);
  if (response_latency === null) return durationText(delivery_latency);
  const isShort = delivery_latency < SECOND_MS && response_latency < SECOND_MS;
  return `${isShort ? delivery_latency : durationText(delivery_latency)} · ${durationText(response_latency)}`;
}
