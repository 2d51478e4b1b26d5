/**
 * What happened to this event, and what happens next?
 *
 * Every state has a title and a next step; a failure also has its likely cause and what to do about it. `now` comes in as
 * an argument.
 */
import { FAILED_SOMEWHERE, failureWords, type FailedAt } from "@posthorn/contract/delivery-failures";
import { answerWords } from "@posthorn/contract/answer-words";
import { EVENT_STATUS_TONES } from "./event-status-tones.ts";
import {
  answeredTitle,
  unfailedOutcome,
  type Delivered,
  type Ended,
  type Outcome,
} from "./unfailed-outcome.ts";
import { untilNext } from "./until-next.ts";

/** The same for one attempt: it has advice, but no next step. `at` has the values that the words name. */
export function attemptOutcome(
  { response_status, error_code }: Ended,
  at: FailedAt = FAILED_SOMEWHERE,
): Pick<Outcome, "title" | "advice"> {
  if (response_status !== null)
    return { title: answeredTitle(response_status), advice: answerWords(response_status) };
  if (error_code === null) return { title: "Fatal error", advice: null };
  const { happened, cause, fix } = failureWords(error_code, at);
  return { title: happened, advice: { cause, fix } };
}

type Words = Omit<Outcome, "tone">;

function ofFailed(event: Delivered, now: Date, at: FailedAt): Words {
  const then =
    event.next_attempt_at === null
      ? "Nothing more is sent unless you retry it."
      : `Next try ${untilNext(event.next_attempt_at, now)}.`;
  return { ...attemptOutcome(event, at), next: `Attempt ${event.attempts}. ${then}` };
}

function ofCancelled({ error_code }: Delivered, at: FailedAt): Words {
  const cause = error_code === null ? null : attemptOutcome({ response_status: null, error_code }, at);
  return {
    title: cause?.title ?? "The delivery was cancelled",
    advice: cause?.advice ?? null,
    next: "Nothing is sent unless you retry it.",
  };
}

export function outcomeOf(event: Delivered, now: Date, at: FailedAt = FAILED_SOMEWHERE): Outcome {
  const unfailed = unfailedOutcome(event, now);
  if (unfailed) return unfailed;
  const words = event.status === "FAILED" ? ofFailed(event, now, at) : ofCancelled(event, at);
  return { tone: EVENT_STATUS_TONES[event.status], ...words };
}
