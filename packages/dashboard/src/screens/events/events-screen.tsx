/**
 * /events. The URL, not component state, holds what a link should carry: filters, page, selection, tab.
 *
 * `onSearch` changes the URL. Filters and pages push an entry, so that Back undoes them; moving the selection replaces
 * the entry.
 */
import type { Event } from "@posthorn/contract/events";
import { useMemo, useRef } from "react";
import { useRetryEvent } from "../../resources/events/event-actions.ts";
import type { EventFilters } from "../../resources/events/event-filters.ts";
import { LIVE_EVERY_SECONDS } from "../../resources/events/event-queries.ts";
import { EventPanel } from "../../resources/events/panel/event-panel.tsx";
import { hasActive } from "../../resources/list-filters/active-filters.ts";
import { ListFilterBar } from "../../resources/list-filters/list-filter-bar.tsx";
import { SearchTermBox } from "../../resources/list-filters/search-term-box.tsx";
import { Button } from "../../ui/button.tsx";
import { isFirstPage, withChange } from "../../ui/list/list-url.ts";
import { focusRow, isBeingRead } from "../../ui/list/row-focus.ts";
import { usePages } from "../../ui/list/use-pages.ts";
import { LiveState } from "../../ui/live-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { usePanelFocus } from "../../ui/use-panel-focus.ts";
import { EVENT_FILTER_CHIPS, type EventChipFilters } from "./event-filter-chips.tsx";
import { rowOfEvent } from "./event-row.tsx";
import { EventsList } from "./events-list.tsx";
import { filtersOf, withoutFilters, withSelection, type EventsSearch } from "./events-url.ts";
import { useEventShortcuts } from "./use-event-shortcuts.ts";
import { useLiveEvents } from "./use-live-events.ts";
import { useRoutes } from "./use-routes.ts";

export interface EventsScreenProps {
  search: EventsSearch;
  onSearch: (next: EventsSearch, how: "push" | "replace") => void;
}

const NONE: readonly Event[] = [];
const ALWAYS: readonly (keyof EventChipFilters)[] = ["date", "status", "webhook_id"];

export function EventsScreen({ search, onSearch }: EventsScreenProps) {
  const box = useRef<HTMLElement>(null);
  const searchRef = useRef<HTMLInputElement>(null);
  const [panelRef, focusPanel] = usePanelFocus();
  const selectedId = search.selected_event_id;
  const filters = filtersOf(search);
  const live = useLiveEvents(search, () => selectedId !== undefined || isBeingRead(box.current));
  const { retry } = useRetryEvent();

  const events = live.list?.events ?? NONE;
  const selected = live.selected ?? events.find(({ id }) => id === selectedId);
  const connectionIds = useMemo(
    () => [...events, ...(selected ? [selected] : NONE)].map(({ webhook_id }) => webhook_id),
    [events, selected],
  );
  const routes = useRoutes(connectionIds);

  const isNothingThere = live.list?.events.length === 0 && !hasActive(filters) && isFirstPage(search);

  const select = (eventId: string | undefined) => onSearch(withSelection(search, eventId), "replace");
  const open = (eventId: string, isByKeyboard: boolean) => {
    select(eventId);
    if (isByKeyboard) focusPanel();
  };
  const close = () => {
    select(undefined);
    if (selectedId !== undefined) focusRow(box.current, rowOfEvent(box.current, selectedId));
  };
  const filter = (change: Partial<EventFilters>) => onSearch(withChange(search, change), "push");
  const pagination = live.isStale ? undefined : live.list?.pagination;
  const pages = usePages({ search, onSearch, pagination, boxRef: box });
  const clear = () => onSearch(withoutFilters(search), "push");
  useEventShortcuts({ box, searchRef, search, live, pages, open, select, close, retry });

  return (
    <>
      <PageHeader
        title="Events"
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
        {isFirstPage(search) ? (
          <LiveState
            state={live.isReconnecting ? "reconnecting" : "live"}
            everySeconds={LIVE_EVERY_SECONDS}
          />
        ) : (
          <Button size="sm" onClick={() => pages.turn({})}>
            Back to live
          </Button>
        )}
      </PageHeader>
      <div className="flex min-h-0 flex-1">
        <main className="flex min-w-0 flex-1 flex-col gap-3 px-5 pt-4 pb-2 max-md:px-3">
          {isNothingThere ? null : (
            <ListFilterBar
              route="/events"
              filters={filters}
              chips={EVENT_FILTER_CHIPS}
              always={ALWAYS}
              parse={filtersOf}
              onChange={filter}
              onClear={hasActive(filters) ? clear : undefined}
            />
          )}
          <EventsList
            live={live}
            search={search}
            routes={routes}
            boxRef={box}
            onOpen={open}
            pages={pages}
            onClearFilters={clear}
          />
        </main>
        {selectedId === undefined ? null : (
          <EventPanel
            ref={panelRef}
            eventId={selectedId}
            known={events.find(({ id }) => id === selectedId)}
            connection={selected && routes.byId.get(selected.webhook_id)}
            tab={search.tab}
            attemptId={search.selected_attempt_id}
            onTab={(tab) => onSearch({ ...search, tab }, "replace")}
            onAttempt={(id) => onSearch({ ...search, selected_attempt_id: id }, "replace")}
            onRetry={retry}
            onClose={close}
          />
        )}
      </div>
    </>
  );
}
