/**
 * What does a message say about an issue?
 *
 * The one place with its words; channels only write them in their own format. The title says what is wrong and where, so
 * it is enough for the preview of a phone. Names that people typed lose their line breaks here. Channels escape them.
 */
import {
  DELIVERY_ERROR_CODES,
  type DeliveryErrorCode,
  type IssueStatus,
  type IssueType,
  type RejectionCause,
} from "@posthorn/contract/causes";
import { failureWords } from "@posthorn/contract/delivery-failures";
import { REJECTION_CAUSE_LABELS } from "@posthorn/contract/texts";

export interface Message {
  /** One line. */
  title: string;
  /** At least one. */
  lines: string[];
  url: string;
  /** The words of the link. */
  link: string;
}

export interface ToldIssue {
  /** The public id. */
  id: string;
  type: IssueType;
  key: string;
  status: IssueStatus;
  opened_at: string;
  /** The name of the connection, transformation, destination or source. Null: it is deleted. */
  subject_name: string | null;
  project_name: string;
  /** How often it went wrong since the issue opened. Null: that is not counted. */
  failures: number | null;
}

/** In a digest; the rest is a number. */
export const DIGEST_MAX_TITLES = 20;

/** `openings` are those that the channel has not been told; `isFirst`: it has not been told of any. */
export function openingMessage(
  issue: ToldIssue,
  { openings, isFirst, publicUrl }: { openings: number; isFirst: boolean; publicUrl: string },
): Message {
  const { opened_at, failures, status } = issue;
  const counted = failures === null || failures === 0 ? "" : ` ${countOf(failures, "time")} so far.`;
  const often =
    openings > 1
      ? [`It has opened ${openings} times${isFirst ? "" : " since the last message about it"}.`]
      : [];
  const isOver = status === "RESOLVED" || status === "IGNORED";
  return {
    title: isFirst && openings === 1 ? titleOf(issue) : `Again: ${titleOf(issue)}`,
    lines: [
      `Since ${timeOf(opened_at)}.${counted}`,
      ...often,
      ...(isOver ? [`The issue is ${status.toLowerCase()} now.`] : []),
      helpFor(issue),
      `Project: ${oneLine(issue.project_name)}`,
    ],
    ...linkTo(issue, publicUrl),
  };
}

export function endMessage(issue: ToldIssue, publicUrl: string): Message {
  return {
    title: `Over: ${titleOf(issue)}`,
    lines: [`The issue is ${issue.status.toLowerCase()}.`, `Project: ${oneLine(issue.project_name)}`],
    ...linkTo(issue, publicUrl),
  };
}

/** `issues` are the first of `count`. */
export function digestMessage(issues: readonly ToldIssue[], count: number, publicUrl: string): Message {
  const titles = issues.slice(0, DIGEST_MAX_TITLES).map((issue) => `- ${titleOf(issue)}`);
  const left = count - titles.length;
  return {
    title: `${count} issues have opened`,
    lines: [
      ...titles,
      ...(left > 0 ? [`and ${left} more.`] : []),
      `Project: ${oneLine(issues[0]?.project_name ?? "")}`,
    ],
    url: `${publicUrl}/issues`,
    link: "Open the issues",
  };
}

export function testMessage(publicUrl: string): Message {
  return {
    title: "A test message of Posthorn",
    lines: ["This channel works. Posthorn sends messages about issues here."],
    url: `${publicUrl}/issues`,
    link: "Open the issues",
  };
}

/** The first message, where no call of the provider can check a webhook without one. */
export function connectedMessage(publicUrl: string): Message {
  return {
    ...testMessage(publicUrl),
    title: "Posthorn is connected",
    lines: ["Posthorn sends messages about issues here."],
  };
}

export function cut(text: string, characters: number): string {
  return text.length <= characters ? text : `${text.slice(0, characters - 1)}…`;
}

function linkTo({ id }: ToldIssue, publicUrl: string): Pick<Message, "url" | "link"> {
  return { url: `${publicUrl}/issues/${id}`, link: "Open the issue" };
}

function titleOf(issue: ToldIssue): string {
  const name = oneLine(issue.subject_name ?? "(deleted)");
  return `${name}: ${wrongWith(issue)}`;
}

const LOG_WORDS: Readonly<Record<string, string>> = {
  warn: "the transformation logs warnings",
  error: "the transformation logs errors",
  fatal: "the transformation fails",
};

function wrongWith({ type, key }: ToldIssue): string {
  switch (type) {
    case "delivery": {
      if (isErrorCode(key)) return failureWords(key).happened;
      return key === "" ? "deliveries fail" : `the destination answers ${key}`;
    }
    case "transformation":
      return LOG_WORDS[key] ?? "the transformation fails";
    case "backpressure":
      return `events wait longer than ${durationOf(Number(key))}`;
    case "request":
      return `requests are rejected (${isCause(key) ? REJECTION_CAUSE_LABELS[key] : key})`;
  }
}

function helpFor({ type, key }: ToldIssue): string {
  switch (type) {
    case "delivery": {
      if (!isErrorCode(key)) return helpForStatus(Number(key));
      const { cause, fix } = failureWords(key);
      return `${cause} ${fix}`;
    }
    case "transformation":
      return "Open the issue to see the log of a run, correct the code, then retry the affected requests.";
    case "backpressure":
      return "The destination takes events more slowly than they come. Raise its rate limit, or let it answer faster.";
    case "request":
      return "Compare the settings of the source with what the sender sends. Rejected requests can be retried.";
  }
}

function helpForStatus(status: number): string {
  if (status === 401 || status === 403)
    return "The destination does not accept our credentials. Check its authentication, then retry.";
  if (status === 404 || status === 405 || status === 410)
    return "The destination does not serve this address. Check the URL, the path and the method, then retry.";
  if (status === 429) return "The destination gets too many events. Give it a rate limit that it accepts.";
  if (status >= 300 && status < 400)
    return "The destination redirects elsewhere. Set the final URL in the destination, then retry.";
  if (status >= 400 && status < 500)
    return "The destination does not accept the request. Read its answer in the issue, then retry.";
  return "Read the logs of the destination at that time, then retry the failed events.";
}

function isErrorCode(key: string): key is DeliveryErrorCode {
  return DELIVERY_ERROR_CODES.some((code) => code === key);
}

function isCause(key: string): key is RejectionCause {
  return key in REJECTION_CAUSE_LABELS;
}

function durationOf(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes % 60 === 0 ? countOf(minutes / 60, "hour") : countOf(minutes, "minute");
}

function countOf(count: number, unit: string): string {
  return `${count.toLocaleString("en-US")} ${unit}${count === 1 ? "" : "s"}`;
}

/** `18 Nov 2026, 03:12 UTC` */
function timeOf(timestamp: string): string {
  const day = new Date(timestamp).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });
  return `${day}, ${timestamp.slice(11, 16)} UTC`;
}

function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what it removes
  return text.replaceAll(/[\u0000-\u0020\u007F\u2028\u2029]+/g, " ").trim();
}
