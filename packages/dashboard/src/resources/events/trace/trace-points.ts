/**
 * Which points does the line of an event have, from its request to its last attempt or the next one?
 *
 * Pure: `now` comes in as an argument. Of many attempts the line shows the first and the newest; one point stands for
 * those in between.
 */
import type { EventTrace, TraceAttempt, TraceRule } from "@posthorn/contract/event-trace";
import type { LogLevel } from "@posthorn/contract/causes";
import type { Rule } from "@posthorn/contract/rules";
import { durationText } from "../../../ui/form/duration.ts";
import type { Tone } from "../../../ui/status-badge.tsx";
import { shortTime } from "../../../ui/time.ts";
import { untilNext } from "../until-next.ts";
import { namedStatus } from "../http-status-names.ts";

export type TraceIcon = "received" | "queued" | "more" | Rule["type"] | Tone;

export type TraceTarget =
  | { to: "request"; id: string }
  | { to: "execution"; transformationId: string; id: string }
  | { to: "connection"; id: string }
  | { to: "attempt"; id: string }
  | { to: "attempts" };

export interface TracePoint {
  key: string;
  icon: TraceIcon;
  /** Null: neutral. Colour means status. */
  tone: Tone | null;
  /** A word or two for the compact line. */
  short: string;
  title: string;
  detail: string | null;
  at: string | null;
  target: TraceTarget | null;
}

const LOGGED: Partial<Record<LogLevel, string>> = {
  warn: "logged a warning",
  error: "logged an error",
  fatal: "failed",
};

function receivedPoint({ source, received_at, request_id }: EventTrace): TracePoint {
  return {
    key: "received",
    icon: "received",
    tone: null,
    short: "Received",
    title: "Received",
    detail: `by ${source.name}`,
    at: received_at,
    target: { to: "request", id: request_id },
  };
}

function rulePoint(rule: TraceRule, trace: EventTrace, at: number): TracePoint {
  const base = {
    key: `rule-${at}`,
    icon: rule.type,
    tone: null,
    at: null,
    target: { to: "connection", id: trace.connection.id },
  } as const;
  switch (rule.type) {
    case "deduplicate":
      return {
        ...base,
        short: "Unique",
        title: "No duplicate",
        detail: `within ${durationText(rule.window)}`,
      };
    case "filter":
      return {
        ...base,
        short: "Passed",
        title: "Passed the filter",
        detail: rule.parts.length === 0 ? null : rule.parts.join(", "),
      };
    case "delay":
      return { ...base, short: "Delayed", title: "Delayed", detail: `by ${durationText(rule.delay)}` };
    case "transform": {
      const logged = rule.log_level === null ? undefined : LOGGED[rule.log_level];
      const name = rule.transformation_name ?? rule.transformation_id;
      return {
        ...base,
        short: "Changed",
        title: "Transformed",
        detail: logged === undefined ? name : `${name}, ${logged}`,
        target:
          rule.execution_id === null
            ? base.target
            : { to: "execution", transformationId: rule.transformation_id, id: rule.execution_id },
      };
    }
  }
}

/**
 * An event stores no list of the rules that it passed. After an edit of the connection, of its rules or only of its name,
 * the rules of today may be others.
 */
function editedPoint(editedAt: string, connectionId: string): TracePoint {
  return {
    key: "edited",
    icon: "more",
    tone: null,
    short: "Edited",
    title: "Edited since",
    detail: `on ${shortTime(new Date(editedAt))}, rules not recorded`,
    at: null,
    target: { to: "connection", id: connectionId },
  };
}

/** What the line leaves out, in a sentence; null if it is whole. */
export function traceNote({ rules_edited_at }: EventTrace): string | null {
  if (rules_edited_at === null) return null;
  const at = shortTime(new Date(rules_edited_at));
  return `The connection was edited on ${at}, after this event was made. Which rules the event passed is not recorded, so the line shows only the steps that are known.`;
}

function delayMs({ rules }: EventTrace): number {
  return rules.reduce((sum, rule) => sum + (rule.type === "delay" ? rule.delay : 0), 0);
}

/** How long the event waited for its first attempt, without the delay that a rule wanted. */
function queuedPoint(trace: EventTrace): TracePoint {
  const first = trace.attempts.find(({ attempt_number }) => attempt_number === 1);
  const waitedMs = first
    ? Math.max(0, Date.parse(first.created_at) - Date.parse(trace.received_at) - delayMs(trace))
    : null;
  return {
    key: "queued",
    icon: "queued",
    tone: null,
    short: "Queued",
    title: "Queued",
    detail: waitedMs === null ? null : `for ${durationText(waitedMs)}`,
    at: null,
    target: null,
  };
}

function attemptPoint(attempt: TraceAttempt): TracePoint {
  const { id, attempt_number, status, response_status, error_code, created_at } = attempt;
  const tone = status === "SUCCESSFUL" ? "ok" : "bad";
  return {
    key: id,
    icon: tone,
    tone,
    short: response_status === null ? `#${attempt_number}` : `#${attempt_number} ${response_status}`,
    title: `Attempt ${attempt_number}`,
    detail: response_status === null ? (error_code ?? "Fatal error") : namedStatus(response_status),
    at: created_at,
    target: { to: "attempt", id },
  };
}

function morePoint(key: string, count: number, detail: string | null): TracePoint {
  return {
    key,
    icon: "more",
    tone: null,
    short: `${count} more`,
    title: `${count} more ${count === 1 ? "attempt" : "attempts"}`,
    detail,
    at: null,
    target: { to: "attempts" },
  };
}

/** The first, one point for those in between, and the newest. Attempts of which no row is left count as in between. */
function attemptPoints({ attempts, attempts_count, status }: EventTrace, most: number): TracePoint[] {
  const made = status === "QUEUED" ? Math.max(attempts.length, attempts_count - 1) : attempts_count;
  const [first, ...rest] = attempts;
  if (!first) return made === 0 ? [] : [{ ...morePoint("kept", made, "no longer kept"), ...pastWords(made) }];
  if (attempts.length <= most) return attempts.map(attemptPoint);
  const newest = rest.slice(-(most - 1));
  const hidden = Math.max(made, attempts.length) - 1 - newest.length;
  return [attemptPoint(first), morePoint("between", hidden, null), ...newest.map(attemptPoint)];
}

function pastWords(count: number): Pick<TracePoint, "short" | "title" | "target"> {
  const words = `${count} ${count === 1 ? "attempt" : "attempts"}`;
  return { short: words, title: words, target: null };
}

/** What the event waits for, or how it ended without an attempt. Nothing if the last attempt was the end. */
function endPoint(trace: EventTrace, now: Date): TracePoint | null {
  const { status, next_attempt_at, attempts_count, attempts, updated_at } = trace;
  const number = Math.max(attempts_count, attempts.at(-1)?.attempt_number ?? 0);
  const base = { key: "end", at: null, target: null };
  if (status === "HOLD")
    return {
      ...base,
      icon: "hold",
      tone: "hold",
      short: "Held",
      title: "Held",
      detail: "until the connection is unpaused",
    };
  if (status === "CANCELLED")
    return {
      ...base,
      icon: "off",
      tone: "off",
      short: "Cancelled",
      title: "Cancelled",
      detail: null,
      at: updated_at,
    };
  if (next_attempt_at !== null) {
    const until = untilNext(next_attempt_at, now);
    const tone = status === "QUEUED" ? "wait" : "late";
    return {
      ...base,
      icon: tone,
      tone,
      short: until,
      title: `Attempt ${number + 1}`,
      detail: until,
      at: next_attempt_at,
    };
  }
  if (status !== "QUEUED") return null;
  // An attempt counts from the moment it is begun; its row is written when it has ended.
  const isOnTheWire = number > (attempts.at(-1)?.attempt_number ?? 0);
  return {
    ...base,
    icon: "wait",
    tone: "wait",
    short: "Sending",
    title: `Attempt ${isOnTheWire ? number : number + 1}`,
    detail: "is sent now",
  };
}

/** `room`: how many points fit on the line. The first and the newest attempt are always on it. */
export function tracePoints(trace: EventTrace, now: Date, room: number): TracePoint[] {
  const before = [
    receivedPoint(trace),
    ...trace.rules.map((rule, at) => rulePoint(rule, trace, at)),
    ...(trace.rules_edited_at === null ? [] : [editedPoint(trace.rules_edited_at, trace.connection.id)]),
    queuedPoint(trace),
  ];
  const end = endPoint(trace, now);
  const after = end === null ? [] : [end];
  const left = room - before.length - after.length;
  // If not all fit, one place goes to the point that counts the others.
  const most = trace.attempts.length <= left ? left : Math.max(2, left - 1);
  return [...before, ...attemptPoints(trace, most), ...after];
}
