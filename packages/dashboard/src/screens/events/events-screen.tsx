/** /events and /events/cli. The URL, not component state, holds what a link should carry: filters, page, selection, tab. */
import type { Event } from "@posthorn/contract/events";
import { useMemo } from "react";
import { useBookmarkDialog } from "../../resources/bookmarks/use-bookmark-dialog.tsx";
import { tickedAction } from "../../resources/bulk/ticked-action.ts";
import { useRoutes } from "../../resources/connections/use-routes.ts";
import { canRetry, useCancelEvent, useRetryEvent } from "../../resources/events/event-actions.ts";
import { canCancel } from "../../resources/events/possible-actions.ts";
import { useActOnTicked } from "../../resources/events/ticked-event-actions.ts";
import { useRetryTicked } from "../../resources/events/use-retry-ticked.tsx";
import { isActive } from "../../resources/list-filters/active-filters.ts";
import { TrafficPage } from "../../resources/live-lists/traffic-page.tsx";
import { TrafficRows } from "../../resources/live-lists/traffic-rows.tsx";
import { useLiveListKeys } from "../../resources/live-lists/use-live-list-keys.ts";
import { useTrafficList } from "../../resources/live-lists/use-traffic-list.ts";
import { useReportFilters } from "../../resources/product-events/use-report.ts";
import { useSame } from "../../ui/use-same.ts";
import { CLI_EVENT_LIST, EVENT_LIST } from "./event-lists.tsx";
import { EVENT_COLUMNS, EmptyEvents, EventsLoading } from "./events-empty.tsx";
import { EventsTable } from "./events-table.tsx";
import type { EventsLayout, EventsSearch } from "./events-url.ts";
import { EventPanel } from "./later-panel.ts";
import { TickedEventActions } from "./ticked-event-actions.tsx";
import { useBodyAhead } from "./use-body-ahead.ts";
import { useExpanded } from "./use-expanded.ts";

export interface EventsScreenProps {
  layout: EventsLayout;
  search: EventsSearch;
  onSearch: (next: EventsSearch, how: "push" | "replace") => void;
}

const NONE: readonly Event[] = [];

export function EventsScreen({ layout, search, onSearch }: EventsScreenProps) {
  const list = useTrafficList(layout === "cli" ? CLI_EVENT_LIST : EVENT_LIST, search, onSearch);
  const { rows: events, selectedRow, panelId, isPanelOpen } = list;
  useReportFilters(list.filters, (filters) => ({
    name: "Filtered Event List",
    properties: { list: layout === "cli" ? "cli" : "events", filters },
  }));
  const expanded = useExpanded();
  const { retry } = useRetryEvent();
  const cancel = useCancelEvent();
  const { ask: bookmark, dialog } = useBookmarkDialog();
  const { retry: retryTicked, question } = useRetryTicked(list.ticked);
  const cancelTicked = tickedAction(list.ticked, canCancel, useActOnTicked("events.cancel"));

  const selectedId = selectedRow.choice?.id;
  const selected = list.live.selected ?? events.find(({ id }) => id === selectedId);
  const connectionIds = useMemo(
    () => [...events, ...(selected ? [selected] : NONE)].map(({ webhook_id }) => webhook_id),
    [events, selected],
  );
  const routes = useRoutes(connectionIds);
  useBodyAhead(panelId);
  const known = events.find(({ id }) => id === panelId);
  const inPanel = panelId === selectedId ? selected : known;

  const expand = (isOpen: boolean) => {
    const eventId = selectedRow.current()?.id;
    if (eventId !== undefined) expanded.toggle(eventId, isOpen);
  };
  useLiveListKeys(list, {
    searchRef: list.searchRef,
    more: {
      ArrowRight: { label: "Show attempts", run: () => expand(true) },
      ArrowLeft: { label: "Hide attempts", run: () => expand(false) },
    },
    rowKeys: {
      r: {
        label: "Retry event",
        can: canRetry,
        act: retry,
        ticked: { label: "Retry selected events", act: retryTicked.run },
      },
      // The panel has these keys itself.
      ...(!isPanelOpen && {
        c: {
          label: "Cancel event",
          can: canCancel,
          act: cancel,
          ticked: { label: "Cancel selected events", act: cancelTicked.run },
        },
        b: { label: "Bookmark event", act: bookmark },
      }),
    },
  });
  const panelActs = {
    onTab: useSame((tab: EventsSearch["tab"]) => onSearch({ ...search, tab }, "replace")),
    onAttempt: useSame((id: string | undefined) =>
      onSearch({ ...search, selected_attempt_id: id }, "replace"),
    ),
    onRetry: useSame(retry),
    onClose: useSame(selectedRow.close),
  };
  const isSearched = search.search_term !== undefined || isActive(search.status);

  return (
    <>
      <TrafficPage
        list={list}
        renderPanel={(id) => (
          <EventPanel
            ref={selectedRow.panelRef}
            eventId={id}
            known={known}
            connection={inPanel && routes.byId.get(inPanel.webhook_id)}
            tab={search.tab}
            attemptId={search.selected_attempt_id}
            {...panelActs}
          />
        )}
      >
        <TrafficRows
          list={list}
          columns={EVENT_COLUMNS}
          loading={<EventsLoading />}
          empty={<EmptyEvents layout={layout} routes={routes} />}
          noneFound={isSearched ? "No matching events found" : "No events match those filters."}
          tickedActions={
            <TickedEventActions
              ticked={list.ticked}
              retry={retryTicked}
              cancel={cancelTicked}
              hasKeys={!isPanelOpen}
            />
          }
        >
          {(held) => <EventsTable list={list} held={held} routes={routes} expanded={expanded} />}
        </TrafficRows>
      </TrafficPage>
      {dialog}
      {question}
    </>
  );
}
