/** What has a source received lately? */
import { listRequests } from "@posthorn/contract/requests";
import { queryOptions, skipToken } from "@tanstack/react-query";
import { call } from "../api/call.ts";

/** The latest request with its data, as an example. */
export function latestRequestQuery(source_id: string | null) {
  return queryOptions({
    queryKey: ["requests", "latest", source_id],
    queryFn:
      source_id === null
        ? skipToken
        : ({ signal }) => call(listRequests, { query: { source_id, limit: 1, include: "data" }, signal }),
  });
}

/** Has it received anything? Undefined while no source is chosen. */
export function hasRequestsQuery(source_id: string | undefined) {
  return queryOptions({
    queryKey: ["requests", "any", source_id],
    queryFn:
      source_id === undefined
        ? skipToken
        : async ({ signal }) =>
            (await call(listRequests, { query: { source_id, limit: 1 }, signal })).models.length > 0,
  });
}
