/** Which requests does a filter match? Shared by lists and bulk operations: see event-filters.ts. */
import type { RequestFilters } from "@posthorn/contract/requests";
import { Conditions, whereCreatedAt, whereId, whereInteger, whereOneOf } from "./conditions.ts";
import { whereIgnored } from "./ignored-event-filters.ts";
import { wherePayload } from "./payload-filters.ts";

/** The events of a request are one range of ids: see the first migration. */
const countEvents = (condition: string) => `(select count(*)::int from events
  where events.team_id = requests.team_id and events.id > requests.id
    and events.id <= (left(requests.id::text, 32) || 'ffff')::uuid and ${condition})`;
/** Events to a developer's machine are counted separately. */
export const EVENTS_COUNT = countEvents("events.cli_id is null");
export const CLI_EVENTS_COUNT = countEvents("events.cli_id is not null");
export const IGNORED_COUNT = `(select count(*)::int from ignored_events
  where ignored_events.team_id = requests.team_id and ignored_events.request_id = requests.id)`;

/** A request without a connection counts as accepted: nothing was wrong with the request itself. */
const IS_ACCEPTED = "coalesce(rejection_cause, 'NO_CONNECTION') = 'NO_CONNECTION'";

export function requestConditions(team_id: string, filters: RequestFilters): Conditions {
  const conditions = new Conditions();
  conditions.add(`team_id = ${conditions.bind(team_id)}`);
  whereId(conditions, "id", "request", filters.id);
  whereId(conditions, "source_id", "source", filters.source_id);
  if (filters.status) conditions.add(filters.status === "accepted" ? IS_ACCEPTED : `not ${IS_ACCEPTED}`);
  whereOneOf(conditions, "rejection_cause", filters.rejection_cause);
  if (filters.verified !== undefined) {
    conditions.add(`verified is ${filters.verified ? "true" : "not true"}`);
  }
  whereCreatedAt(conditions, "id", filters.created_at);
  whereCreatedAt(conditions, "id", filters.ingested_at);
  whereInteger(conditions, EVENTS_COUNT, filters.events_count);
  whereInteger(conditions, IGNORED_COUNT, filters.ignored_count);
  whereInteger(conditions, CLI_EVENTS_COUNT, filters.cli_events_count);
  whereIgnored(conditions, filters);
  whereId(conditions, "bulk_retry_id", "bulk_operation", filters.bulk_retry_id);
  const idColumn = "coalesce(requests.payload_id, requests.id)";
  wherePayload(conditions, { teamColumn: "requests.team_id", idColumn }, filters);
  return conditions;
}
