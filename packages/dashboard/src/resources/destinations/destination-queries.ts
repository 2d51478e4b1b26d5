/** What is asked about destinations? */
import { getDestination, listDestinations } from "@posthorn/contract/destinations";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";

/** As many as a picker shows. */
const PICKER_LIMIT = 250;

/** Every destination a connection can lead to, by name; disabled ones too. */
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
