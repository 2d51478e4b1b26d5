/**
 * Which queries read the attempts of an event, and how often do they poll?
 *
 * While an attempt has no answer yet, or its body is not stored yet, they poll every three seconds.
 */
import { getAttempt, listAttempts, type Attempt } from "@posthorn/contract/attempts";
import { getAttemptRequest } from "@posthorn/contract/dashboard-api";
import { LIST_MAX_LIMIT } from "@posthorn/contract/limits";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { pollEvery } from "../api/retry-policy.ts";

const LIST_EVERY_MS = 5000;
const PENDING_EVERY_MS = 3000;

/** The API sends this instead of a body that is not stored yet. */
const NOT_AVAILABLE_YET = "NOT_AVAILABLE_YET";

export function isAwaited(attempt: Pick<Attempt, "response_status" | "error_code" | "body">): boolean {
  const hasEnded = attempt.response_status !== null || attempt.error_code !== null;
  return !hasEnded || attempt.body === NOT_AVAILABLE_YET;
}

/** The text of a response, for the viewer. Null if there is nothing to show, or not yet. */
export function responseText({ body }: Pick<Attempt, "body">): string | null {
  if (body === null || body === undefined || body === NOT_AVAILABLE_YET) return null;
  return typeof body === "string" ? body : JSON.stringify(body, null, 2);
}

/** Newest first. `isPending`: the event waits for an answer, so the query polls more often. */
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

/** What the attempt sent: that never changes. */
export function attemptRequestQuery(id: string) {
  return queryOptions({
    queryKey: ["attempts", "request", id],
    queryFn: ({ signal }) => call(getAttemptRequest, { params: { id }, signal }),
    staleTime: Infinity,
  });
}
