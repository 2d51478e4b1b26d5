/**
 * The list in each of its states: loading, failed, empty, full. Only the first load has a skeleton. Afterwards old
 * rows stay until new ones arrive, dimmed while they belong to other filters.
 */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode, RefObject } from "react";
import { hasActive, isActive } from "../../resources/list-filters/active-filters.ts";
import { requestCountQuery } from "../../resources/requests/request-count.ts";
import { useSession } from "../../resources/session/use-session.ts";
import type { SourceNames } from "../../resources/sources/use-source-names.ts";
import { boundedText, countText, pageText } from "../../ui/count.ts";
import { ListStates, NoneFound } from "../../ui/list/list-states.tsx";
import { isFirstPage } from "../../ui/list/list-url.ts";
import { Pagination } from "../../ui/list/pagination.tsx";
import type { RowChoice } from "../../ui/list/row-choices.ts";
import type { Pages } from "../../ui/list/use-pages.ts";
import type { RowTicks } from "../../ui/list/use-ticks.ts";
import { WaitingButton } from "../../ui/list/waiting-button.tsx";
import { TableSkeleton } from "../../ui/skeleton.tsx";
import { NoCliRequests, NoneFoundYet, NoRequests } from "./requests-empty.tsx";
import { REQUEST_COLUMNS, RequestsTable } from "./requests-table.tsx";
import { filtersOf, listedBy, type RequestsSearch } from "./requests-url.ts";
import type { LiveRequests } from "./use-live-requests.ts";

export interface RequestsListProps {
  live: LiveRequests;
  search: RequestsSearch;
  names: SourceNames;
  isCli: boolean;
  ticks: RowTicks;
  /** What can be done with the ticked requests. Undefined: none is ticked. */
  ticked: ReactNode;
  boxRef: RefObject<HTMLElement | null>;
  onOpen: (choice: RowChoice, isByKeyboard: boolean) => void;
  onShowWaiting: (isByKeyboard: boolean) => void;
  pages: Pages;
  onClearFilters: () => void;
}

export function RequestsList(props: RequestsListProps) {
  const { live, search, names, isCli, boxRef, pages, onOpen, onClearFilters } = props;
  const { retention_days } = useSession().project;
  // Rows of other filters are no longer of use once the right ones could not be loaded.
  const list = live.error && live.isStale ? null : live.list;
  const next = list?.pagination.next;
  const isFiltered = hasActive(filtersOf(search)) || !isFirstPage(search);
  const loading = <TableSkeleton label="requests" columns={REQUEST_COLUMNS} />;
  return (
    <ListStates
      label="requests"
      columns={REQUEST_COLUMNS}
      rows={list?.rows}
      error={live.error}
      onRetry={live.reload}
      isFiltered={isFiltered || next !== undefined}
      empty={
        isCli ? (
          <NoCliRequests />
        ) : names.isKnown || names.isFailed ? (
          <NoRequests sources={names.sources} />
        ) : (
          loading
        )
      }
      noneFound={
        next === undefined ? (
          <NoneFound title="No requests found" onClear={onClearFilters}>
            Widen the dates or remove a filter to see more.
          </NoneFound>
        ) : (
          <NoneFoundYet onGoOn={() => pages.turn({ next })} />
        )
      }
    >
      {(requests) => (
        <>
          <div className="relative flex min-h-0 flex-col">
            {list === null ? null : (
              <>
                <WaitingButton list={list} place="edge" onShow={props.onShowWaiting} />
                <RequestsTable
                  list={list}
                  isStale={live.isStale}
                  search={search}
                  names={names}
                  isCli={isCli}
                  ticks={props.ticks}
                  boxRef={boxRef}
                  onOpen={onOpen}
                />
              </>
            )}
          </div>
          <Pagination {...pages} start={props.ticked}>
            {next === undefined ? (
              endOfList(search, retention_days)
            ) : (
              <PageWords isCli={isCli} search={search} shown={requests.length} />
            )}
          </Pagination>
        </>
      )}
    </ListStates>
  );
}

function PageWords({ isCli, search, shown }: { isCli: boolean; search: RequestsSearch; shown: number }) {
  const all = boundedText(useQuery(requestCountQuery(listedBy(isCli, search))).data);
  return pageText(shown, all, isFirstPage(search)) ?? `${countText(shown)} requests`;
}

function endOfList(search: RequestsSearch, retentionDays: number): string {
  if (isActive(search.ingested_at)) return "No older requests in these dates.";
  return `You've reached the end of your ${retentionDays} days archival window.`;
}
