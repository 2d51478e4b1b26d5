/**
 * The list in each of its states: loading, failed, empty, full. Only the first load has a skeleton. Afterwards old
 * rows stay until new ones arrive, dimmed while they belong to other filters.
 */
import type { RefObject } from "react";
import { hasActive, isActive } from "../../resources/list-filters/active-filters.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { ListStates, NoneFound } from "../../ui/list/list-states.tsx";
import { isFirstPage } from "../../ui/list/list-url.ts";
import { Pagination } from "../../ui/list/pagination.tsx";
import { focusRow } from "../../ui/list/row-focus.ts";
import type { Pages } from "../../ui/list/use-pages.ts";
import { WaitingButton } from "../../ui/list/waiting-button.tsx";
import { EVENT_COLUMNS, EventsLoading, NoEvents, NoneFoundYet } from "./events-empty.tsx";
import { EventsTable } from "./events-table.tsx";
import { filtersOf, type EventsSearch } from "./events-url.ts";
import type { LiveEvents } from "./use-live-events.ts";
import type { Routes } from "./use-routes.ts";

export interface EventsListProps {
  live: LiveEvents;
  search: EventsSearch;
  routes: Routes;
  boxRef: RefObject<HTMLElement | null>;
  onOpen: (eventId: string, isByKeyboard: boolean) => void;
  pages: Pages;
  onClearFilters: () => void;
}

export function EventsList(props: EventsListProps) {
  const { live, search, routes, boxRef, pages, onOpen, onClearFilters } = props;
  const { retention_days } = useSession().project;
  // Rows of other filters are no longer of use once the right ones could not be loaded.
  const list = live.error && live.isStale ? null : live.list;
  const next = list?.pagination.next;
  const isFiltered = hasActive(filtersOf(search)) || !isFirstPage(search);
  const isWaitingForNames = !isFiltered && !routes.isKnown && !routes.isFailed;
  const showWaiting = (isByKeyboard: boolean) => {
    live.showWaiting();
    boxRef.current?.scrollTo({ top: 0 });
    if (isByKeyboard) focusRow(boxRef.current);
  };
  return (
    <ListStates
      label="events"
      columns={EVENT_COLUMNS}
      loading={<EventsLoading />}
      rows={list?.events}
      error={live.error}
      onRetry={live.reload}
      isFiltered={isFiltered || next !== undefined}
      empty={isWaitingForNames ? <EventsLoading /> : <NoEvents connections={routes.connections} />}
      noneFound={
        next === undefined ? (
          <NoneFound title="No events match those filters." onClear={onClearFilters}>
            Widen the dates or remove a filter to see more.
          </NoneFound>
        ) : (
          <NoneFoundYet onGoOn={() => pages.turn({ next })} />
        )
      }
    >
      {(events) => (
        <>
          <div className="@container relative flex min-h-0 flex-col">
            {list === null ? null : (
              <>
                <WaitingButton list={list} onShow={showWaiting} />
                <EventsTable
                  list={list}
                  isStale={live.isStale}
                  search={search}
                  routes={routes}
                  boxRef={boxRef}
                  onOpen={onOpen}
                />
              </>
            )}
          </div>
          <Pagination {...pages}>
            {next === undefined ? endOfList(search, retention_days) : `${events.length} events`}
          </Pagination>
        </>
      )}
    </ListStates>
  );
}

function endOfList(search: EventsSearch, retentionDays: number): string {
  if (isActive(search.date)) return "No older events in these dates.";
  return `You've reached the end of your ${retentionDays} days archival window.`;
}
