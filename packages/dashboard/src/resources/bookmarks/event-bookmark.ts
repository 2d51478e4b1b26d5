/**
 * Is an event bookmarked, and how does the dashboard bookmark it?
 *
 * A bookmark belongs to data and a connection: the same data may be bookmarked at another connection too. The event shows
 * as bookmarked before the server has answered; if the server refuses, that is taken back with a toast.
 */
import { createBookmark, listBookmarks } from "@posthorn/contract/bookmarks";
import type { Event } from "@posthorn/contract/events";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { ApiFailure, firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { pollEvery } from "../api/retry-policy.ts";

type Bookmarkable = Pick<Event, "event_data_id" | "webhook_id">;

const EVERY_MS = 10_000;

export function isBookmarkedQuery({ event_data_id, webhook_id }: Bookmarkable) {
  return queryOptions({
    queryKey: ["bookmarks", "of-event", event_data_id, webhook_id],
    queryFn: async ({ signal }) => {
      const query = { event_data_id: [event_data_id], webhook_id: [webhook_id], limit: 1 };
      return (await call(listBookmarks, { query, signal })).models.length > 0;
    },
    refetchInterval: pollEvery(EVERY_MS),
  });
}

export function useBookmarkEvent() {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ event: { event_data_id, webhook_id }, label }: { event: Bookmarkable; label: string }) =>
      call(createBookmark, { body: { event_data_id, webhook_id, label } }),
    onMutate: ({ event }) => {
      const { queryKey } = isBookmarkedQuery(event);
      client.setQueryData(queryKey, true);
      return client.cancelQueries({ queryKey }); // an answer that is on its way would show the old state again
    },
    onSuccess: () => toast.success("Event bookmarked"),
    onError: (error, { event }) => {
      client.setQueryData(isBookmarkedQuery(event).queryKey, false);
      if (error instanceof ApiFailure && error.code === "DATA_ARCHIVED")
        toast.error("Failed to create bookmark because associated data is archived");
      else toast.error("Failed to bookmark event", { description: firstMessage(error) });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["bookmarks"] }),
  });
  return mutate;
}
