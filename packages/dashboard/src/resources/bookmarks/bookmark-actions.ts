/** How does the dashboard replay, change and delete a bookmark, and what does it say afterwards? */
import { deleteBookmark, triggerBookmark, updateBookmark, type Bookmark } from "@posthorn/contract/bookmarks";
import type { Connection } from "@posthorn/contract/connections";
import type { BodyOf } from "@posthorn/contract/endpoint";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { linkToEvent } from "../events/event-link.tsx";
import { EVENT_LISTS } from "../events/event-queries.ts";
import { BOOKMARK_LISTS, bookmarkQuery } from "./bookmark-queries.ts";

/** Why a replay would be refused. `connection` is null if it is deleted, and undefined while nobody knows. */
export function whyNoReplay(
  connection: Pick<Connection, "disabled_at"> | null | undefined,
): string | undefined {
  if (connection === null) return "The connection was deleted. Edit the bookmark to choose another one.";
  if (connection?.disabled_at) return "The connection is disabled. Enable it, or choose another one.";
  return undefined;
}

/** The replay's events appear in the list of the bookmark's events. */
export function useReplayBookmark() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Pick<Bookmark, "id">) => call(triggerBookmark, { params: { id } }),
    onSuccess: ([event]) => {
      if (event) toast.success("Bookmark replayed", { action: linkToEvent(event.id) });
      else toast.warning("No events created, is your connection filters excluding your bookmarked data?");
    },
    onError: (error) => toast.error("Bookmark failed to replay", { description: firstMessage(error) }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["bookmarks"] }),
        client.invalidateQueries({ queryKey: EVENT_LISTS }),
      ]),
  });
}

export function useUpdateBookmark(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof updateBookmark>) => call(updateBookmark, { params: { id }, body }),
    onSuccess: (bookmark) => {
      client.setQueryData(bookmarkQuery(id).queryKey, bookmark);
      toast.success("Bookmark updated");
    },
    onError: (error) => toast.error("Bookmark failed to update", { description: firstMessage(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: ["bookmarks"] }),
  });
}

/** The bookmark itself is not read again: it is gone, and its panel is about to close. */
export function useDeleteBookmark() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Pick<Bookmark, "id">) => call(deleteBookmark, { params: { id } }),
    onSuccess: () => toast.success("Bookmark deleted"),
    onError: (error) => toast.error("Failed to remove bookmark", { description: firstMessage(error) }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: BOOKMARK_LISTS }),
        client.invalidateQueries({ queryKey: ["bookmarks", "of-event"] }),
      ]),
  });
}
