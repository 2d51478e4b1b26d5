/**
 * /requests and /requests/cli. The URL, not component state, holds what a link should carry: filters, page, selection,
 * tab.
 */
import { useDeferredValue, useMemo } from "react";
import { RetryTickedButton } from "../../resources/bulk/retry-ticked-button.tsx";
import { tickedAction } from "../../resources/bulk/ticked-action.ts";
import { TrafficPage } from "../../resources/live-lists/traffic-page.tsx";
import { TrafficRows } from "../../resources/live-lists/traffic-rows.tsx";
import { useLiveListKeys } from "../../resources/live-lists/use-live-list-keys.ts";
import { useTrafficList } from "../../resources/live-lists/use-traffic-list.ts";
import { useReportFilters } from "../../resources/product-events/use-report.ts";
import { useRetryRequest } from "../../resources/requests/request-actions.ts";
import { isMendable, whyNoRetry } from "../../resources/requests/request-outcome.ts";
import { useRetryTicked } from "../../resources/requests/ticked-request-actions.ts";
import { useSourceNames } from "../../resources/sources/use-source-names.ts";
import { useSame } from "../../ui/use-same.ts";
import { CLI_REQUEST_LIST, REQUEST_LIST } from "./request-lists.tsx";
import { NoRequests } from "./requests-empty.tsx";
import { REQUEST_COLUMNS, RequestsTable } from "./requests-table.tsx";
import type { RequestsSearch } from "./requests-url.ts";
import { SelectedRequest } from "./selected-request.tsx";

export interface RequestsScreenProps {
  search: RequestsSearch;
  onSearch: (next: RequestsSearch, how: "push" | "replace") => void;
  isCli?: boolean;
}

export function RequestsScreen({ search, onSearch, isCli = false }: RequestsScreenProps) {
  const list = useTrafficList(isCli ? CLI_REQUEST_LIST : REQUEST_LIST, search, onSearch);
  const { rows: requests, selectedRow, ticks } = list;
  useReportFilters(list.filters, (filters) => ({
    name: "Filtered Request List",
    properties: { list: isCli ? "cli" : "requests", filters },
  }));
  const sourceIds = useMemo(() => requests.map(({ source_id }) => source_id), [requests]);
  const names = useSourceNames(sourceIds);
  const { mutate: retry, isPending } = useRetryRequest();
  const retryTicked = tickedAction(list.ticked, isMendable, useRetryTicked(ticks.clear));
  useLiveListKeys(list, {
    searchRef: list.searchRef,
    rowKeys: {
      r: {
        label: "Retry request",
        can: (request) => !isPending && whyNoRetry(request) === undefined,
        act: (request) => retry({ request }),
        ticked: { label: "Retry selected requests", act: retryTicked.run },
      },
    },
  });
  const settled = useDeferredValue(search);
  const panelActs = { onSearch: useSame(onSearch), onClose: useSame(selectedRow.close) };

  return (
    <TrafficPage
      list={list}
      renderPanel={(id) => (
        <SelectedRequest
          ref={selectedRow.panelRef}
          requestId={id}
          known={requests.find((request) => request.id === id)}
          path={list.kind.path}
          search={id === selectedRow.choice?.id ? search : settled} // entry and tab belong to the request in the panel
          {...panelActs}
        />
      )}
    >
      <TrafficRows
        list={list}
        columns={REQUEST_COLUMNS}
        empty={<NoRequests isCli={isCli} names={names} />}
        noneFound="No requests found"
        tickedActions={
          <RetryTickedButton type="requests.retry" retry={retryTicked} hasKey={!list.isPanelOpen} />
        }
      >
        {(held) => <RequestsTable list={list} held={held} names={names} />}
      </TrafficRows>
    </TrafficPage>
  );
}
