/**
 * /events and /events/cli. The URL, not component state, holds what a link should carry: filters, page, selection, tab.
 *
 * `onSearch` changes the URL. Filters and pages push an entry, so that Back undoes them; moving the selection replaces
 * the entry.
 */
import type { Event } from "@posthorn/contract/events";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { QueriesAfterPaint } from "../../resources/api/queries-after-paint.tsx";
import { BulkPanelButton } from "../../resources/bulk/bulk-panel-button.tsx";
import { BulkPanel } from "../../resources/bulk/bulk-panel.tsx";
import { useBookmarkDialog } from "../../resources/bookmarks/use-bookmark-dialog.tsx";
import { useCancelEvent, useRetryEvent } from "../../resources/events/event-actions.ts";
import type { EventFilters } from "../../resources/events/event-filters.ts";
import { eventCountQuery, LIVE_EVERY_SECONDS } from "../../resources/events/event-queries.ts";
import { hasActive, looksIntoRequests } from "../../resources/list-filters/active-filters.ts";
import { SearchTermBox } from "../../resources/list-filters/search-term-box.tsx";
import { FilterByValueContext, type AddFilter } from "../../resources/payloads/filter-by-value.ts";
import { withValueFilter } from "../../resources/list-filters/value-filters.ts";
import { boundedText } from "../../ui/count.ts";
import { ListLive } from "../../ui/list/list-live.tsx";
import { isFirstPage, withChange } from "../../ui/list/list-url.ts";
import { focusRow, hasExpandedRow, hasTickedRow, isBeingRead } from "../../ui/list/row-focus.ts";
import { useFollowed } from "../../ui/list/use-followed.ts";
import { usePages } from "../../ui/list/use-pages.ts";
import { useSelectedRow } from "../../ui/list/use-selected-row.ts";
import { useTicks } from "../../ui/list/use-ticks.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { useSame } from "../../ui/use-same.ts";
import { WithPanel } from "../../ui/with-panel.tsx";
import { EVENT_ROWS } from "./event-row.tsx";
import { EventsHead } from "./events-head.tsx";
import { EventsList } from "./events-list.tsx";
import { filtersOf, listedBy, withoutFilters, withSelection } from "./events-url.ts";
import type { EventsLayout, EventsSearch } from "./events-url.ts";
import { EventPanel } from "./later-panel.ts";
import { useBodyAhead } from "./use-body-ahead.ts";
import { useEventShortcuts } from "./use-event-shortcuts.ts";
import { useExpanded } from "./use-expanded.ts";
import { TickedEvents } from "./ticked-events.tsx";
import { useLiveEvents } from "./use-live-events.ts";
import { useTickedEvents } from "./use-ticked-events.ts";
import { useRoutes } from "../../resources/connections/use-routes.ts";

export interface EventsScreenProps {
  layout: EventsLayout;
  search: EventsSearch;
  onSearch: (next: EventsSearch, how: "push" | "replace") => void;
}

const NONE: readonly Event[] = [];

export function EventsScreen({ layout, search, onSearch }: EventsScreenProps) {
  const box = useRef<HTMLElement>(null);
  const searchRef = useRef<HTMLInputElement>(null);
  const { selected_event_id: selectedId, selected_attempt_id: partId } = search;
  const selectedRow = useSelectedRow({
    boxRef: box,
    rows: EVENT_ROWS,
    choice: selectedId === undefined ? undefined : { id: selectedId, partId },
    onChoose: (choice) =>
      onSearch(withSelection(search, { eventId: choice?.id, attemptId: choice?.partId }), "replace"),
  });
  const isFiltered = hasActive(filtersOf(search));
  const listed = listedBy(layout, search);
  const live = useLiveEvents(
    listed,
    () =>
      selectedId !== undefined ||
      isBeingRead(box.current) ||
      hasExpandedRow(box.current) ||
      hasTickedRow(box.current),
  );
  const { retry } = useRetryEvent();
  const cancel = useCancelEvent();
  const { ask: bookmark, dialog } = useBookmarkDialog();
  const expanded = useExpanded();

  const events = live.list?.events ?? NONE;
  const eventIds = useMemo(() => events.map(({ id }) => id), [events]);
  const ticks = useTicks(live.isStale ? "" : (live.list?.key ?? ""), eventIds);
  const ticked = useTickedEvents(events, ticks.ids);
  const selected = live.selected ?? events.find(({ id }) => id === selectedId);
  const panelId = useFollowed(selectedId);
  useBodyAhead(panelId);
  const inPanel = panelId === selectedId ? selected : events.find(({ id }) => id === panelId);
  const connectionIds = useMemo(
    () => [...events, ...(selected ? [selected] : NONE)].map(({ webhook_id }) => webhook_id),
    [events, selected],
  );
  const routes = useRoutes(connectionIds);

  /** The rows of these filters are not on screen. */
  const isAwaited = live.isStale || live.list === null;
  const isNothingThere = live.list?.events.length === 0 && !isFiltered && isFirstPage(search);

  // Counts after the rows are there, so that it does not slow them down.
  const { data: matches } = useQuery({
    ...eventCountQuery(filtersOf(listed)),
    enabled: !isAwaited && !isNothingThere && !looksIntoRequests(search),
  });
  const hasPanel = selectedId !== undefined || search.bulk !== undefined;

  const filter = (change: Partial<EventFilters>) => onSearch(withChange(search, change), "push");
  const pagination = live.isStale ? undefined : live.list?.pagination;
  const pages = usePages({ search, onSearch, pagination, boxRef: box });
  const showWaiting = (isByKeyboard: boolean) => {
    live.showWaiting();
    box.current?.scrollTo({ top: 0 });
    if (isByKeyboard) focusRow(box.current);
  };
  const clearTicks = () => {
    ticks.clear();
    box.current?.focus({ preventScroll: true }); // the button that was pressed is gone
  };
  const clear = () => onSearch(withoutFilters(search), "push");
  const onBulk = (bulk: EventsSearch["bulk"]) => onSearch({ ...search, bulk }, "replace");
  const addFilter = useSame<Parameters<AddFilter>>((part, added) =>
    onSearch(withChange(search, withValueFilter(search, part, added)), "push"),
  );
  const panelActs = {
    onTab: useSame((tab: EventsSearch["tab"]) => onSearch({ ...search, tab }, "replace")),
    onAttempt: useSame((id: string | undefined) =>
      onSearch({ ...search, selected_attempt_id: id }, "replace"),
    ),
    onRetry: useSame(retry),
    onClose: useSame(selectedRow.close),
  };
  const doings = { retry, cancel, bookmark };
  useEventShortcuts({ box, searchRef, search, live, pages, expanded, ticks, ticked, selectedRow, ...doings });

  return (
    <>
      <PageHeader
        title={layout === "cli" ? "CLI events" : "Events"}
        {...(!isNothingThere && {
          search: (
            <SearchTermBox
              ref={searchRef}
              label="Search events"
              value={search.search_term}
              onChange={(search_term) => filter({ search_term })}
            />
          ),
        })}
      >
        <ListLive
          isFirst={isFirstPage(search)}
          everySeconds={LIVE_EVERY_SECONDS}
          list={live.list}
          isReconnecting={live.isReconnecting}
          answeredAt={live.answeredAt}
          onReload={() => void live.reload()}
          onShowWaiting={showWaiting}
          onFirst={() => pages.turn({})}
        />
        {isNothingThere && search.bulk === undefined ? null : (
          <BulkPanelButton
            isOpen={search.bulk !== undefined}
            onToggle={() => onBulk(search.bulk ? undefined : "ongoing")}
          />
        )}
      </PageHeader>
      <WithPanel
        panel={
          search.bulk !== undefined ? (
            <BulkPanel tab={search.bulk} onTab={onBulk} onClose={() => onBulk(undefined)} />
          ) : panelId === undefined ? null : (
            <FilterByValueContext value={addFilter}>
              <QueriesAfterPaint>
                <EventPanel
                  ref={selectedRow.panelRef}
                  eventId={panelId}
                  known={events.find(({ id }) => id === panelId)}
                  connection={inPanel && routes.byId.get(inPanel.webhook_id)}
                  tab={search.tab}
                  attemptId={search.selected_attempt_id}
                  {...panelActs}
                />
              </QueriesAfterPaint>
            </FilterByValueContext>
          )
        }
      >
        <main className="flex min-w-0 flex-1 flex-col gap-3 px-5 pb-2 max-md:px-3 max-sm:overflow-y-auto">
          {isNothingThere ? null : (
            <EventsHead
              layout={layout}
              search={search}
              isLoading={isAwaited && live.error === null}
              hasFailed={isAwaited && live.error !== null}
              matches={isAwaited ? undefined : matches}
              hasPanel={hasPanel}
              onFilter={filter}
              onClear={isFiltered ? clear : undefined}
              onBulk={() => onBulk("ongoing")}
            />
          )}
          <EventsList
            live={live}
            layout={layout}
            search={search}
            routes={routes}
            expanded={expanded}
            ticks={ticks}
            ticked={
              ticked.count > 0 ? (
                <TickedEvents ticked={ticked} hasKeys={!hasPanel} onClear={clearTicks} />
              ) : undefined
            }
            matchCount={isAwaited ? undefined : boundedText(matches)}
            boxRef={box}
            onOpen={selectedRow.open}
            onShowWaiting={showWaiting}
            pages={pages}
            onClearFilters={clear}
          />
        </main>
      </WithPanel>
      {dialog}
    </>
  );
}
