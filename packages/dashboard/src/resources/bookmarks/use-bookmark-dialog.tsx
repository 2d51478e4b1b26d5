/**
 * How does a key bookmark an event of a list? It asks for the label, unless the event has a bookmark already.
 *
 *     const { ask, dialog } = useBookmarkDialog();
 *
 * Only the event that a person asks about is looked up, not every row.
 */
import type { Event } from "@posthorn/contract/events";
import { useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { later } from "../../ui/later.tsx";
import { toast } from "../../ui/toast.ts";
import { isBookmarkedQuery, useBookmarkEvent } from "./event-bookmark.ts";

const BookmarkDialog = later(() => import("./bookmark-dialog.tsx")).component(
  (loaded) => loaded.BookmarkDialog,
);

export function useBookmarkDialog(): { ask: (event: Event) => void; dialog: ReactNode } {
  const client = useQueryClient();
  const bookmark = useBookmarkEvent();
  const [asked, setAsked] = useState<Event | null>(null);
  const ask = async (event: Event) => {
    // If nobody can say, the server will refuse a second bookmark.
    const isBookmarked = await client.fetchQuery(isBookmarkedQuery(event)).catch(() => false);
    if (isBookmarked) toast.message("This event is already bookmarked");
    else setAsked(event);
  };
  const dialog = asked ? (
    <BookmarkDialog onLabel={(label) => bookmark({ event: asked, label })} onClose={() => setAsked(null)} />
  ) : null;
  return { ask: (event) => void ask(event), dialog };
}
