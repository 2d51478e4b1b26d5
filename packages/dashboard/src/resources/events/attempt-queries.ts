/**
 * What is asked about the attempts of an event, and how often again?
 *
 * An attempt that has no answer yet, or whose body is still being stored, is asked every three seconds until it has.
 */
import { getAttempt, listAttempts, type Attempt } from "@posthorn/contract/attempts";
import { LIST_MAX_LIMIT } from "@posthorn/contract/limits";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { pollEvery } from "../api/retry-policy.ts";

const LIST_EVERY_MS = 5000;
const PENDING_EVERY_MS = 3000;

/** What the API says in place of a body that is not stored yet. */
const NOT_AVAILABLE_YET = "NOT_AVAILABLE_YET";

export function isAwaited(attempt: Pick<Attempt, "response_status" | "error_code" | "body">): boolean {
  const hasEnded = attempt.response_status !== null || attempt.error_code !== null;
  return !hasEnded || attempt.body === NOT_AVAILABLE_YET;
}

/** The text of an answer, for the viewer; null when there is none to show (yet). */
export function responseText({ body }: Pick<Attempt, "body">): string | null {
  if (body === null || body === undefined || body === NOT_AVAILABLE_YET) return null;
  return typeof body === "string" ? body : JSON.stringify(body, null, 2);
}

/** Newest first. `isPending` asks more often: the event waits for an answer. */
export function attemptsQuery(eventId: string, isPending: boolean) {
  return queryOptions({
    queryKey: ["attempts", "of-event", eventId],
    queryFn: ({ signal }) =>
      call(listAttempts, { query: { event_id: eventId, limit: LIST_MAX_LIMIT, dir: "desc" }, signal }),
    refetchInterval: (query) => {
      const isOpen = isPending || query.state.data?.models.some(isAwaited);
      return pollEvery(isOpen ? PENDING_EVERY_MS : LIST_EVERY_MS)(query);
    },
  });
}

export function attemptQuery(id: string) {
  return queryOptions({
    queryKey: ["attempts", "one", id],
    queryFn: ({ signal }) => call(getAttempt, { params: { id }, signal }),
    refetchInterval: (query) =>
      query.state.data === undefined || isAwaited(query.state.data)
        ? pollEvery(PENDING_EVERY_MS)(query)
        : false,
  });
}
