/**
 * The list in each of its states: loading, failed, empty, full. Only the first load has a skeleton. Afterwards old
 * rows stay until new ones arrive, dimmed while they belong to other filters.
 */
import type { ReactNode, RefObject } from "react";
import { hasActive, isActive } from "../../resources/list-filters/active-filters.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { countText, pageText } from "../../ui/count.ts";
import { later } from "../../ui/later.tsx";
import { ListStates } from "../../ui/list/list-states.tsx";
import { isFirstPage } from "../../ui/list/list-url.ts";
import { Pagination } from "../../ui/list/pagination.tsx";
import type { RowChoice } from "../../ui/list/row-choices.ts";
import type { Pages } from "../../ui/list/use-pages.ts";
import type { RowTicks } from "../../ui/list/use-ticks.ts";
import { WaitingButton } from "../../ui/list/waiting-button.tsx";
import { EVENT_COLUMNS, EventsLoading, NoMatches, NoneFoundYet } from "./events-empty.tsx";
import { EventsTable } from "./events-table.tsx";
import { filtersOf, type EventsLayout, type EventsSearch } from "./events-url.ts";
import type { Expanded } from "./use-expanded.ts";
import type { LiveEvents } from "./use-live-events.ts";
import type { Routes } from "../../resources/connections/use-routes.ts";

const NoEvents = later(() => import("./no-events.tsx")).component((loaded) => loaded.NoEvents);

export interface EventsListProps {
  live: LiveEvents;
  layout: EventsLayout;
  search: EventsSearch;
  routes: Routes;
  expanded: Expanded;
  ticks: RowTicks;
  /** What can be done with the ticked events. Undefined: none is ticked. */
  ticked: ReactNode;
  /** How many events the filters match, as text. Undefined: nobody knows. */
  matchCount: string | undefined;
  boxRef: RefObject<HTMLElement | null>;
  onOpen: (choice: RowChoice, isByKeyboard: boolean) => void;
  onShowWaiting: (isByKeyboard: boolean) => void;
  pages: Pages;
  onClearFilters: () => void;
}

export function EventsList(props: EventsListProps) {
  const { live, layout, search, routes, boxRef, pages, onOpen, onClearFilters } = props;
  const { retention_days } = useSession().project;
  // Rows of other filters are no longer of use once the right ones could not be loaded.
  const list = live.error && live.isStale ? null : live.list;
  const next = list?.pagination.next;
  const isFiltered = hasActive(filtersOf(search)) || !isFirstPage(search);
  const isWaitingForNames = !isFiltered && !routes.isKnown && !routes.isFailed;
  return (
    <ListStates
      label="events"
      columns={EVENT_COLUMNS}
      loading={<EventsLoading />}
      rows={list?.events}
      error={live.error}
      onRetry={live.reload}
      isFiltered={isFiltered || next !== undefined}
      empty={
        isWaitingForNames ? <EventsLoading /> : <NoEvents layout={layout} connections={routes.connections} />
      }
      noneFound={
        next === undefined ? (
          <NoMatches search={search} onClear={onClearFilters} />
        ) : (
          <NoneFoundYet onGoOn={() => pages.turn({ next })} />
        )
      }
    >
      {(events) => (
        <>
          {/* On a phone the page scrolls, because between head and foot there is no room for rows. */}
          <div className="@container relative flex min-h-0 flex-col max-sm:max-h-[60dvh] max-sm:shrink-0">
            {list === null ? null : (
              <>
                <WaitingButton list={list} place="edge" onShow={props.onShowWaiting} />
                <EventsTable
                  list={list}
                  isStale={live.isStale}
                  layout={layout}
                  search={search}
                  routes={routes}
                  expanded={props.expanded}
                  ticks={props.ticks}
                  boxRef={boxRef}
                  onOpen={onOpen}
                />
              </>
            )}
          </div>
          <Pagination {...pages} start={props.ticked}>
            {next === undefined
              ? endOfList(search, retention_days)
              : (pageText(events.length, props.matchCount, isFirstPage(search)) ??
                `${countText(events.length)} events`)}
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
