/** The latest request of a source with its data, as an example of what it receives. */
import { listRequests } from "@posthorn/contract/requests";
import { queryOptions, skipToken } from "@tanstack/react-query";
import { call } from "../api/call.ts";

export function latestRequestQuery(source_id: string | null) {
  return queryOptions({
    queryKey: ["requests", "latest", source_id],
    queryFn:
      source_id === null
        ? skipToken
        : ({ signal }) => call(listRequests, { query: { source_id, limit: 1, include: "data" }, signal }),
  });
}
