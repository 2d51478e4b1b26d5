/** What does the list show without bookmarks? Nothing is connected yet, nothing is bookmarked, or the page is empty. */
import { Link } from "@tanstack/react-router";
import { FirstConnectionLink } from "../../resources/connections/first-connection-link.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { LensDrawing, QuietListDrawing, UnjoinedDrawing } from "../../ui/drawings.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

const NONE_FOUND = "No bookmarks found";

export function NoBookmarks({ hasConnections }: { hasConnections: boolean }) {
  if (!hasConnections)
    return (
      <EmptyState
        drawing={<UnjoinedDrawing />}
        title="Store and replay key events"
        action={<FirstConnectionLink />}
      >
        A bookmark keeps the request data of an event beyond your archival window, so that you can replay it
        at any time. Events come through a connection.
      </EmptyState>
    );
  return (
    <EmptyState
      drawing={<QuietListDrawing />}
      title={NONE_FOUND}
      action={
        <Link to="/events" className={buttonClass({ variant: "primary" })}>
          Choose an event
        </Link>
      }
    >
      Open an event and press Bookmark: its request data is kept here and can be replayed at any time.
    </EmptyState>
  );
}

/** The bookmarks of this page were deleted since the link to it was made. */
export function EmptyPage({ onFirst }: { onFirst: () => void }) {
  return (
    <EmptyState
      drawing={<LensDrawing />}
      title={NONE_FOUND}
      action={<Button onClick={onFirst}>First page</Button>}
    >
      This page of the list is empty.
    </EmptyState>
  );
}
