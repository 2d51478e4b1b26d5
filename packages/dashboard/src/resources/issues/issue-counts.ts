/** How many issues are there? A file of its own, because the rail of every page asks it. */
import type { QueryOf } from "@posthorn/contract/endpoint";
import { countIssues } from "@posthorn/contract/issues";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { pollEvery } from "../api/retry-policy.ts";

const EVERY_MS = 10_000;

export function issueCountQuery(query: QueryOf<typeof countIssues>) {
  return queryOptions({
    queryKey: ["issues", "count", query],
    queryFn: ({ signal }) => call(countIssues, { query, signal }),
    refetchInterval: pollEvery(EVERY_MS),
  });
}
