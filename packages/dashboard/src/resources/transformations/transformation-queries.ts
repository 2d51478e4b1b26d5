/** Which queries read transformations? */
import { listConnections } from "@posthorn/contract/connections";
import { getTransformation, listTransformations } from "@posthorn/contract/transformations";
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

export function transformationQuery(id: string) {
  return queryOptions({
    queryKey: ["transformations", "one", id],
    queryFn: ({ signal }) => call(getTransformation, { params: { id }, signal }),
  });
}

/** The connections that use a transformation: the first 250 by name. */
export function connectionsWithQuery(transformation_id: string) {
  return queryOptions({
    queryKey: ["connections", "with-transformation", transformation_id],
    queryFn: ({ signal }) =>
      call(listConnections, {
        query: { transformation_id, disabled: true, limit: 250, order_by: "full_name", dir: "asc" },
        signal,
      }),
  });
}
