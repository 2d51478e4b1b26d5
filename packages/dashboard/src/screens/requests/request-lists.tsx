/** What is particular about the list of requests and about that of the CLI? The kit in resources/live-lists does the rest. */
import type { Request } from "@posthorn/contract/requests";
import { ListFilterBar } from "../../resources/list-filters/list-filter-bar.tsx";
import type { TrafficKind } from "../../resources/live-lists/traffic-kind.ts";
import { bulkRetryOf } from "../../resources/requests/bulk-retry.ts";
import { requestCountQuery } from "../../resources/requests/request-count.ts";
import {
  requestsApiQuery,
  undatedRequestsQuery,
  type RequestFilters,
} from "../../resources/requests/request-filters.ts";
import {
  anyRequestQuery,
  LIVE_EVERY_SECONDS,
  requestQuery,
  requestsQuery,
} from "../../resources/requests/request-queries.ts";
import { withChange } from "../../ui/list/list-url.ts";
import { ALWAYS_SHOWN, REQUEST_FILTER_CHIPS } from "./request-filter-chips.tsx";
import { REQUEST_ROWS } from "./request-row.tsx";
import { filtersOf, listedBy, RequestsSearch, withoutFilters, withSelection } from "./requests-url.ts";

function requestList(isCli: boolean): TrafficKind<Request, RequestsSearch, RequestFilters> {
  return {
    title: isCli ? "CLI requests" : "Requests",
    label: "Requests",
    path: isCli ? "/requests/cli" : "/requests",
    isCli,
    one: "request",
    many: "requests",
    everySeconds: LIVE_EVERY_SECONDS,
    rows: REQUEST_ROWS,
    queries: { page: requestsQuery, one: (id) => requestQuery(id), any: anyRequestQuery(isCli) },
    filtersOf,
    askedBy: (search) => listedBy(isCli, search),
    withFilters: (search, change) => withChange(search, change),
    withoutFilters,
    selectionIn: ({ selected_request_id: id }) => (id === undefined ? undefined : { id }),
    withSelection: (search, choice) => withSelection(search, choice?.id),
    renderFilters: (bar) => (
      <ListFilterBar {...bar} chips={REQUEST_FILTER_CHIPS} always={ALWAYS_SHOWN} parse={filtersOf} />
    ),
    views: {
      resource: "requests",
      queryOf: (stored, isCliView) =>
        requestsApiQuery(listedBy(isCliView, RequestsSearch.parse(stored)), {}, new Date()),
    },
    bulkActions: (asked) => [bulkRetryOf(asked)],
    count: requestCountQuery,
    histogram: { kind: "requests", queryOf: undatedRequestsQuery },
    dateIn: ({ ingested_at }) => ingested_at ?? {},
    withDate: (ingested_at) => ({ ingested_at }),
  };
}

export const REQUEST_LIST = requestList(false);
export const CLI_REQUEST_LIST = requestList(true);
