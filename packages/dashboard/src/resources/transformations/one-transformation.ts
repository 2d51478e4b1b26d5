/** Which queries read one transformation and the connections that use it? */
import { listConnections } from "@posthorn/contract/connections";
import { getTransformation } from "@posthorn/contract/transformations";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";

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
