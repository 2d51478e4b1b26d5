/**
 * What happened to this event, and what happens next?
 *
 * Every state has a title and a next step, so that the panel always has the same two lines and does not jump when the
 * state changes. `now` comes in as an argument.
 */
import type { DeliveryErrorCode, EventStatus } from "@posthorn/contract/causes";
import type { Event } from "@posthorn/contract/events";
import { DELIVERY_ERROR_EXPLANATIONS } from "@posthorn/contract/texts";
import type { Tone } from "../../ui/status-badge.tsx";
import { relativeTime } from "../../ui/time.ts";
import { EVENT_STATUS_TONES } from "./event-status-tones.ts";
import { namedStatus } from "./http-status-names.ts";

export interface Outcome {
  tone: Tone;
  /** What happened. */
  title: string;
  /** Advice on what to do, then what happens next. */
  next: string;
}

type Words = Pick<Outcome, "title" | "next">;
type Delivered = Pick<
  Event,
  "status" | "attempts" | "response_status" | "error_code" | "next_attempt_at" | "last_attempt_at"
>;

/** The first sentence of an explanation says what happened; the rest says what to do about it. */
function explain(code: DeliveryErrorCode): { happened: string; advice: string } {
  const text = DELIVERY_ERROR_EXPLANATIONS[code];
  const end = text.indexOf(". ");
  if (end < 0) return { happened: text.replace(/\.$/, ""), advice: "" };
  return { happened: text.slice(0, end), advice: text.slice(end + 2) };
}

function whatHappened({ response_status, error_code }: Pick<Event, "response_status" | "error_code">): {
  happened: string;
  advice: string;
} {
  if (response_status !== null)
    return { happened: `The destination answered ${namedStatus(response_status)}`, advice: "" };
  return error_code === null ? { happened: "Fatal error", advice: "" } : explain(error_code);
}

/** `in 48 s`, or `now` if the time has passed: an attempt that is due is about to be sent. */
export function untilNext(nextAttemptAt: string, now: Date): string {
  const at = new Date(nextAttemptAt);
  return at <= now ? "now" : relativeTime(at, now);
}

function joined(...sentences: string[]): string {
  return sentences.filter(Boolean).join(" ");
}

function ofFailed(event: Delivered, now: Date): Words {
  const { happened, advice } = whatHappened(event);
  const number = `Attempt ${event.attempts}.`;
  if (event.next_attempt_at !== null)
    return {
      title: happened,
      next: joined(advice, number, `Next try ${untilNext(event.next_attempt_at, now)}.`),
    };
  return { title: happened, next: joined(advice, number, "Nothing more is sent unless you retry it.") };
}

function ofCancelled({ error_code }: Delivered): Words {
  const cause = error_code === null ? null : explain(error_code);
  return {
    title: cause?.happened ?? "The delivery was cancelled",
    next: joined(cause?.advice ?? "", "Nothing is sent unless you retry it."),
  };
}

function ofScheduled({ attempts, next_attempt_at }: Delivered, now: Date): Words {
  const when = next_attempt_at === null ? "follows" : `is sent ${untilNext(next_attempt_at, now)}`;
  return { title: "The delivery is delayed", next: `Attempt ${attempts + 1} ${when}.` };
}

const WORDS: Record<EventStatus, (event: Delivered, now: Date) => Words> = {
  FAILED: ofFailed,
  CANCELLED: ofCancelled,
  SCHEDULED: ofScheduled,
  SUCCESSFUL: (event) => ({
    title: whatHappened(event).happened,
    next: `Delivered by attempt ${event.attempts}. Nothing more is sent.`,
  }),
  QUEUED: ({ attempts }) => ({
    title: "The event is on its way to the destination",
    next: `Attempt ${attempts + 1} is sent now.`,
  }),
  HOLD: () => ({
    title: "The connection is paused",
    next: "The event is held, and sent when the connection is unpaused.",
  }),
};

export function outcomeOf(event: Delivered, now: Date): Outcome {
  return { tone: EVENT_STATUS_TONES[event.status], ...WORDS[event.status](event, now) };
}

/** The same for one attempt: it has advice, but no next step. */
export function attemptOutcome(attempt: Pick<Event, "response_status" | "error_code">): {
  title: string;
  advice: string;
} {
  const { happened, advice } = whatHappened(attempt);
  return { title: happened, advice };
}
