/**
 * What happened to an event that has not failed, and what happens next?
 *
 * Apart from delivery-outcome.ts, so that the panel loads the words about failures only for an event that failed.
 */
import type { EventStatus } from "@posthorn/contract/causes";
import type { Event } from "@posthorn/contract/events";
import type { Tone } from "../../ui/status-badge.tsx";
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

export type Ended = Pick<Event, "response_status" | "error_code">;
export type Delivered = Ended & Pick<Event, "status" | "attempts" | "next_attempt_at" | "last_attempt_at">;

export function answeredTitle(status: number): string {
  return `The destination answered ${namedStatus(status)}`;
}

function ofScheduled({ attempts, next_attempt_at }: Delivered, now: Date): Words {
  const when = next_attempt_at === null ? "follows" : `is sent ${untilNext(next_attempt_at, now)}`;
  return { title: "The delivery is delayed", next: `Attempt ${attempts + 1} ${when}.` };
}

type Words = Pick<Outcome, "title" | "next">;
type Unfailed = Exclude<EventStatus, "FAILED" | "CANCELLED">;

const WORDS: Record<Unfailed, (event: Delivered, now: Date) => Words> = {
  SCHEDULED: ofScheduled,
  SUCCESSFUL: ({ response_status, attempts }) => ({
    title: response_status === null ? "Fatal error" : answeredTitle(response_status),
    next: `Delivered by attempt ${attempts}. Nothing more is sent.`,
  }),
  // `attempts` counts an attempt from the moment it is begun, so it does not say whether the next one is on the wire.
  QUEUED: ({ last_attempt_at }) => ({
    title: "The event is on its way to the destination",
    next: last_attempt_at === null ? "The first attempt is sent now." : "Another attempt is sent now.",
  }),
  HOLD: () => ({
    title: "The connection is paused",
    next: "The event is held, and sent when the connection is unpaused.",
  }),
};

/** Null for an event that failed or was cancelled. */
export function unfailedOutcome(event: Delivered, now: Date): Outcome | null {
  if (event.status === "FAILED" || event.status === "CANCELLED") return null;
  return { tone: EVENT_STATUS_TONES[event.status], advice: null, ...WORDS[event.status](event, now) };
}
