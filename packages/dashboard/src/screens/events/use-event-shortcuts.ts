/**
 * Which keys work on the list? Moving starts at the focused row, or else at the selected one. While the panel is
 * open, the selection moves too.
 */
import type { Event } from "@posthorn/contract/events";
import type { RefObject } from "react";
import { canRetry } from "../../resources/events/event-actions.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { useShortcuts } from "../../ui/shortcuts/use-shortcuts.ts";
import type { EventsSearch } from "./events-url.ts";
import { focusedEventId, focusRow } from "./row-focus.ts";
import type { LiveEvents } from "./use-live-events.ts";

export interface EventShortcuts {
  box: RefObject<HTMLElement | null>;
  search: EventsSearch;
  live: LiveEvents;
  open: (eventId: string, isByKeyboard: boolean) => void;
  select: (eventId: string | undefined) => void;
  close: () => void;
  turn: (page: Pick<EventsSearch, "next" | "prev">) => void;
  retry: (event: Event) => void;
}

export function useEventShortcuts(shortcuts: EventShortcuts): void {
  const { box, search, live, select, close, turn, retry } = shortcuts;
  const isViewer = useSession().project.role === "viewer";
  const events = live.list?.events ?? [];
  const selectedId = search.selected_event_id;
  const currentId = () => focusedEventId(box.current) ?? selectedId;
  const move = (step: number) => {
    const at = events.findIndex(({ id }) => id === currentId());
    const target = at < 0 ? events[0] : events[Math.max(0, Math.min(at + step, events.length - 1))];
    if (!target) return;
    focusRow(box.current, target.id);
    if (selectedId !== undefined) select(target.id);
  };
  const open = (eventId: string | undefined) => eventId !== undefined && shortcuts.open(eventId, true);
  const retryCurrent = () => {
    const event = events.find(({ id }) => id === currentId()) ?? live.selected;
    if (event && canRetry(event) && !isViewer) retry(event);
  };
  const { next, prev } = live.list?.pagination ?? {};
  useShortcuts("Events", {
    j: { label: "Next event", run: () => move(1) },
    k: { label: "Previous event", run: () => move(-1) },
    ArrowDown: { label: "Next event", run: () => move(1) },
    ArrowUp: { label: "Previous event", run: () => move(-1) },
    // On a row, Enter presses the link itself. Elsewhere it opens the selected (or first) event and focuses its panel.
    Enter: { label: "Open event", run: () => open(currentId() ?? events[0]?.id) },
    Escape: { label: "Close event", run: close },
    r: { label: "Retry event", run: retryCurrent },
    f: { label: "Filter", run: () => document.querySelector<HTMLElement>("[data-filter]")?.focus() },
    "[": { label: "Previous page", run: () => prev !== undefined && turn({ prev }) },
    "]": { label: "Next page", run: () => next !== undefined && turn({ next }) },
  });
}
