/** Which queries read bulk operations, and how often do they poll? What runs is read each second while it is shown. */
import {
  bulkCancelEvents,
  bulkRetryEvents,
  bulkRetryIgnoredEvents,
  bulkRetryRequests,
  estimateEventRetry,
  listBulkOperations,
  type BulkFamily,
} from "@posthorn/contract/bulk";
import { RETRYABLE_STATUSES, type BulkType } from "@posthorn/contract/causes";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { pageQueryOf, type PageCursor } from "../../ui/list/list-url.ts";
import { call } from "../api/call.ts";
import { pollEvery } from "../api/retry-policy.ts";
import type { BulkAction, BulkQuery } from "./bulk-query.ts";
import { chosenCount, firstChoice } from "./retry-choice.ts";

export const BULK = ["bulk"] as const;
export const ONGOING_EVERY_SECONDS = 1;
export const HISTORY_EVERY_SECONDS = 5;
const PAGE_SIZE = 5;

export const FAMILIES: Record<BulkAction, BulkFamily> = {
  "events.retry": bulkRetryEvents,
  "events.cancel": bulkCancelEvents,
  "requests.retry": bulkRetryRequests,
  "ignored_events.retry": bulkRetryIgnoredEvents,
};

export interface OperationsShown extends PageCursor {
  isOngoing: boolean;
  /** Undefined: all types. */
  type: BulkType | undefined;
  limit?: number;
}

export function bulkOperationsQuery({ isOngoing, type, limit = PAGE_SIZE, next, prev }: OperationsShown) {
  const everyS = isOngoing ? ONGOING_EVERY_SECONDS : HISTORY_EVERY_SECONDS;
  return queryOptions({
    queryKey: [...BULK, "list", isOngoing, type ?? null, limit, next ?? null, prev ?? null],
    queryFn: ({ signal }) =>
      call(listBulkOperations, {
        query: {
          in_progress: isOngoing,
          limit,
          dir: "desc",
          ...(type && { type }),
          ...pageQueryOf({ next, prev }),
        },
        signal,
      }),
    refetchInterval: pollEvery(everyS * 1000),
    placeholderData: keepPreviousData,
  });
}

/**
 * The latest operations that have ended, read again whenever `endedCount` changes: whoever polls the ongoing ones learns
 * that number each second. Also read each second until the outcome of all of them is known.
 */
export function lastFinishedQuery(type: BulkType | undefined, endedCount: number) {
  return queryOptions({
    queryKey: [...BULK, "last-finished", type ?? null, endedCount],
    queryFn: async ({ signal }) => {
      const query = { in_progress: false, limit: PAGE_SIZE, dir: "desc", ...(type && { type }) } as const;
      return (await call(listBulkOperations, { query, signal })).models;
    },
    refetchInterval: (query) =>
      query.state.data?.some(({ is_settling }) => is_settling) === true
        ? pollEvery(ONGOING_EVERY_SECONDS * 1000)(query)
        : false,
    placeholderData: keepPreviousData,
  });
}

/** How many are ongoing and how many have ended. While one is ongoing, its end is noticed within a second. */
export function bulkTotalsQuery() {
  return queryOptions({
    queryKey: [...BULK, "totals"],
    queryFn: async ({ signal }) =>
      (await call(listBulkOperations, { query: { in_progress: true, limit: 1 }, signal })).totals,
    refetchInterval: (query) => {
      const isOngoing = (query.state.data?.ongoing ?? 0) > 0;
      return pollEvery((isOngoing ? ONGOING_EVERY_SECONDS : HISTORY_EVERY_SECONDS) * 1000)(query);
    },
  });
}

export function bulkPlanQuery(type: BulkAction, query: BulkQuery) {
  return queryOptions({
    queryKey: [...BULK, "plan", type, query],
    queryFn: ({ signal }) => call(FAMILIES[type].plan, { query: { query: JSON.stringify(query) }, signal }),
  });
}

/** How many events of each status a retry would take. */
export function retryEstimateQuery(query: BulkQuery) {
  return queryOptions({
    queryKey: [...BULK, "retry-estimate", query],
    queryFn: ({ signal }) => call(estimateEventRetry, { query: { query: JSON.stringify(query) }, signal }),
  });
}

/** The key of all numbers on buttons. */
export const BUTTON_PLANS = [...BULK, "button-plan"] as const;

/** Before any relative date: the same filters make the same query at every moment, so it can be a key. */
const EPOCH = new Date(0);
const BUTTON_EVERY_MS = 30_000;

/**
 * The estimate for a button, which follows the filters of its list: on how many it would act if nobody chose otherwise,
 * and on how many it could. A relative date becomes a moment with each call.
 */
export function buttonPlanQuery(type: BulkAction, queryOf: (now: Date) => BulkQuery) {
  return queryOptions({
    queryKey: [...BUTTON_PLANS, type, queryOf(EPOCH)],
    queryFn: async ({ signal }) => {
      const chosen = queryOf(new Date());
      const query = JSON.stringify(chosen);
      if (type !== "events.retry") {
        const { estimated_count: count } = await call(FAMILIES[type].plan, { query: { query }, signal });
        return { count, possible: count };
      }
      const estimate = await call(estimateEventRetry, { query: { query }, signal });
      return {
        count: chosenCount(estimate, firstChoice(chosen)),
        possible: chosenCount(estimate, RETRYABLE_STATUSES),
      };
    },
    refetchInterval: pollEvery(BUTTON_EVERY_MS),
    staleTime: BUTTON_EVERY_MS,
  });
}

/** Whether an operation with exactly this query is ongoing. */
export function identicalQuery(type: BulkAction, query: BulkQuery) {
  return queryOptions({
    queryKey: [...BULK, "identical", type, query],
    queryFn: async ({ signal }) => {
      const asked = { query: JSON.stringify(query), in_progress: true, limit: 1 };
      return (await call(FAMILIES[type].list, { query: asked, signal })).models.length > 0;
    },
    refetchInterval: pollEvery(ONGOING_EVERY_SECONDS * 1000),
  });
}
