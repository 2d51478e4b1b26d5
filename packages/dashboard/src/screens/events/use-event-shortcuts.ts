/**
 * Which keys work on the list? Moving starts at the focused row, or else at the selected one. While the panel is
 * open, the selection moves too.
 *
 * `r`, `c` and `b` act on the event in the panel; without a panel `r` and `c` act on the ticked events, and without
 * ticks on the focused row. The panel has `c` and `b` of its own, so the list leaves them out while it is open.
 */
import type { Event } from "@posthorn/contract/events";
import type { RefObject } from "react";
import { canRetry } from "../../resources/events/event-actions.ts";
import { canCancel } from "../../resources/events/possible-actions.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { useListShortcuts } from "../../ui/list/use-list-shortcuts.ts";
import type { Pages } from "../../ui/list/use-pages.ts";
import type { SelectedRow } from "../../ui/list/use-selected-row.ts";
import type { RowTicks } from "../../ui/list/use-ticks.ts";
import { EVENT_ROWS } from "./event-row.tsx";
import type { EventsSearch } from "./events-url.ts";
import type { Expanded } from "./use-expanded.ts";
import type { LiveEvents } from "./use-live-events.ts";
import type { TickedEventsDo } from "./use-ticked-events.ts";

export interface EventShortcuts {
  box: RefObject<HTMLElement | null>;
  searchRef: RefObject<HTMLElement | null>;
  search: EventsSearch;
  live: LiveEvents;
  pages: Pages;
  expanded: Expanded;
  ticks: RowTicks;
  ticked: TickedEventsDo;
  selectedRow: SelectedRow;
  retry: (event: Event) => void;
  cancel: (event: Event) => void;
  bookmark: (event: Event) => void;
}

export function useEventShortcuts(shortcuts: EventShortcuts): void {
  const { box, searchRef, search, live, pages, expanded, ticks, ticked, selectedRow } = shortcuts;
  const isRefused = useRefusal("member") !== undefined;
  const events = live.list?.events ?? [];
  const selectedId = search.selected_event_id;
  const isPanelOpen = selectedId !== undefined && search.bulk === undefined;
  const currentId = () => selectedRow.current()?.id;
  const open = () => {
    const opened = selectedRow.current() ?? events[0];
    if (opened !== undefined) selectedRow.open(opened, true);
  };
  const expand = (isOpen: boolean) => {
    const eventId = currentId();
    if (eventId !== undefined) expanded.toggle(eventId, isOpen);
  };
  /** Does it to the event in the panel or, without a panel, to the focused one. */
  const actOn = (can: (event: Event) => boolean, act: (event: Event) => void) => {
    const id = isPanelOpen ? selectedId : currentId();
    const event = events.find((one) => one.id === id) ?? (isPanelOpen ? live.selected : undefined);
    if (event && can(event) && !isRefused) act(event);
  };
  const isOnTicked = !isPanelOpen && ticked.count > 0;
  const actOnTicked = (act: () => void) => {
    if (!isRefused) act();
  };
  useListShortcuts(
    "Events",
    {
      one: "event",
      boxRef: box,
      searchRef,
      hasFilters: true,
      onMove: selectedRow.move,
      ticking: {
        ticks,
        idOf: (row) => (row === null ? selectedId : EVENT_ROWS.choiceOf(row)?.id),
      },
      ...pages,
    },
    {
      // On a row, Enter presses the link itself. Elsewhere it opens the selected (or first) event and focuses its panel.
      Enter: { label: "Open event", run: open },
      Escape: {
        label: isOnTicked ? "Clear selection" : "Close event",
        run: isOnTicked ? ticks.clear : selectedRow.close,
      },
      ArrowRight: { label: "Show attempts", run: () => expand(true) },
      ArrowLeft: { label: "Hide attempts", run: () => expand(false) },
      r: isOnTicked
        ? { label: "Retry selected events", run: () => actOnTicked(ticked.retry) }
        : { label: "Retry event", run: () => actOn(canRetry, shortcuts.retry) },
      ...(!isPanelOpen && {
        c: isOnTicked
          ? { label: "Cancel selected events", run: () => actOnTicked(ticked.cancel) }
          : { label: "Cancel event", run: () => actOn(canCancel, shortcuts.cancel) },
        b: { label: "Bookmark event", run: () => actOn(() => true, shortcuts.bookmark) },
      }),
    },
  );
}
