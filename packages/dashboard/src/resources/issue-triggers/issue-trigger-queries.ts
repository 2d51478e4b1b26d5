/** Which queries read issue triggers? A project has at most a few hundred, and nearly always a handful. */
import type { QueryOf } from "@posthorn/contract/endpoint";
import { getIssueTrigger, listIssueTriggers } from "@posthorn/contract/issue-triggers";
import { LIST_MAX_LIMIT } from "@posthorn/contract/limits";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";

export const TRIGGER_LISTS = ["issue-triggers", "list"] as const;

/** One page of the list. Keeps the old rows while the next page or filter loads. */
export function issueTriggersQuery(query: QueryOf<typeof listIssueTriggers>) {
  return queryOptions({
    queryKey: [...TRIGGER_LISTS, query],
    queryFn: ({ signal }) => call(listIssueTriggers, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** For pages that say which triggers use something. */
export const allTriggersQuery = queryOptions({
  queryKey: [...TRIGGER_LISTS, "all"],
  queryFn: ({ signal }) => call(listIssueTriggers, { query: { limit: LIST_MAX_LIMIT }, signal }),
});

export function issueTriggerQuery(id: string) {
  return queryOptions({
    queryKey: ["issue-triggers", "one", id],
    queryFn: ({ signal }) => call(getIssueTrigger, { params: { id }, signal }),
  });
}
