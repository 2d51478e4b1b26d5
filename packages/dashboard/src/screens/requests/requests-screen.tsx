/**
 * /requests and /requests/cli. The URL, not component state, holds what a link should carry: filters, page, selection,
 * tab.
 *
 * `onSearch` changes the URL. Filters and pages push an entry, so that Back undoes them; moving the selection replaces
 * the entry.
 */
import type { Request } from "@posthorn/contract/requests";
import { useDeferredValue, useMemo, useRef } from "react";
import { QueriesAfterPaint } from "../../resources/api/queries-after-paint.tsx";
import { BulkPanelButton } from "../../resources/bulk/bulk-panel-button.tsx";
import { BulkPanel } from "../../resources/bulk/bulk-panel.tsx";
import { hasActive } from "../../resources/list-filters/active-filters.ts";
import { SearchTermBox } from "../../resources/list-filters/search-term-box.tsx";
import { withValueFilter } from "../../resources/list-filters/value-filters.ts";
import { FilterByValueContext, type AddFilter } from "../../resources/payloads/filter-by-value.ts";
import type { RequestFilters } from "../../resources/requests/request-filters.ts";
import { LIVE_EVERY_SECONDS } from "../../resources/requests/request-queries.ts";
import { useSourceNames } from "../../resources/sources/use-source-names.ts";
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
import { REQUEST_ROWS } from "./request-row.tsx";
import { RequestsHead } from "./requests-head.tsx";
import { RequestsList } from "./requests-list.tsx";
import { filtersOf, listedBy, withoutFilters, withSelection, type RequestsSearch } from "./requests-url.ts";
import { SelectedRequest } from "./selected-request.tsx";
import { TickedRequests } from "./ticked-requests.tsx";
import { useLiveRequests } from "./use-live-requests.ts";
import { useRequestShortcuts } from "./use-request-shortcuts.ts";
import { useTickedRequests } from "./use-ticked-requests.ts";

export interface RequestsScreenProps {
  search: RequestsSearch;
  onSearch: (next: RequestsSearch, how: "push" | "replace") => void;
  isCli?: boolean;
}

const NONE: readonly Request[] = [];

export function RequestsScreen({ search, onSearch, isCli = false }: RequestsScreenProps) {
  const path = isCli ? "/requests/cli" : "/requests";
  const box = useRef<HTMLElement>(null);
  const searchRef = useRef<HTMLInputElement>(null);
  const selectedId = search.selected_request_id;
  const selectedRow = useSelectedRow({
    boxRef: box,
    rows: REQUEST_ROWS,
    choice: selectedId === undefined ? undefined : { id: selectedId },
    onChoose: (choice) => onSearch(withSelection(search, choice?.id), "replace"),
  });
  const chosen = filtersOf(search);
  const filters = listedBy(isCli, search);
  const live = useLiveRequests(
    filters,
    search,
    () =>
      selectedId !== undefined ||
      isBeingRead(box.current) ||
      hasExpandedRow(box.current) ||
      hasTickedRow(box.current),
  );

  const requests = live.list?.rows ?? NONE;
  const requestIds = useMemo(() => requests.map(({ id }) => id), [requests]);
  const ticks = useTicks(live.isStale ? "" : (live.list?.key ?? ""), requestIds);
  const ticked = useTickedRequests(requests, ticks);
  const sourceIds = useMemo(() => requests.map(({ source_id }) => source_id), [requests]);
  const names = useSourceNames(sourceIds);
  const panelId = useFollowed(selectedId);
  const settled = useDeferredValue(search);

  const isNothingThere = live.list?.rows.length === 0 && !hasActive(chosen) && isFirstPage(search);

  const filter = (change: Partial<RequestFilters>) => onSearch(withChange(search, change), "push");
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
  const onBulk = (bulk: RequestsSearch["bulk"]) => onSearch({ ...search, bulk }, "replace");
  const addFilter = useSame<Parameters<AddFilter>>((part, added) =>
    onSearch(withChange(search, withValueFilter(search, part, added)), "push"),
  );
  const panelActs = { onSearch: useSame(onSearch), onClose: useSame(selectedRow.close) };
  const isPanelOpen = selectedId !== undefined && search.bulk === undefined;
  useRequestShortcuts({ box, searchRef, selectedRow, isPanelOpen, requests, pages, ticks, ticked });

  return (
    <>
      <PageHeader
        title={isCli ? "CLI requests" : "Requests"}
        {...(!isNothingThere && {
          search: (
            <SearchTermBox
              ref={searchRef}
              label="Search requests"
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
                <SelectedRequest
                  ref={selectedRow.panelRef}
                  requestId={panelId}
                  known={requests.find(({ id }) => id === panelId)}
                  path={path}
                  search={panelId === selectedId ? search : settled} // entry and tab belong to the request in the panel
                  {...panelActs}
                />
              </QueriesAfterPaint>
            </FilterByValueContext>
          )
        }
      >
        <main className="flex min-w-0 flex-1 flex-col gap-3 px-5 pb-2 max-md:px-3">
          {isNothingThere ? null : (
            <RequestsHead
              isCli={isCli}
              search={search}
              onFilter={filter}
              onClear={hasActive(chosen) ? clear : undefined}
              onBulk={() => onBulk("ongoing")}
            />
          )}
          <RequestsList
            live={live}
            search={search}
            names={names}
            isCli={isCli}
            ticks={ticks}
            ticked={
              ticked.count > 0 ? (
                <TickedRequests ticked={ticked} hasKeys={!isPanelOpen} onClear={clearTicks} />
              ) : undefined
            }
            boxRef={box}
            onOpen={selectedRow.open}
            onShowWaiting={showWaiting}
            pages={pages}
            onClearFilters={clear}
          />
        </main>
      </WithPanel>
    </>
  );
}
