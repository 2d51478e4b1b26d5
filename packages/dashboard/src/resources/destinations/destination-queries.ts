/** Which queries read destinations? */
import { getDestination, listDestinations } from "@posthorn/contract/destinations";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";

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

export function destinationQuery(id: string) {
  return queryOptions({
    queryKey: ["destinations", "one", id],
    queryFn: ({ signal }) => call(getDestination, { params: { id }, signal }),
  });
}
