/**
 * How is a request or an event written in one line?
 *
 * Pure. People get the time, what happened and between which ends; programs get one JSON object in each line.
 */
import { BRIEF_FAILURES } from "@posthorn/contract/brief-failures";
import type { Connection } from "@posthorn/contract/connections";
import type { Event } from "@posthorn/contract/events";
import type { Request } from "@posthorn/contract/requests";
import type { Source } from "@posthorn/contract/sources";
import { EVENT_STATUS_LABELS, REJECTION_CAUSE_LABELS } from "@posthorn/contract/texts";
import { timeOf } from "../listen/report.ts";
import type { Paint } from "../output/paint.ts";
import { printable } from "../output/printable.ts";

export type Sighting =
  | { type: "request"; request: Request; source: Source | null }
  | { type: "event"; event: Event; connection: Connection | null };

/** When it happened. */
export function momentOf(sighting: Sighting): Date {
  if (sighting.type === "request")
    return new Date(sighting.request.ingested_at ?? sighting.request.created_at);
  return new Date(sighting.event.last_attempt_at ?? sighting.event.created_at);
}

export function jsonLine(sighting: Sighting): string {
  const shown =
    sighting.type === "request"
      ? { type: sighting.type, request: sighting.request }
      : { type: sighting.type, event: sighting.event };
  return `${JSON.stringify(shown)}\n`;
}

export function textLine(sighting: Sighting, paint: Paint): string {
  const time = paint("dim", timeOf(momentOf(sighting)));
  const words = sighting.type === "request" ? requestWords(sighting, paint) : eventWords(sighting, paint);
  return `${[time, ...words].join("  ")}\n`;
}

function requestWords(
  { request: { id, source_id, status, rejection_cause }, source }: Extract<Sighting, { type: "request" }>,
  paint: Paint,
): string[] {
  const outcome =
    status === "rejected"
      ? paint("red", `→ rejected: ${REJECTION_CAUSE_LABELS[rejection_cause ?? "UNKNOWN"]}`)
      : `→ accepted${rejection_cause === null ? "" : `: ${REJECTION_CAUSE_LABELS[rejection_cause]}`}`;
  return [outcome, printable(source?.name ?? source_id), paint("dim", id)];
}

function eventWords({ event, connection }: Extract<Sighting, { type: "event" }>, paint: Paint): string[] {
  const { id, webhook_id, attempts, next_attempt_at } = event;
  const ends = connection
    ? `${connection.source.name} → ${connection.name ?? connection.destination.name}`
    : webhook_id;
  const next = next_attempt_at === null ? [] : [`next ${timeOf(new Date(next_attempt_at))}`];
  return [
    outcomeText(event, paint),
    printable(ends),
    ...(attempts > 0 ? [`attempt ${attempts}`] : []),
    ...next,
    paint("dim", id),
  ];
}

function outcomeText({ status, response_status, error_code }: Event, paint: Paint): string {
  if (status === "SUCCESSFUL") return paint("green", `✓ ${response_status ?? "delivered"}`);
  if (status === "FAILED")
    return paint(
      "red",
      `✗ ${response_status ?? (error_code === null ? "failed" : BRIEF_FAILURES[error_code])}`,
    );
  return paint("yellow", `· ${EVENT_STATUS_LABELS[status].toLowerCase()}`);
}
