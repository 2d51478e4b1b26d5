/** How does a request look from outside? */
import type { Request, ShortEventData } from "@posthorn/contract/requests";
import { publicId } from "@posthorn/contract/ids";
import { createdAt } from "../../ids.ts";
import type { RequestRow } from "./requests.sql.ts";

/** `data` is undefined when the caller did not ask for it, and null when it is past retention. */
export function requestView(row: RequestRow, data?: ShortEventData | null): Request {
  const created_at = createdAt(row.id);
  return {
    id: publicId("request", row.id),
    team_id: publicId("project", row.team_id),
    source_id: publicId("source", row.source_id),
    verified: row.verified,
    status: row.rejection_cause === null || row.rejection_cause === "NO_CONNECTION" ? "accepted" : "rejected",
    rejection_cause: row.rejection_cause,
    verification_failure: row.verification_failure,
    retried: row.retried_at !== null,
    original_event_data_id: row.has_payload ? publicId("payload", row.payload_id) : null,
    ingested_at: created_at,
    events_count: row.events_count,
    cli_events_count: row.cli_events_count,
    ignored_count: row.ignored_count,
    created_at,
    updated_at: row.retried_at ?? created_at,
    ...(data !== undefined && { data }),
  };
}
