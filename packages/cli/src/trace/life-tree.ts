/**
 * How does a person read the life of a request?
 *
 * Pure: a tree with the request at its root, a branch for each connection, and below it rules, attempts, the next try and
 * issues. What others wrote is made printable here.
 */
import type { Attempt } from "@posthorn/contract/attempts";
import { BRIEF_FAILURES } from "@posthorn/contract/brief-failures";
import type { EventStatus } from "@posthorn/contract/causes";
import type { Connection } from "@posthorn/contract/connections";
import type { TraceRule } from "@posthorn/contract/event-trace";
import type { Issue } from "@posthorn/contract/issues";
import type { IgnoredEvent } from "@posthorn/contract/request-events";
import {
  ATTEMPT_TRIGGER_LABELS,
  EVENT_STATUS_LABELS,
  IGNORED_CAUSE_LABELS,
  REJECTION_CAUSE_LABELS,
} from "@posthorn/contract/texts";
import { verificationWords } from "@posthorn/contract/verification-words";
import type { Paint, Style } from "../output/paint.ts";
import { printable } from "../output/printable.ts";
import { dateTimeText, durationText, fromNowText } from "../output/time-text.ts";
import type { Branch } from "../output/tree.ts";
import type { EventLife, Life } from "./read-life.ts";

export interface Sight {
  paint: Paint;
  /** The address of the dashboard. */
  url: string;
  nowMs: number;
  /** The id that the person asked for. */
  asked: string;
}

const STATUS_STYLES: Readonly<Record<EventStatus, Style>> = {
  SUCCESSFUL: "green",
  FAILED: "red",
  CANCELLED: "dim",
  HOLD: "yellow",
  QUEUED: "blue",
  SCHEDULED: "blue",
};

export function lifeTree(life: Life, sight: Sight): Branch {
  const { request, source, events, ignored, issues } = life;
  const { paint, url, nowMs } = sight;
  const at = new Date(request.ingested_at ?? request.created_at);
  const received = [
    `Received ${dateTimeText(at)} (${fromNowText(at, nowMs)})`,
    `by ${printable(source?.name ?? request.source_id)}`,
    ...(request.data ? [`at ${printable(request.data.path)}`] : []),
  ];
  return {
    text: words("Request", idText(request.id, sight), paint("dim", `${url}/requests/${request.id}`)),
    branches: [
      { text: received.join(" ") },
      { text: verifiedText(life, paint) },
      ...rejected(life, paint),
      ...issues.map((issue) => issueBranch(issue, sight)),
      ...events.map((event) => eventBranch(event, sight)),
      ...ignored.map((one) => ({ text: ignoredText(one, paint) })),
    ],
  };
}

function verifiedText({ request }: Life, paint: Paint): string {
  if (request.verified === null) return "Its sender is not checked";
  return request.verified
    ? paint("green", "Its sender is verified")
    : paint("red", "Its sender is not verified");
}

function rejected(
  { request: { status, rejection_cause, verification_failure } }: Life,
  paint: Paint,
): Branch[] {
  if (rejection_cause === null) return [];
  const why = verification_failure ? `. ${printable(verificationWords(verification_failure))}` : "";
  // A request without a connection counts as accepted.
  const word = status === "rejected" ? "Rejected: " : "";
  return [{ text: `${paint("red", `${word}${REJECTION_CAUSE_LABELS[rejection_cause]}`)}${why}` }];
}

function eventBranch(life: EventLife, sight: Sight): Branch {
  const { event, connection, trace, attempts, hasMoreAttempts, issues } = life;
  const { paint, url, nowMs } = sight;
  const ends = `${printable(trace.source.name)} → ${printable(connection?.name ?? trace.destination.name)}`;
  const notes = [
    ...(trace.connection.deleted_at === null ? [] : ["connection deleted"]),
    ...(trace.connection.paused_at === null ? [] : ["connection paused"]),
  ].map((note) => paint("yellow", `(${note})`));
  return {
    text: words(
      "Event",
      idText(event.id, sight),
      ends,
      paint(STATUS_STYLES[event.status], EVENT_STATUS_LABELS[event.status]),
      ...notes,
      paint("dim", `${url}/events/${event.id}`),
    ),
    branches: [
      ...trace.rules.map((rule) => ({ text: ruleText(rule) })),
      ...(trace.rules_edited_at === null
        ? []
        : [
            {
              text: paint("dim", "Its connection was edited since: which rules it passed is not recorded"),
            },
          ]),
      ...attempts.map((attempt) => ({ text: attemptText(attempt, sight) })),
      ...(hasMoreAttempts
        ? [{ text: `${event.attempts} attempts in all; the dashboard has the others` }]
        : []),
      ...(event.next_attempt_at === null
        ? []
        : [
            {
              text: `Next attempt ${dateTimeText(new Date(event.next_attempt_at))} (${fromNowText(new Date(event.next_attempt_at), nowMs)})`,
            },
          ]),
      ...issues.map((issue) => issueBranch(issue, sight)),
    ],
  };
}

function ruleText(rule: TraceRule): string {
  switch (rule.type) {
    case "deduplicate":
      return `No duplicate within ${durationText(rule.window)}`;
    case "filter":
      return `Passed the filter${rule.parts.length === 0 ? "" : ` of ${rule.parts.join(", ")}`}`;
    case "delay":
      return `Delayed by ${durationText(rule.delay)}`;
    case "transform": {
      const name = printable(rule.transformation_name ?? rule.transformation_id);
      const logged = rule.log_level === null ? "" : `, logged ${rule.log_level}`;
      const execution = rule.execution_id === null ? "" : `  ${rule.execution_id}`;
      return `Transformed by ${name}${logged}${execution}`;
    }
  }
}

function attemptText(attempt: Attempt, sight: Sight): string {
  const { attempt_number, status, response_status, error_code, trigger, created_at, response_latency } =
    attempt;
  const { paint } = sight;
  const outcome = [
    status === "SUCCESSFUL" ? "Successful" : "Failed",
    ...(response_status === null ? [] : [String(response_status)]),
    ...(error_code === null ? [] : [BRIEF_FAILURES[error_code]]),
  ].join(" ");
  return words(
    `Attempt ${attempt_number}`,
    paint(status === "SUCCESSFUL" ? "green" : "red", outcome),
    ...(response_latency === null ? [] : [durationText(response_latency)]),
    dateTimeText(new Date(created_at)),
    ...(trigger === "INITIAL" ? [] : [ATTEMPT_TRIGGER_LABELS[trigger]]),
    idText(attempt.id, sight),
  );
}

function ignoredText(
  { ignored, connection }: { ignored: IgnoredEvent; connection: Connection | null },
  paint: Paint,
): string {
  const name = connection
    ? `${connection.source.name} → ${connection.name ?? connection.destination.name}`
    : ignored.webhook_id;
  const { meta } = ignored;
  const why =
    meta === null ? "" : ` (${Array.isArray(meta) ? meta.join(", ") : printable(meta.transformation_id)})`;
  return words("Ignored", printable(name), `${paint("yellow", IGNORED_CAUSE_LABELS[ignored.cause])}${why}`);
}

function issueBranch({ id, status, type }: Issue, { paint, url }: Sight): Branch {
  const isOver = status === "RESOLVED" || status === "IGNORED";
  return {
    text: words(
      `Issue ${id}`,
      type,
      paint(isOver ? "dim" : "red", status.toLowerCase()),
      paint("dim", `${url}/issues/${id}`),
    ),
  };
}

/** The one that the person asked for stands out. */
function idText(id: string, { paint, asked }: Sight): string {
  return id === asked ? paint("bold", id) : id;
}

function words(...parts: readonly string[]): string {
  return parts.join("  ");
}
