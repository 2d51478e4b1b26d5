/** Which queries read destinations? */
import { getDestination, listDestinations } from "@posthorn/contract/destinations";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import type { NamedListQuery } from "../named-lists/named-list-url.ts";

/** How many a picker shows at most. */
const PICKER_LIMIT = 250;

/** The destinations that a picker offers for a connection, by name. Includes disabled ones. */
export function destinationsQuery() {
  return queryOptions({
    queryKey: ["destinations", "list"],
    queryFn: ({ signal }) =>
      call(listDestinations, {
        query: { order_by: "name", dir: "asc", limit: PICKER_LIMIT, disabled: true },
        signal,
      }),
  });
}

/** One page of the list. Keeps the old rows while the next page or filter loads. */
export function destinationListQuery(query: NamedListQuery) {
  return queryOptions({
    queryKey: ["destinations", "page", query],
    queryFn: ({ signal }) => call(listDestinations, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function destinationQuery(id: string) {
  return queryOptions({
    queryKey: ["destinations", "one", id],
    queryFn: ({ signal }) => call(getDestination, { params: { id }, signal }),
  });
}
