/**
 * What can a person do with one event? Retry, Cancel while something is left to cancel, and Bookmark. For the head of the
 * panel and of the page, with their keys.
 *
 * What is not possible now stays visible with the reason, except Cancel: an event that has ended has nothing to cancel.
 */
import type { Event } from "@posthorn/contract/events";
import { useQuery } from "@tanstack/react-query";
import { Ban, Bookmark, BookmarkCheck, RotateCw } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { later } from "../../../ui/later.tsx";
import { useShortcuts } from "../../../ui/shortcuts/use-shortcuts.ts";
import { isBookmarkedQuery, useBookmarkEvent } from "../../bookmarks/event-bookmark.ts";
import { useRefusal } from "../../session/use-refusal.ts";
import { useCancelEvent } from "../event-actions.ts";
import { canCancel, whyNoRetry } from "../possible-actions.ts";
import { eventTraceQuery } from "../trace/trace-queries.ts";

const BookmarkDialog = later(() => import("../../bookmarks/bookmark-dialog.tsx")).component(
  (loaded) => loaded.BookmarkDialog,
);

export interface EventButtonsProps {
  event: Event;
  onRetry: (event: Event) => void;
  /** In the head of a panel, where room is short. The list beside it has the key for Retry already. */
  isInPanel?: boolean;
}

export function EventButtons({ event, onRetry, isInPanel = false }: EventButtonsProps) {
  const refusal = useRefusal("send");
  const trace = useQuery(eventTraceQuery(event));
  const isBookmarked = useQuery(isBookmarkedQuery(event)).data === true;
  const cancel = useCancelEvent();
  const bookmark = useBookmarkEvent();
  const [isAsking, setIsAsking] = useState(false);

  const isDeleted = trace.data !== undefined && trace.data.connection.deleted_at !== null;
  const noRetry = refusal ?? whyNoRetry(event, isDeleted);
  const noBookmark = refusal ?? whyNoBookmark(event, isBookmarked);
  const isCancellable = canCancel(event);
  const bookmarkLabel = isBookmarked ? "Bookmarked" : "Bookmark";

  useShortcuts("Event", {
    ...(!isInPanel && {
      r: { label: "Retry event", run: () => noRetry === undefined && onRetry(event) },
    }),
    c: { label: "Cancel event", run: () => isCancellable && refusal === undefined && cancel(event) },
    b: { label: "Bookmark event", run: () => noBookmark === undefined && setIsAsking(true) },
  });

  return (
    <>
      <Button
        icon={isBookmarked ? <BookmarkCheck aria-hidden /> : <Bookmark aria-hidden />}
        disabledReason={noBookmark}
        onClick={() => setIsAsking(true)}
        {...(isInPanel && {
          "aria-label": bookmarkLabel,
          "data-tooltip": bookmarkLabel,
          className: "w-8 px-0",
        })}
      >
        {isInPanel ? null : <span className="max-sm:sr-only">{bookmarkLabel}</span>}
      </Button>
      {isCancellable ? (
        <Button icon={<Ban aria-hidden />} disabledReason={refusal} onClick={() => cancel(event)}>
          Cancel
        </Button>
      ) : null}
      <Button
        variant="primary"
        icon={<RotateCw aria-hidden />}
        disabledReason={noRetry}
        onClick={() => onRetry(event)}
      >
        Retry
      </Button>
      {isAsking ? (
        <BookmarkDialog onLabel={(label) => bookmark({ event, label })} onClose={() => setIsAsking(false)} />
      ) : null}
    </>
  );
}

function whyNoBookmark({ data }: Event, isBookmarked: boolean): string | undefined {
  if (isBookmarked) return "This event is already bookmarked";
  return data === null ? "The request data is archived, so there is nothing to keep" : undefined;
}
