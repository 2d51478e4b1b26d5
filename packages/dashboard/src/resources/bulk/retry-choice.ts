/**
 * Which events does a bulk retry send? Those that failed, unless the person chooses others. Pure.
 *
 * A destination already has the events that were delivered. So nothing but an explicit choice sends them again.
 */
import type { RetryEstimate } from "@posthorn/contract/bulk";
import { RETRYABLE_STATUSES, type RetryableStatus } from "@posthorn/contract/causes";
import type { BulkQuery } from "./bulk-query.ts";

/** One value or several, as a query has them. */
export function listed(value: unknown): string[] {
  return (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(String);
}

/** What is chosen before the person chooses: the statuses that the filters name, but delivered ones; else the failed. */
export function firstChoice(query: BulkQuery): readonly RetryableStatus[] {
  const named = listed(query["status"]);
  if (named.length === 0) return ["FAILED"];
  return RETRYABLE_STATUSES.filter((status) => status !== "SUCCESSFUL" && named.includes(status));
}

export function chosenCount(estimate: RetryEstimate, chosen: readonly RetryableStatus[]): number {
  return chosen.reduce((sum, status) => sum + estimate[status], 0);
}

export function withStatuses(query: BulkQuery, chosen: readonly RetryableStatus[]): BulkQuery {
  return { ...query, status: chosen };
}
