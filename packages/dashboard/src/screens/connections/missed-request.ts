/**
 * Which of the arrived requests became no event, and why? The dialog of a new connection and its troubleshooting say the
 * same about a request, because both ask here. Pure.
 */
import { IGNORED_CAUSE_LABELS, REJECTION_CAUSE_LABELS } from "@posthorn/contract/texts";
import type { Arrival } from "../../resources/connections/arrival-queries.ts";
import { whyIgnored } from "../../resources/requests/ignored-words.ts";
import { requestOutcome } from "../../resources/requests/request-outcome.ts";

export interface MissedRequest {
  id: string;
  created_at: string;
  /** The source rejected it, or the connection ignored it. */
  kind: "rejected" | "ignored";
  /** The cause in a word or two: "Filtered". */
  cause: string;
  /** Why, in whole sentences. */
  why: string;
}

export function missedRequests(arrivals: readonly Arrival[]): MissedRequest[] {
  return arrivals.flatMap(({ request, ignored }): MissedRequest[] => {
    const { id, created_at, rejection_cause } = request;
    if (rejection_cause !== null) {
      const cause = REJECTION_CAUSE_LABELS[rejection_cause];
      return [{ id, created_at, kind: "rejected", cause, why: requestOutcome(request).next }];
    }
    if (ignored === null) return [];
    const cause = IGNORED_CAUSE_LABELS[ignored.cause];
    return [{ id, created_at, kind: "ignored", cause, why: whyIgnored(ignored) }];
  });
}
