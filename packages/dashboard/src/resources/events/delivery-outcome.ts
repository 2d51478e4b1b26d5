/**
 * What happened to this event, and what happens next?
 *
 * Every state has a title and a next step; a failure also has its likely cause and what to do about it. `now` comes in as
 * an argument.
 */
import type { EventStatus } from "@posthorn/contract/causes";
import { FAILED_SOMEWHERE, failureWords, type FailedAt } from "@posthorn/contract/delivery-failures";
import type { Event } from "@posthorn/contract/events";
import type { Tone } from "../../ui/status-badge.tsx";
import { answerWords } from "./answer-words.ts";
import { EVENT_STATUS_TONES } from "./event-status-tones.ts";
import { namedStatus } from "./http-status-names.ts";
import { untilNext } from "./until-next.ts";

export interface Outcome {
  tone: Tone;
  /** What happened. */
  title: string;
  /** The likely cause of a failure, and what to do about it. */
  advice: { cause: string; fix: string } | null;
  /** What happens next. */
  next: string;
}

type Words = Pick<Outcome, "title" | "next"> & Partial<Pick<Outcome, "advice">>;
type Ended = Pick<Event, "response_status" | "error_code">;
type Delivered = Ended & Pick<Event, "status" | "attempts" | "next_attempt_at" | "last_attempt_at">;

/** The same for one attempt: it has advice, but no next step. `at` has the values that the words name. */
export function attemptOutcome(
  { response_status, error_code }: Ended,
  at: FailedAt = FAILED_SOMEWHERE,
): Pick<Outcome, "title" | "advice"> {
  if (response_status !== null)
    return {
      title: `The destination answered ${namedStatus(response_status)}`,
      advice: answerWords(response_status),
    };
  if (error_code === null) return { title: "Fatal error", advice: null };
  const { happened, cause, fix } = failureWords(error_code, at);
  return { title: happened, advice: { cause, fix } };
}

function ofFailed(event: Delivered, now: Date, at: FailedAt): Words {
  const then =
    event.next_attempt_at === null
      ? "Nothing more is sent unless you retry it."
      : `Next try ${untilNext(event.next_attempt_at, now)}.`;
  return { ...attemptOutcome(event, at), next: `Attempt ${event.attempts}. ${then}` };
}

function ofCancelled({ error_code }: Delivered, _now: Date, at: FailedAt): Words {
  const cause = error_code === null ? null : attemptOutcome({ response_status: null, error_code }, at);
  return {
    title: cause?.title ?? "The delivery was cancelled",
    advice: cause?.advice ?? null,
    next: "Nothing is sent unless you retry it.",
  };
}

function ofScheduled({ attempts, next_attempt_at }: Delivered, now: Date): Words {
  const when = next_attempt_at === null ? "follows" : `is sent ${untilNext(next_attempt_at, now)}`;
  return { title: "The delivery is delayed", next: `Attempt ${attempts + 1} ${when}.` };
}

const WORDS: Record<EventStatus, (event: Delivered, now: Date, at: FailedAt) => Words> = {
  FAILED: ofFailed,
  CANCELLED: ofCancelled,
  SCHEDULED: ofScheduled,
  SUCCESSFUL: (event) => ({
    title: attemptOutcome(event).title,
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

export function outcomeOf(event: Delivered, now: Date, at: FailedAt = FAILED_SOMEWHERE): Outcome {
  return { tone: EVENT_STATUS_TONES[event.status], advice: null, ...WORDS[event.status](event, now, at) };
}
