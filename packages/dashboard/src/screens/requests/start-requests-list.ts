/** Which queries does the list of requests need? Its routes start them before the screen's code has loaded. */
import type { QueryClient } from "@tanstack/react-query";
import { requestsQuery } from "../../resources/requests/request-queries.ts";
import { namedSourcesQuery } from "../../resources/sources/use-source-names.ts";
import { isLivePlace } from "../../ui/list/list-url.ts";
import { listedBy, type RequestsSearch } from "./requests-url.ts";

export function requestsListDeps(isCli: boolean, search: RequestsSearch) {
  const { next, prev, dir } = search;
  return { filters: listedBy(isCli, search), page: { next, prev, dir }, isLive: isLivePlace(search) };
}

export function startRequestsList(
  client: QueryClient,
  { filters, page, isLive }: ReturnType<typeof requestsListDeps>,
): void {
  void client.prefetchQuery(requestsQuery(filters, page, isLive));
  void client.prefetchQuery(namedSourcesQuery);
}
