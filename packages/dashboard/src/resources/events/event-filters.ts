/**
 * Which events are asked for?
 *
 * The filters of a list as the dashboard keeps them, and the API's query they become. A relative date is turned into
 * a moment here, when the API is asked, and not before: the cache knows it by its name.
 */
import type { DeliveryErrorCode, EventStatus } from "@posthorn/contract/causes";
import type { QueryOf } from "@posthorn/contract/endpoint";
import type { listEvents } from "@posthorn/contract/events";
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

/** Cursors of an earlier answer; neither means the newest page. */
export interface PageCursor {
  next?: string | undefined;
  prev?: string | undefined;
}

export function isFilterActive(filters: EventFilters, name: FilterName): boolean {
  const value: object | undefined = filters[name];
  return value !== undefined && Object.values(value).some((part) => part !== undefined);
}

export function hasFilters(filters: EventFilters): boolean {
  // Only the names of `EventFilters` are ever keys of one.
  return (Object.keys(filters) as FilterName[]).some((name) => isFilterActive(filters, name));
}

export function eventsApiQuery(
  filters: EventFilters,
  { next, prev }: PageCursor,
  now: Date,
): QueryOf<typeof listEvents> {
  const { date, ...asIs } = filters;
  const asked = { ...asIs, created_at: createdAtFilter(date, now), next, prev };
  // The API's fields are optional, not undefined: what is not asked for is left out.
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
}
