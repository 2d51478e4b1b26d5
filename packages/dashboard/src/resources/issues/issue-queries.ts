/** Which queries read issues, and how often do they poll? An issue opens, recurs and ends by itself. */
import type { IssueStatus, IssueType } from "@posthorn/contract/causes";
import { getChangesAround } from "@posthorn/contract/changes";
import { getIssue, listIssues, type Issue } from "@posthorn/contract/issues";
import { getPlannedRetries } from "@posthorn/contract/planned-retries";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { pollEvery } from "../api/retry-policy.ts";

const ONE_EVERY_MS = 5000;
const LIST_EVERY_MS = 5000;
const CHANGES_EVERY_MS = 30_000;

const ISSUES_PER_PAGE = 50;

export type IssueOrder = "first_seen_at" | "last_seen_at";

/** Which issues a list shows, and how many pages of them. */
export interface IssueListAsk {
  status?: IssueStatus | undefined;
  type?: IssueType | undefined;
  issue_trigger_id?: string | undefined;
  /** The id of the thing whose issues are listed. */
  concerns?: string | undefined;
  order: IssueOrder;
  pages: number;
}

/** The first pages as one list, so that all its rows stay up to date. */
export function issuesQuery({ order, pages, ...filters }: IssueListAsk) {
  return queryOptions({
    queryKey: ["issues", "list", filters, order, pages],
    queryFn: async ({ signal }) => {
      const query = { ...filters, order_by: order, dir: "desc", limit: ISSUES_PER_PAGE } as const;
      const models: Issue[] = [];
      let next: string | undefined;
      for (let page = 0; page < pages; page++) {
        // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before has ended
        const reply = await call(listIssues, { query: { ...query, ...(next && { next }) }, signal });
        models.push(...reply.models);
        next = reply.pagination.next;
        if (next === undefined) break;
      }
      return { models, pagination: { next } };
    },
    placeholderData: keepPreviousData,
    refetchInterval: pollEvery(LIST_EVERY_MS),
  });
}

export function issueQuery(id: string) {
  return queryOptions({
    queryKey: ["issues", "one", id],
    queryFn: ({ signal }) => call(getIssue, { params: { id }, signal }),
    refetchInterval: pollEvery(ONE_EVERY_MS),
  });
}

/** How many of its events wait for another attempt. */
export function plannedRetriesQuery(id: string) {
  return queryOptions({
    queryKey: ["issues", "planned-retries", id],
    queryFn: ({ signal }) => call(getPlannedRetries, { params: { id }, signal }),
    refetchInterval: pollEvery(ONE_EVERY_MS),
  });
}

/** What changed around its beginnings. Somebody may still be changing something. */
export function changesAroundQuery({ id, first_seen_at, opened_at }: Issue) {
  return queryOptions({
    queryKey: ["issues", "changes", id, first_seen_at, opened_at],
    queryFn: ({ signal }) => call(getChangesAround, { params: { id }, signal }),
    refetchInterval: pollEvery(CHANGES_EVERY_MS),
  });
}

/** Issues that have left the list in which a person still sees them. */
export function issuesByIdQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: ["issues", "by-id", ids],
    queryFn: ({ signal }) => call(listIssues, { query: { id: [...ids], limit: ids.length }, signal }),
    refetchInterval: pollEvery(LIST_EVERY_MS),
    enabled: ids.length > 0,
  });
}

/** The issue of a trigger that occurred last. */
export function lastIssueQuery(issue_trigger_id: string) {
  return queryOptions({
    queryKey: ["issues", "last", issue_trigger_id],
    queryFn: ({ signal }) =>
      call(listIssues, {
        query: { issue_trigger_id, order_by: "last_seen_at", dir: "desc", limit: 1 },
        signal,
      }),
  });
}
