/**
 * Why did this event fail, what is the likely cause, and what can be done?
 *
 * Pure: everything follows from facts that the API has answered, with the words of the dashboard. The order of the advice is
 * the order in which a person should try it.
 */
import { answerWords } from "@posthorn/contract/answer-words";
import type { Attempt } from "@posthorn/contract/attempts";
import type { Connection } from "@posthorn/contract/connections";
import { failureWords, placeOf } from "@posthorn/contract/delivery-failures";
import type { Event } from "@posthorn/contract/events";
import type { Issue } from "@posthorn/contract/issues";

export interface FailureFacts {
  event: Pick<
    Event,
    "status" | "response_status" | "error_code" | "attempts" | "next_attempt_at" | "successful_at"
  >;
  /** Null: it was deleted. */
  connection: Pick<Connection, "paused_at" | "disabled_at" | "rules"> | null;
  /** The newest one. Null: there was none. */
  attempt: Pick<Attempt, "requested_url"> | null;
  /** Of the destination, in seconds. Null: the default, or not known. */
  timeoutSeconds: number | null;
  /** How the other events of the connection ended in the past day. */
  others: { successful: number; failed: number };
  /** An open issue about it. */
  issue: Pick<Issue, "id" | "status"> | null;
}

export interface Explanation {
  happened: string;
  /** Null: nothing went wrong. */
  cause: string | null;
  /** Further facts that a person would look up. */
  facts: string[];
  todo: string[];
}

export function explainFailure(known: FailureFacts): Explanation {
  const { happened, cause, fix } = lastFailure(known);
  return {
    happened: `${happened}.`,
    cause,
    facts: [statusFact(known), ...connectionFacts(known), ...othersFact(known), ...issueFact(known)],
    todo: [...(fix === null ? [] : [fix]), ...nextSteps(known)],
  };
}

interface Failed {
  happened: string;
  cause: string | null;
  fix: string | null;
}

function lastFailure({ event, attempt, timeoutSeconds }: FailureFacts): Failed {
  const { status, error_code, response_status, attempts } = event;
  if (status === "SUCCESSFUL")
    return {
      happened: `The event was delivered: the destination answered ${response_status ?? "with success"}${attempts > 1 ? ` at attempt ${attempts}` : ""}`,
      cause: null,
      fix: null,
    };
  if (error_code !== null) {
    const at = { ...placeOf(attempt?.requested_url), timeoutSeconds, retentionDays: null };
    return failureWords(error_code, at);
  }
  if (response_status !== null) {
    const words = answerWords(response_status);
    return {
      happened: `The destination answered ${response_status}`,
      cause: words?.cause ?? "An answer outside of 200 to 299 counts as a failure.",
      fix: words?.fix ?? "Read the answer of the newest attempt with get_body.",
    };
  }
  return {
    happened: attempts === 0 ? "The event has not been sent yet" : "The event has no answer yet",
    cause: null,
    fix: null,
  };
}

function statusFact({ event: { status, attempts, next_attempt_at } }: FailureFacts): string {
  const made = `${attempts} ${attempts === 1 ? "attempt was" : "attempts were"} made`;
  const next = next_attempt_at === null ? "none follows by itself" : `the next is at ${next_attempt_at}`;
  return `The event is ${status}. ${made}, and ${next}.`;
}

function connectionFacts({ connection, event }: FailureFacts): string[] {
  if (connection === null) return ["Its connection was deleted."];
  const { disabled_at, paused_at, rules } = connection;
  const retry = rules.find((rule) => rule.type === "retry");
  return [
    ...(disabled_at === null ? [] : [`Its connection is disabled since ${disabled_at}.`]),
    ...(paused_at === null ? [] : [`Its connection is paused since ${paused_at}: its events wait.`]),
    ...(event.status === "SUCCESSFUL"
      ? []
      : [
          retry
            ? `Its connection has a retry rule (${retry.strategy}, ${retry.count ?? "the usual number of"} retries).`
            : "Its connection has no retry rule: a failed event is not sent again by itself.",
        ]),
  ];
}

function othersFact({ others: { successful, failed }, event }: FailureFacts): string[] {
  const all = successful + failed;
  if (all === 0) return ["The connection had no other event that ended in the past day."];
  const share = `Of the ${all} events of the connection that ended in the past day, ${failed} failed`;
  if (event.status === "SUCCESSFUL") return [`${share}.`];
  if (successful === 0) return [`${share}: the whole destination is affected, not only this event.`];
  if (failed * 10 > all) return [`${share}: the destination fails now and then.`];
  return [`${share}: it is more likely this event than the destination.`];
}

function issueFact({ issue }: FailureFacts): string[] {
  return issue === null ? [] : [`The issue ${issue.id} is about it (${issue.status}).`];
}

function nextSteps({ event, connection, others }: FailureFacts): string[] {
  if (event.status === "SUCCESSFUL") return [];
  if (connection === null) return ["The event cannot be sent again, because its connection was deleted."];
  if (connection.disabled_at !== null) return ["Enable the connection, then retry the event."];
  if (connection.paused_at !== null && event.status === "HOLD")
    return ["Unpause the connection: the event is sent then."];
  if (event.next_attempt_at !== null || event.status === "QUEUED" || event.status === "SCHEDULED")
    return ["An attempt follows by itself. Retry earlier only after the cause is gone."];
  const several = others.failed > 1 ? " A retry with filters sends all that failed." : "";
  return [`Once the cause is gone, retry the event.${several}`];
}
