/** How does an event look from outside? */
import type { Event, EventData } from "@posthorn/contract/events";
import { publicId } from "@posthorn/contract/ids";
import { createdAt, requestIdOfEvent } from "../../ids.ts";
import type { EventRow } from "./events.sql.ts";

/** `data` is undefined when the caller did not ask for it, and null when it is past retention. */
export function eventView(row: EventRow, data?: EventData | null): Event {
  return {
    id: publicId("event", row.id),
    team_id: publicId("project", row.team_id),
    webhook_id: publicId("connection", row.webhook_id),
    source_id: publicId("source", row.source_id),
    destination_id: publicId("destination", row.destination_id),
    event_data_id: publicId("payload", row.event_data_id),
    request_id: publicId("request", requestIdOfEvent(row.id)),
    attempts: row.attempts,
    last_attempt_at: row.last_attempt_at,
    next_attempt_at: row.next_attempt_at,
    response_status: row.response_status,
    error_code: row.error_code,
    ...(row.delivery_group && { delivery_group: row.delivery_group }),
    status: row.status,
    successful_at: row.successful_at,
    cli_id: row.cli_id && publicId("cli_client", row.cli_id),
    updated_at: row.updated_at,
    created_at: createdAt(row.id),
    ...(data !== undefined && { data }),
  };
}
