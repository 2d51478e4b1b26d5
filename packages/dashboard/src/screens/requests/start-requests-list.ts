/** Which queries does the list of requests need? Its routes start them before the screen's code has loaded. */
import type { QueryClient } from "@tanstack/react-query";
import type { RequestFilters } from "../../resources/requests/request-filters.ts";
import { requestsQuery } from "../../resources/requests/request-queries.ts";
import { namedSourcesQuery } from "../../resources/sources/use-source-names.ts";
import { isFirstPage } from "../../ui/list/list-url.ts";
import type { RequestsSearch } from "./requests-url.ts";

export function requestsListDeps(filters: RequestFilters, { next, prev }: RequestsSearch) {
  return { filters, page: { next, prev }, isLive: isFirstPage({ next, prev }) };
}

export function startRequestsList(
  client: QueryClient,
  { filters, page, isLive }: ReturnType<typeof requestsListDeps>,
): void {
  void client.prefetchQuery(requestsQuery(filters, page, isLive));
  void client.prefetchQuery(namedSourcesQuery);
}
