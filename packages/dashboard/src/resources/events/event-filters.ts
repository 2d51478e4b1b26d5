/**
 * Which events should a list contain?
 *
 * The filters of a list as the dashboard keeps them, and how they become the API's query. A relative date becomes a
 * moment only here, right before the call, so that the cache key contains its name.
 */
import type { DeliveryErrorCode, EventStatus } from "@posthorn/contract/causes";
import type { QueryOf } from "@posthorn/contract/endpoint";
import type { listEvents } from "@posthorn/contract/events";
import type { PageCursor } from "../../ui/list/list-url.ts";
import { createdAtFilter, type DateChoice } from "./date-ranges.ts";

export interface EventFilters {
  status?: EventStatus[] | undefined;
  webhook_id?: string[] | undefined;
  source_id?: string[] | undefined;
  destination_id?: string[] | undefined;
  error_code?: DeliveryErrorCode[] | undefined;
  response_status?: { gte?: number | undefined; lte?: number | undefined } | undefined;
  date?: DateChoice | undefined;
}
export type FilterName = keyof EventFilters;

export function isFilterActive(filters: EventFilters, name: FilterName): boolean {
  const value: object | undefined = filters[name];
  return value !== undefined && Object.values(value).some((part) => part !== undefined);
}

export function hasFilters(filters: EventFilters): boolean {
  // Safe: the keys of `EventFilters` are exactly the filter names.
  return (Object.keys(filters) as FilterName[]).some((name) => isFilterActive(filters, name));
}

export function eventsApiQuery(
  filters: EventFilters,
  { next, prev }: PageCursor,
  now: Date,
): QueryOf<typeof listEvents> {
  const { date, ...asIs } = filters;
  const asked = { ...asIs, created_at: createdAtFilter(date, now), next, prev };
  // The API's fields are optional but may not be undefined, so leave out those without a value.
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
}
