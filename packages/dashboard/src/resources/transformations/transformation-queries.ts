/** Which queries read transformations? */
import { listTransformations } from "@posthorn/contract/transformations";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import type { NamedListQuery } from "../named-lists/named-list-url.ts";

/** One page of the list. Keeps the old rows while the next page or filter loads. */
export function transformationListQuery(query: NamedListQuery) {
  return queryOptions({
    queryKey: ["transformations", "page", query],
    queryFn: ({ signal }) => call(listTransformations, { query, signal }),
    placeholderData: keepPreviousData,
  });
}
