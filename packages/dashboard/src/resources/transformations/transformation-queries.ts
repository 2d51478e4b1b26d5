/** Which queries read transformations? */
import { listTransformations } from "@posthorn/contract/transformations";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import type { NamedListQuery } from "../named-lists/named-list-url.ts";

/** The first 250 by name, to choose from. */
export const namedTransformationsQuery = queryOptions({
  queryKey: ["transformations", "named"],
  queryFn: ({ signal }) =>
    call(listTransformations, { query: { limit: 250, order_by: "name", dir: "asc" }, signal }),
});

/** One page of the list. Keeps the old rows while the next page or filter loads. */
export function transformationListQuery(query: NamedListQuery) {
  return queryOptions({
    queryKey: ["transformations", "page", query],
    queryFn: ({ signal }) => call(listTransformations, { query, signal }),
    placeholderData: keepPreviousData,
  });
}
