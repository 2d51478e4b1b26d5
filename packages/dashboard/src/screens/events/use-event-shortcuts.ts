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
import type { EventsSearch } from "./events-url.ts";
import { choiceOf, rowOfChoice, type RowChoice, type Selection } from "./row-data.ts";
import type { Expanded } from "./use-expanded.ts";
import type { LiveEvents } from "./use-live-events.ts";

export interface EventShortcuts {
  box: RefObject<HTMLElement | null>;
  searchRef: RefObject<HTMLElement | null>;
  search: EventsSearch;
  live: LiveEvents;
  pages: Pages;
  expanded: Expanded;
  open: (choice: RowChoice, isByKeyboard: boolean) => void;
  select: (selection: Selection) => void;
  close: () => void;
  retry: (event: Event) => void;
}

export function useEventShortcuts(shortcuts: EventShortcuts): void {
  const { box, searchRef, search, live, pages, expanded, select, close, retry } = shortcuts;
  const isViewer = useSession().project.role === "viewer";
  const events = live.list?.events ?? [];
  const selectedId = search.selected_event_id;
  const selected = { eventId: selectedId, attemptId: search.selected_attempt_id };
  const focused = () => choiceOf(focusedRow(box.current));
  const currentId = () => focused()?.eventId ?? selectedId;
  const move = (step: 1 | -1) => {
    const movedTo = choiceOf(moveRowFocus(box.current, step, rowOfChoice(box.current, selected)));
    if (movedTo !== undefined && selectedId !== undefined) select(movedTo);
  };
  const open = () => {
    const { eventId, attemptId } = focused() ?? selected;
    const opened = eventId ?? events[0]?.id;
    if (opened !== undefined) shortcuts.open({ eventId: opened, attemptId }, true);
  };
  const expand = (isOpen: boolean) => {
    const eventId = currentId();
    if (eventId !== undefined) expanded.toggle(eventId, isOpen);
  };
  const retryCurrent = () => {
    const event = events.find(({ id }) => id === currentId()) ?? live.selected;
    if (event && canRetry(event) && !isViewer) retry(event);
  };
  useListShortcuts(
    "Events",
    { one: "event", boxRef: box, searchRef, hasFilters: true, onMove: move, ...pages },
    {
      // On a row, Enter presses the link itself. Elsewhere it opens the selected (or first) event and focuses its panel.
      Enter: { label: "Open event", run: open },
      Escape: { label: "Close event", run: close },
      ArrowRight: { label: "Show attempts", run: () => expand(true) },
      ArrowLeft: { label: "Hide attempts", run: () => expand(false) },
      r: { label: "Retry event", run: retryCurrent },
    },
  );
}
