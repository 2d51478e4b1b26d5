/**
 * How does the dashboard retry an event? It shows the event as pending before the server has answered, then a toast.
 *
 * If the retry fails, only that one event goes back to its old state: news about others from a poll stays.
 */
import { retryEvent, type Event, type listEvents } from "@posthorn/contract/events";
import type { ReplyOf } from "@posthorn/contract/endpoint";
import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { ApiFailure, firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { EVENT_LISTS, eventQuery } from "./event-queries.ts";

/** An event that is already queued cannot be retried. */
export function canRetry({ status }: Pick<Event, "status">): boolean {
  return status !== "QUEUED";
}

/** Applies a change of one event to all cached lists and details. Fields that `change` does not name stay. */
function showEvent(client: QueryClient, id: string, change: Partial<Event>): void {
  client.setQueriesData<ReplyOf<typeof listEvents>>({ queryKey: EVENT_LISTS }, (list) =>
    list?.models.some((event) => event.id === id)
      ? { ...list, models: list.models.map((event) => (event.id === id ? { ...event, ...change } : event)) }
      : list,
  );
  client.setQueryData(eventQuery(id).queryKey, (event) => event && { ...event, ...change });
}

function isConnectionGone(error: unknown): boolean {
  return (
    error instanceof ApiFailure && (error.code === "WEBHOOK_DISABLED" || error.code === "WEBHOOK_DELETED")
  );
}

/** `retry(event)` shows the event as pending in the same frame. */
export function useRetryEvent() {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id }: Event) => call(retryEvent, { params: { id } }),
    onMutate: ({ id }) => {
      showEvent(client, id, { status: "QUEUED", next_attempt_at: null });
      // An answer that is already loading would show the old state again.
      return Promise.all([
        client.cancelQueries({ queryKey: EVENT_LISTS }),
        client.cancelQueries({ queryKey: eventQuery(id).queryKey }),
      ]);
    },
    onSuccess: ({ data: _without, ...event }) => {
      showEvent(client, event.id, event);
      toast.success("Event queued for retry");
    },
    onError: (error, { id, status, next_attempt_at }) => {
      showEvent(client, id, { status, next_attempt_at });
      if (isConnectionGone(error)) toast.error("Failed to retry, connection disabled or deleted");
      else toast.error("Failed to retry", { description: firstMessage(error) });
    },
    onSettled: (_event, _error, { id }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["attempts", "of-event", id] }),
        client.invalidateQueries({ queryKey: eventQuery(id).queryKey }),
        client.invalidateQueries({ queryKey: EVENT_LISTS }),
      ]),
  });
  return { retry: mutate, isRetrying: isPending };
}
