/**
 * Which request did the chosen attempt send? Without a choice that of the newest attempt, which the event itself carries.
 */
import type { Event, EventData } from "@posthorn/contract/events";
import { useQuery } from "@tanstack/react-query";
import { attemptRequestQuery } from "./attempt-queries.ts";

export interface SentRequest {
  /** Null if the data is archived, undefined while it is not known. */
  data: EventData | null | undefined;
  error: Error | null;
  onRetry: () => void;
}

/** An archived event has no requests of attempts either. */
export function useSentRequest(event: Pick<Event, "data">, attemptId: string | undefined): SentRequest {
  const isOfAttempt = attemptId !== undefined && event.data !== null;
  const chosen = useQuery({ ...attemptRequestQuery(attemptId ?? ""), enabled: isOfAttempt });
  if (!isOfAttempt) return { data: event.data, error: null, onRetry: () => undefined };
  return { data: chosen.data, error: chosen.error, onRetry: () => void chosen.refetch() };
}
