/**
 * Which events does a filter match?
 *
 * Lists, bulk operations and their estimates share this code, so a bulk operation acts on exactly the
 * events that a list with the same filters shows. Sources and destinations belong to connections, so a
 * filter on them is first turned into the matching connections.
 */
import type { EventFilters } from "@posthorn/contract/events";
import { eventIdRange } from "../../ids.ts";
import {
  Conditions,
  internalIds,
  whereCreatedAt,
  whereDate,
  whereId,
  whereInteger,
  whereOneOf,
  whereOptionalId,
} from "./conditions.ts";
import { whereEventOfIssue } from "./issue-filters.ts";
import { wherePayload } from "./payload-filters.ts";

function whereEnd(
  conditions: Conditions,
  team: string,
  kind: "source" | "destination",
  filter: readonly string[] | undefined,
): void {
  if (!filter) return;
  const ids = conditions.bind(internalIds(kind, filter));
  conditions.add(
    `webhook_id = any(array(select connections.id from connections
       where connections.team_id = ${team} and connections.${kind}_id = any(${ids}::uuid[])))`,
  );
}

function whereRequest(conditions: Conditions, filter: readonly string[] | undefined): void {
  if (!filter) return;
  const ranges = internalIds("request", filter).map((id) => eventIdRange(id));
  if (ranges.length === 0) return conditions.addNever();
  const inRange = ranges.map(
    ({ above, upTo }) => `id > ${conditions.bind(above)}::uuid and id <= ${conditions.bind(upTo)}::uuid`,
  );
  conditions.add(inRange.map((text) => `(${text})`).join(" or "));
}

/** A person has clients, and events belong to clients. User ids are shown as they are stored. */
function whereCliUser(conditions: Conditions, team: string, filter: readonly string[] | undefined): void {
  if (!filter) return;
  const users = conditions.bind(filter);
  conditions.add(
    `cli_id = any(array(select cli_clients.id from cli_clients
       where cli_clients.team_id = ${team} and cli_clients.user_id::text = any(${users}::text[])))`,
  );
}

/** The empty group is internal: it means that the event has no group (see routed.ts). */
export function groupsNamed(filter: readonly string[]): string[] {
  return filter.filter((group) => group !== "");
}

export function eventConditions(team_id: string, filters: EventFilters): Conditions {
  const conditions = new Conditions();
  const team = conditions.bind(team_id);
  conditions.add(`team_id = ${team}`);
  whereId(conditions, "id", "event", filters.id);
  whereOneOf(conditions, "status", filters.status);
  whereId(conditions, "webhook_id", "connection", filters.webhook_id);
  whereEnd(conditions, team, "source", filters.source_id);
  whereEnd(conditions, team, "destination", filters.destination_id);
  whereRequest(conditions, filters.request_id);
  whereId(conditions, "event_data_id", "payload", filters.event_data_id);
  whereInteger(conditions, "attempts", filters.attempts);
  whereInteger(conditions, "response_status", filters.response_status);
  whereOneOf(conditions, "error_code", filters.error_code);
  whereOneOf(conditions, "delivery_group", filters.delivery_group && groupsNamed(filters.delivery_group));
  whereOptionalId(conditions, "cli_id", "cli_client", filters.cli_id);
  whereCliUser(conditions, team, filters.cli_user_id);
  whereCreatedAt(conditions, "id", filters.created_at);
  whereDate(conditions, "successful_at", filters.successful_at);
  whereDate(conditions, "last_attempt_at", filters.last_attempt_at);
  whereDate(conditions, "next_attempt_at", filters.next_attempt_at);
  whereId(conditions, "bulk_retry_id", "bulk_operation", filters.bulk_retry_id);
  whereEventOfIssue(conditions, team, filters.issue_id);
  wherePayload(conditions, { teamColumn: "events.team_id", idColumn: "events.event_data_id" }, filters);
  return conditions;
}
