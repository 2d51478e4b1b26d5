/** What is asked about sources? */
import { getSource, listSources } from "@posthorn/contract/sources";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";

/** As many as a picker shows. */
const PICKER_LIMIT = 250;

/** Every source a connection can be made from, by name; disabled ones too, since a connection may wait for them. */
export function sourcesQuery() {
  return queryOptions({
    queryKey: ["sources", "list"],
    queryFn: ({ signal }) =>
      call(listSources, {
        query: { order_by: "name", dir: "asc", limit: PICKER_LIMIT, disabled: true },
        signal,
      }),
  });
}

export function sourceQuery(id: string) {
  return queryOptions({
    queryKey: ["sources", "one", id],
    queryFn: ({ signal }) => call(getSource, { params: { id }, signal }),
  });
}
