/**
 * How does the dashboard retry and cancel an event? It shows the new state before the server has answered, then a toast.
 *
 * If the server refuses, only that one event goes back to its old state: news about others from a poll stays.
 */
import { cancelEvent, retryEvent, type Event } from "@posthorn/contract/events";
import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { ApiFailure, firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { linkToEvent } from "./event-link.tsx";
import { EVENT_LISTS, eventQuery } from "./event-queries.ts";
import { cancelled, QUEUED_AGAIN, whyNoRetry } from "./possible-actions.ts";
import { showEvents } from "./show-events.ts";

/** For a list, which does not know whether the connection still exists: the server then refuses. */
export function canRetry(event: Pick<Event, "status" | "data">): boolean {
  return whyNoRetry(event, false) === undefined;
}

function showEvent(client: QueryClient, id: string, change: Partial<Event>): void {
  showEvents(client, new Map([[id, change]]));
}

function isConnectionGone(error: unknown): boolean {
  return (
    error instanceof ApiFailure && (error.code === "WEBHOOK_DISABLED" || error.code === "WEBHOOK_DELETED")
  );
}

/** An answer that is already loading would show the old state again. */
function stopLoading(client: QueryClient, id: string): Promise<unknown> {
  return Promise.all([
    client.cancelQueries({ queryKey: EVENT_LISTS }),
    client.cancelQueries({ queryKey: eventQuery(id).queryKey }),
  ]);
}

function readAgain(client: QueryClient, id: string): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: ["attempts", "of-event", id] }),
    client.invalidateQueries({ queryKey: eventQuery(id).queryKey }),
    client.invalidateQueries({ queryKey: EVENT_LISTS }),
  ]);
}

/** `retry(event)` shows the event as pending in the same frame. Then a toast says `done`. */
export function useRetryEvent(done = "Event queued for retry") {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id }: Event) => call(retryEvent, { params: { id } }),
    onMutate: ({ id }) => {
      showEvent(client, id, QUEUED_AGAIN);
      return stopLoading(client, id);
    },
    onSuccess: ({ data: _without, ...event }) => {
      showEvent(client, event.id, event);
      toast.success(done, { action: linkToEvent(event.id) });
    },
    onError: (error, { id, status, next_attempt_at }) => {
      showEvent(client, id, { status, next_attempt_at });
      if (isConnectionGone(error)) toast.error("Failed to retry, connection disabled or deleted");
      else toast.error("Failed to retry", { description: firstMessage(error) });
    },
    onSettled: (_event, _error, { id }) => readAgain(client, id),
  });
  return { retry: mutate, isRetrying: isPending };
}

/** `cancel(event)` shows the event as ended in the same frame. */
export function useCancelEvent() {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ id }: Event) => call(cancelEvent, { params: { id } }),
    onMutate: (event) => {
      showEvent(client, event.id, cancelled(event));
      return stopLoading(client, event.id);
    },
    onSuccess: ({ data: _without, ...event }) => {
      showEvent(client, event.id, event);
      toast.success("Event delivery cancelled");
    },
    onError: (error, { id, status, next_attempt_at }) => {
      showEvent(client, id, { status, next_attempt_at });
      toast.error("Failed to cancel event", { description: firstMessage(error) });
    },
    onSettled: (_event, _error, { id }) => readAgain(client, id),
  });
  return mutate;
}
