/**
 * Sends an event once more, shows it as pending before the server has answered, and says how it went.
 *
 * A retry that fails is taken back for that one event only: what a poll brought meanwhile about others stays.
 */
import { retryEvent, type Event, type listEvents } from "@posthorn/contract/events";
import type { ReplyOf } from "@posthorn/contract/endpoint";
import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { ApiFailure, firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { EVENT_LISTS, eventQuery } from "./event-queries.ts";

/** While it is on its way there is nothing to send once more. */
export function canRetry({ status }: Pick<Event, "status">): boolean {
  return status !== "QUEUED";
}

/** Puts a change of one event into everything that shows it. Data the change does not name stays. */
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

/** `retry(event)`: pending in the same frame. */
export function useRetryEvent() {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id }: Event) => call(retryEvent, { params: { id } }),
    onMutate: ({ id }) => {
      showEvent(client, id, { status: "QUEUED", next_attempt_at: null });
      // An answer already on its way would show the old state again.
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
