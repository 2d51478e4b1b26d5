/**
 * Which keys work on the list? Moving starts at the focused row, or else at the selected one. While the panel is
 * open, the selection moves too.
 */
import type { Event } from "@posthorn/contract/events";
import type { RefObject } from "react";
import { canRetry } from "../../resources/events/event-actions.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { focusedRow, moveRowFocus } from "../../ui/list/row-focus.ts";
import { useListShortcuts } from "../../ui/list/use-list-shortcuts.ts";
import type { Pages } from "../../ui/list/use-pages.ts";
import { eventIdOf, rowOfEvent } from "./event-row.tsx";
import type { EventsSearch } from "./events-url.ts";
import type { LiveEvents } from "./use-live-events.ts";

export interface EventShortcuts {
  box: RefObject<HTMLElement | null>;
  searchRef: RefObject<HTMLElement | null>;
  search: EventsSearch;
  live: LiveEvents;
  pages: Pages;
  open: (eventId: string, isByKeyboard: boolean) => void;
  select: (eventId: string | undefined) => void;
  close: () => void;
  retry: (event: Event) => void;
}

export function useEventShortcuts(shortcuts: EventShortcuts): void {
  const { box, searchRef, search, live, pages, select, close, retry } = shortcuts;
  const isViewer = useSession().project.role === "viewer";
  const events = live.list?.events ?? [];
  const selectedId = search.selected_event_id;
  const currentId = () => eventIdOf(focusedRow(box.current)) ?? selectedId;
  const move = (step: 1 | -1) => {
    const from = selectedId === undefined ? null : rowOfEvent(box.current, selectedId);
    const movedTo = eventIdOf(moveRowFocus(box.current, step, from));
    if (movedTo !== undefined && selectedId !== undefined) select(movedTo);
  };
  const open = (eventId: string | undefined) => eventId !== undefined && shortcuts.open(eventId, true);
  const retryCurrent = () => {
    const event = events.find(({ id }) => id === currentId()) ?? live.selected;
    if (event && canRetry(event) && !isViewer) retry(event);
  };
  useListShortcuts(
    "Events",
    { one: "event", boxRef: box, searchRef, hasFilters: true, onMove: move, ...pages },
    {
      // On a row, Enter presses the link itself. Elsewhere it opens the selected (or first) event and focuses its panel.
      Enter: { label: "Open event", run: () => open(currentId() ?? events[0]?.id) },
      Escape: { label: "Close event", run: close },
      r: { label: "Retry event", run: retryCurrent },
    },
  );
}
