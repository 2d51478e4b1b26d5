/**
 * How does the list of requests stay up to date without moving the rows that a person reads?
 *
 * `useHeldList` decides what is on screen. The request in the panel has its own query, which also updates its row.
 */
import type { Request } from "@posthorn/contract/requests";
import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect } from "react";
import type { RequestFilters } from "../../resources/requests/request-filters.ts";
import { requestQuery, requestsQuery } from "../../resources/requests/request-queries.ts";
import { isFirstPage } from "../../ui/list/list-url.ts";
import type { HeldList } from "../../ui/list/held-list.ts";
import { useHeldList } from "../../ui/list/use-held-list.ts";
import type { RequestsSearch } from "./requests-url.ts";

export interface LiveRequests {
  /** Null until the first answer. */
  list: HeldList<Request> | null;
  /** The rows on screen belong to other filters or another page, while the right ones load. */
  isStale: boolean;
  /** The error of the last query; old rows may still be on screen. */
  error: unknown;
  isReconnecting: boolean;
  /** When the last answer came. Undefined: none yet. */
  answeredAt: Date | undefined;
  showWaiting: () => void;
  reload: () => Promise<unknown>;
}

export function useLiveRequests(
  filters: RequestFilters,
  search: RequestsSearch,
  isHeld: () => boolean,
): LiveRequests {
  const key = JSON.stringify([filters, search.next, search.prev]);
  const query = useQuery(requestsQuery(filters, search, isFirstPage(search)));
  const page = query.isPlaceholderData ? undefined : query.data;
  const { refresh, ...held } = useHeldList({ key, page, answeredAt: query.dataUpdatedAt, isHeld });

  const selectedId = search.selected_request_id;
  const { data: selected } = useQuery({
    ...requestQuery(selectedId ?? ""),
    enabled: selectedId !== undefined,
  });
  useLayoutEffect(() => {
    if (selected) refresh([selected]);
  }, [selected, refresh]);

  return {
    ...held,
    error: query.error,
    isReconnecting: query.isError || query.failureCount > 0,
    answeredAt: query.dataUpdatedAt > 0 ? new Date(query.dataUpdatedAt) : undefined,
    reload: () => query.refetch(),
  };
}
