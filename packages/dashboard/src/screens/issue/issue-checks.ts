/**
 * What should a person check about an issue, and in which order? Pure: from what is known about it.
 *
 * First what alone explains it, then step by step what to look at, and at the end how to go on once it is fixed. Each
 * entry says what is so, what to do about it, and leads there.
 */
import type { Attempt } from "@posthorn/contract/attempts";
import type { Connection } from "@posthorn/contract/connections";
import type { Destination } from "@posthorn/contract/destinations";
import type { Issue } from "@posthorn/contract/issues";
import { stringifySearch } from "@posthorn/contract/search-codec";
import type { Source } from "@posthorn/contract/sources";
import type { Transformation } from "@posthorn/contract/transformations";
import { maxDeliveryRate } from "../../resources/destinations/destination-words.ts";
import { namedStatus } from "../../resources/events/http-status-names.ts";
import { subjectIdOf } from "../../resources/issues/issue-title.ts";
import { LONGEST_RANGE } from "../../resources/list-filters/date-ranges.ts";
import { allowedPerMinute } from "../../resources/metrics/rate-limit.ts";
import { countText } from "../../ui/count.ts";
import { durationText } from "../../ui/form/duration.ts";
import type { Backlog } from "./backlog.ts";
import { openSince } from "./issue-times.ts";

export interface Check {
  /** This alone may explain the issue. */
  isProblem: boolean;
  title: string;
  text: string;
  link?: { label: string; address: `/${string}` } | undefined;
}

/** What the issue is about, as far as it is known. What was deleted is missing. */
export interface Known {
  connection?: Connection | undefined;
  destination?: Destination | undefined;
  transformation?: Transformation | undefined;
  source?: Source | undefined;
  backlog?: Backlog | undefined;
}

export function checksOf(issue: Issue, known: Known): Check[] {
  return stepsOf(issue, known).toSorted((a, b) => Number(b.isProblem) - Number(a.isProblem));
}

function stepsOf(issue: Issue, known: Known): Check[] {
  switch (issue.type) {
    case "delivery":
      return deliveryChecks(issue, known);
    case "transformation":
      return transformationChecks(issue, known);
    case "backpressure":
      return backpressureChecks(issue, known);
    case "request":
      return requestChecks(issue, known);
  }
}

const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60_000;

/** What is made is written in several steps. */
const CREATION_MS = 1000;

/** Whatever was changed within a day before the issue began is the first thing to suspect. */
function changedBefore(
  issue: Issue,
  changed: { updated_at: string; created_at: string } | undefined,
  { name, link }: { name: string; link: Check["link"] },
): Check[] {
  if (changed === undefined) return [];
  if (Date.parse(changed.updated_at) - Date.parse(changed.created_at) < CREATION_MS) return [];
  const beforeMs = Date.parse(openSince(issue)) - Date.parse(changed.updated_at);
  if (beforeMs < 0 || beforeMs > DAY_MS) return [];
  const wholeMs = Math.max(1, Math.round(beforeMs / MINUTE_MS)) * MINUTE_MS;
  return [
    {
      isProblem: true,
      title: `${name} was changed ${durationText(wholeMs)} before this began`,
      text: "Compare its settings with those from before the change.",
      link,
    },
  ];
}

const destinationSettings = (id: string) =>
  ({ label: "Destination settings", address: `/destinations/${id}/settings` }) as const;

function deliveryChecks(issue: Extract<Issue, { type: "delivery" }>, { connection }: Known): Check[] {
  const { event_id } = issue.reference;
  const destination = connection?.destination;
  const attempt = issue.data?.trigger_attempt ?? undefined;
  const checks = connection && destination ? [...stoppedChecks(connection)] : [];
  if (connection && destination)
    checks.push(
      ...changedBefore(issue, destination, {
        name: destination.name,
        link: destinationSettings(destination.id),
      }),
      ...changedBefore(issue, connection, {
        name: "The connection",
        link: { label: "Connection settings", address: `/connections/${connection.id}/settings` },
      }),
    );
  if (attempt?.response_status !== null) checks.push(responseCheck(issue.id, attempt));
  if (destination) {
    if (destination.type === "HTTP")
      checks.push({
        isProblem: false,
        title: "Check the URL",
        text: `Events go to ${destination.config.url ?? "no URL"}. Call it from another machine: does it answer the same?`,
        link: destinationSettings(destination.id),
      });
    if (isOverload(issue)) checks.push(rateCheck(destination));
    checks.push({
      isProblem: false,
      title: "See what else fails there",
      text: "If all connections to the destination fail alike, the cause is at the destination. If only this one does, compare what it sends.",
      link: { label: "Events that failed alike", address: alikeAddress(issue, destination.id) },
    });
  }
  checks.push({
    isProblem: false,
    title: "When you have fixed it, retry one event first",
    text: "If it succeeds, retry all. Then resolve the issue: it opens again if it recurs.",
    link: event_id === null ? undefined : { label: "Open the sample event", address: `/events/${event_id}` },
  });
  return checks;
}

function responseCheck(issueId: string, attempt: Attempt | undefined): Check {
  return {
    isProblem: false,
    title: "Read what came back",
    text: attempt
      ? `${answerText(attempt)} The response often names the reason.`
      : "The response of an attempt often names the reason.",
    link: {
      label: "See the response",
      address: `/issues/${issueId}${stringifySearch({ tab: "response" })}`,
    },
  };
}

function stoppedChecks({ disabled_at, paused_at, id, destination }: Connection): Check[] {
  const checks: Check[] = [];
  if (disabled_at !== null)
    checks.push({
      isProblem: true,
      title: "The connection is disabled",
      text: "It delivers nothing, so its events are not attempted again until a person enables it.",
      link: { label: "Open the connection", address: `/connections/${id}` },
    });
  else if (paused_at !== null)
    checks.push({
      isProblem: true,
      title: "The connection is paused",
      text: "Its events are held, and are attempted again when a person unpauses it.",
      link: { label: "Open the connection", address: `/connections/${id}` },
    });
  return [...checks, ...disabledCheck(destination)];
}

function disabledCheck({ disabled_at, name, id }: Destination): Check[] {
  if (disabled_at === null) return [];
  return [
    {
      isProblem: true,
      title: `${name} is disabled`,
      text: "Nothing is sent there until a person enables it.",
      link: { label: "Open the destination", address: `/destinations/${id}` },
    },
  ];
}

/** The most of a response that fits into a sentence. */
const QUOTED_CHARACTERS = 120;

function answerText({ response_status, body }: Attempt): string {
  const what =
    response_status === null ? "Nothing came back." : `It answered ${namedStatus(response_status)}.`;
  const [line = ""] = (typeof body === "string" ? body : (JSON.stringify(body) ?? "")).trim().split("\n", 1);
  if (line === "") return what;
  const quoted = line.length > QUOTED_CHARACTERS ? `${line.slice(0, QUOTED_CHARACTERS)}…` : line;
  return `${what.slice(0, -1)}: ${quoted}${/[.!?…]$/.test(quoted) ? "" : "."}`;
}

/** Answers and errors of a server that gets more than it can handle. */
const OVERLOAD: ReadonlySet<string | number> = new Set([
  408,
  429,
  502,
  503,
  504,
  "TIMEOUT",
  "CONNECTION_REFUSED",
  "CONNECTION_RESET",
  "SOCKET_CLOSED",
]);

function isOverload({ aggregation_keys }: Extract<Issue, { type: "delivery" }>): boolean {
  return [...aggregation_keys.response_status, ...aggregation_keys.error_code].some((key) =>
    OVERLOAD.has(key),
  );
}

function rateCheck(destination: Destination): Check {
  const isLimited = destination.config.rate_limit != null;
  return {
    isProblem: false,
    title: "Compare the max delivery rate with what the server can take",
    text: isLimited
      ? `It is ${maxDeliveryRate(destination)} now. A lower one spares the server, and its events wait longer.`
      : "The destination has none, so a burst of requests arrives as fast as it came.",
    link: destinationSettings(destination.id),
  };
}

/** The spec's link to events with the same answer or error, of all connections to the destination. */
function alikeAddress(
  { aggregation_keys }: Extract<Issue, { type: "delivery" }>,
  destinationId: string,
): `/${string}` {
  const [status] = aggregation_keys.response_status;
  const { error_code } = aggregation_keys;
  return `/events${stringifySearch({
    destination_id: [destinationId],
    status: ["FAILED"],
    ...(status !== undefined && { response_status: { gte: status, lte: status } }),
    ...(error_code.length > 0 && { error_code }),
    date: { relative: LONGEST_RANGE },
  })}`;
}

function transformationChecks(
  issue: Extract<Issue, { type: "transformation" }>,
  { transformation }: Known,
): Check[] {
  const id = subjectIdOf(issue);
  const editor = { label: "Open the editor", address: `/transformations/${id}/edit` } as const;
  const isFatal = issue.aggregation_keys.log_level.includes("fatal");
  const checks: Check[] = [
    ...changedBefore(issue, transformation, { name: transformation?.name ?? "", link: editor }),
    {
      isProblem: false,
      title: "Read the console of an execution",
      text: isFatal
        ? "Its last line says why the code failed, and the line of the code above it says where."
        : "It says what the code noticed, and the input shows in which request.",
      link: { label: "See the executions", address: `/issues/${issue.id}/executions` },
    },
  ];
  if (transformation)
    checks.push({
      isProblem: false,
      title: "Run the code with that input",
      text: "The editor runs it as often as you like, and delivers nothing.",
      link: editor,
    });
  checks.push({
    isProblem: false,
    title: isFatal
      ? "When you have fixed it, retry what was ignored"
      : "When you have fixed it, resolve the issue",
    text: isFatal
      ? "The requests go through the new code. Then resolve the issue: it opens again if it recurs."
      : "Its events were delivered, so there is nothing to retry. The issue opens again if it recurs.",
  });
  return checks;
}

function backpressureChecks(
  issue: Extract<Issue, { type: "backpressure" }>,
  { destination, backlog }: Known,
): Check[] {
  const id = subjectIdOf(issue);
  const chartLink = (label: string, expanded: string) =>
    ({ label, address: `/issues/${issue.id}${stringifySearch({ expanded })}` }) as const;
  return [
    ...(destination
      ? [
          ...disabledCheck(destination),
          ...changedBefore(issue, destination, { name: destination.name, link: destinationSettings(id) }),
          paceCheck(destination, backlog),
        ]
      : []),
    {
      isProblem: false,
      title: "See whether it answers slowly",
      text: "Each delivery in progress takes a place in the queue. A server that answers in half the time takes twice as much.",
      link: chartLink("Attempts response time", "attempts-response-time"),
    },
    {
      isProblem: false,
      title: "See whether many attempts fail",
      text: "Events that fail come back as retries, and wait in the same queue as new ones.",
      link: chartLink("Error rate", "error-rate"),
    },
    {
      isProblem: false,
      title: "See what waits",
      text: "If one connection fills the queue, a filter or a deduplication there makes it shorter. Events that nobody needs can be cancelled.",
      link: {
        label: "Queued events",
        address: `/events${stringifySearch({ destination_id: [id], status: ["QUEUED"], date: { relative: LONGEST_RANGE } })}`,
      },
    },
  ];
}

function paceCheck(destination: Destination, backlog: Backlog | undefined): Check {
  const link = destinationSettings(destination.id);
  const allowed = allowedPerMinute([destination]);
  const arrives = backlog?.arrivesPerMinute ?? 0;
  if (allowed !== null && arrives > allowed)
    return {
      isProblem: true,
      title: "More arrives than its max delivery rate allows",
      text: `It gets ${countText(Math.round(arrives))} events a minute, and ${maxDeliveryRate(destination)} allows ${countText(Math.round(allowed))}. Raise it, if the server can take more.`,
      link,
    };
  return {
    isProblem: false,
    title: "Compare its max delivery rate with what arrives",
    text:
      destination.config.rate_limit == null
        ? "It has none, so the queue grows only because of how fast the server answers."
        : `It is ${maxDeliveryRate(destination)}.`,
    link,
  };
}

function requestChecks(issue: Extract<Issue, { type: "request" }>, { source }: Known): Check[] {
  const id = subjectIdOf(issue);
  const settings = { label: "Source settings", address: `/sources/${id}/settings` } as const;
  const { request_id } = issue.reference;
  const rejected = stringifySearch({
    source_id: [id],
    rejection_cause: issue.aggregation_keys.rejection_cause,
    ingested_at: { relative: LONGEST_RANGE },
  });
  const checks: Check[] = [];
  if (source?.disabled_at != null)
    checks.push({
      isProblem: true,
      title: `${source.name} is disabled`,
      text: "It rejects every request until a person enables it.",
      link: { label: "Open the source", address: `/sources/${id}` },
    });
  checks.push(...changedBefore(issue, source, { name: source?.name ?? "", link: settings }), {
    isProblem: false,
    title: "Look at a rejected request",
    text: "It says which check it has failed, and with which value.",
    link:
      request_id === null
        ? { label: "Rejected requests", address: `/requests${rejected}` }
        : { label: "Open a sample", address: `/requests/${request_id}` },
  });
  if (source)
    checks.push({
      isProblem: false,
      title: "Compare it with the settings of the source",
      text: "A new secret or another HTTP method at the sender has to be changed here too.",
      link: settings,
    });
  checks.push({
    isProblem: false,
    title: "When you have fixed it, retry the rejected requests",
    text: "Rejected requests are kept with their data, so nothing has to be sent again.",
    link: { label: "Rejected requests", address: `/requests${rejected}` },
  });
  return checks;
}
