/**
 * The list in each of its states: loading, failed, empty, full. Only the first load has a skeleton. Afterwards old
 * rows stay until new ones arrive, dimmed while they belong to other filters.
 */
import { ArrowUp } from "lucide-react";
import type { RefObject } from "react";
import { hasFilters, isFilterActive } from "../../resources/events/event-filters.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { EventsLoading, NoEvents, NoneFoundYet } from "./events-empty.tsx";
import { EventsTable } from "./events-table.tsx";
import { filtersOf, isFirstPage, type EventsSearch } from "./events-url.ts";
import type { HeldList } from "./held-list.ts";
import { focusFirstRow } from "./row-focus.ts";
import type { LiveEvents } from "./use-live-events.ts";
import type { Routes } from "./use-routes.ts";

export interface EventsListProps {
  live: LiveEvents;
  search: EventsSearch;
  routes: Routes;
  boxRef: RefObject<HTMLElement | null>;
  onOpen: (eventId: string, isByKeyboard: boolean) => void;
  onPage: (page: Pick<EventsSearch, "next" | "prev">) => void;
  onClearFilters: () => void;
}

export function EventsList(props: EventsListProps) {
  const { live, search, routes, boxRef, onOpen, onPage, onClearFilters } = props;
  const { retention_days } = useSession().project;
  const { list } = live;
  if (live.error && (list === null || live.isStale))
    return <LoadFailed error={live.error} onRetry={live.reload} />;
  if (list === null) return <EventsLoading />;
  const { next, prev } = list.pagination;
  if (list.events.length === 0) {
    if (next !== undefined) return <NoneFoundYet onGoOn={() => onPage({ next })} />;
    const isFiltered = hasFilters(filtersOf(search)) || !isFirstPage(search);
    if (!isFiltered && !routes.isKnown && !routes.isFailed) return <EventsLoading />;
    return (
      <NoEvents isFiltered={isFiltered} connections={routes.connections} onClearFilters={onClearFilters} />
    );
  }
  const showWaiting = (isByKeyboard: boolean) => {
    live.showWaiting();
    boxRef.current?.scrollTo({ top: 0 });
    if (isByKeyboard) focusFirstRow(boxRef.current);
  };
  return (
    <>
      <div className="@container relative flex min-h-0 flex-col">
        <WaitingButton list={list} onShow={showWaiting} />
        <EventsTable
          list={list}
          isStale={live.isStale}
          search={search}
          routes={routes}
          boxRef={boxRef}
          onOpen={onOpen}
        />
      </div>
      <Pagination
        onPrevious={prev === undefined ? undefined : () => onPage({ prev })}
        onNext={next === undefined ? undefined : () => onPage({ next })}
      >
        {next === undefined ? endOfList(search, retention_days) : `${list.events.length} events`}
      </Pagination>
    </>
  );
}

function endOfList(search: EventsSearch, retentionDays: number): string {
  if (isFilterActive(filtersOf(search), "date")) return "No older events in these dates.";
  return `You've reached the end of your ${retentionDays} days archival window.`;
}

/** Overlaps the edge of the table, so that it covers no row and moves nothing when it appears. */
function WaitingButton({ list, onShow }: { list: HeldList; onShow: (isByKeyboard: boolean) => void }) {
  if (list.waiting === 0) return null;
  return (
    <button
      type="button"
      onClick={(press) => onShow(press.detail === 0)}
      className="absolute -top-3 left-1/2 z-20 inline-flex h-6 -translate-x-1/2 animate-[rise_150ms_ease-out] items-center gap-1 rounded-full bg-btn px-2.5 text-xs font-medium text-on-btn tabular-nums transition-colors hover:bg-btn-hover"
    >
      <ArrowUp aria-hidden className="size-3" />
      {list.waiting}
      {list.isGap ? "+" : ""} new
    </button>
  );
}
