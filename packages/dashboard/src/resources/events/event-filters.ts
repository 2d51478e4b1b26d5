/**
 * Which events should a list contain?
 *
 * The filters of a list as the dashboard keeps them, and how they become the API's query. A relative date becomes a
 * moment only here, right before the call, so that the cache key contains its name.
 */
import type { DeliveryErrorCode, EventStatus } from "@posthorn/contract/causes";
import type { QueryOf } from "@posthorn/contract/endpoint";
import type { listEvents } from "@posthorn/contract/events";
import type { ListPlace } from "../../ui/list/list-url.ts";
import type { NumberRange } from "../../ui/list/number-range.ts";
import { withoutUndefined, type RequestValueFilters } from "../list-filters/active-filters.ts";
import { createdAtFilter, type DateChoice } from "../list-filters/date-ranges.ts";

export interface EventFilters extends RequestValueFilters {
  date?: DateChoice | undefined;
  status?: EventStatus[] | undefined;
  webhook_id?: string[] | undefined;
  source_id?: string[] | undefined;
  destination_id?: string[] | undefined;
  response_status?: NumberRange | undefined;
  error_code?: DeliveryErrorCode[] | undefined;
  attempts?: NumberRange | undefined;
  /** Whether another attempt is planned. */
  scheduled_attempts?: boolean | undefined;
  /** The people whose CLI gets the events; `any`: events that go to a CLI. */
  cli_user_id?: "any" | string[] | undefined;
  issue_id?: string[] | undefined;
  bulk_retry_id?: string[] | undefined;
}

/** The filters without dates, as the API's lists, counts and bulk operations understand them. */
export function undatedEventsQuery(filters: EventFilters): QueryOf<typeof listEvents> {
  const { date: _date, scheduled_attempts, cli_user_id, ...asIs } = filters;
  return withoutUndefined({
    ...asIs,
    next_attempt_at: scheduled_attempts === undefined ? undefined : { any: scheduled_attempts },
    ...(cli_user_id === "any" ? { cli_id: { any: true } } : { cli_user_id }),
  });
}

export function eventsApiQuery(
  filters: EventFilters,
  { next, prev, dir }: ListPlace,
  now: Date,
): QueryOf<typeof listEvents> {
  return {
    ...undatedEventsQuery(filters),
    ...withoutUndefined({ created_at: createdAtFilter(filters.date, now), next, prev, dir }),
  };
}
