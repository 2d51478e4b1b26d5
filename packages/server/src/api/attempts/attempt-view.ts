/** How does an attempt look from outside? */
import type { Attempt } from "@posthorn/contract/attempts";
import { REQUEST_METHODS } from "@posthorn/contract/causes";
import { attemptId, publicId } from "@posthorn/contract/ids";
import { headersView } from "../../pipeline/headers-view.ts";
import { bodyView, headerList } from "../../pipeline/route/payload-view.ts";
import type { AttemptRow, AttemptWithAnswer } from "./attempts.sql.ts";

function millisecondsBetween(from: string | null, to: string | null): number | null {
  return from === null || to === null ? null : Math.max(0, Date.parse(to) - Date.parse(from));
}

export function attemptView(row: AttemptRow): Attempt {
  return {
    id: attemptId(row.event_id, row.attempt_number),
    team_id: publicId("project", row.team_id),
    event_id: publicId("event", row.event_id),
    destination_id: publicId("destination", row.destination_id),
    response_status: row.response_status,
    attempt_number: row.attempt_number,
    trigger: row.trigger,
    error_code: row.error_code,
    bulk_retry_id: row.bulk_retry_id && publicId("bulk_operation", row.bulk_retry_id),
    status: row.status,
    successful_at: row.status === "SUCCESSFUL" ? row.responded_at : null,
    delivered_at: row.delivered_at,
    responded_at: row.responded_at,
    delivery_latency: millisecondsBetween(row.created_at, row.delivered_at),
    response_latency: millisecondsBetween(row.delivered_at, row.responded_at),
    updated_at: row.responded_at ?? row.created_at,
    created_at: row.created_at,
  };
}

/** Includes the destination's answer. */
export function attemptWithAnswerView(row: AttemptWithAnswer): Attempt {
  const headers = row.response_headers === null ? {} : headersView(headerList(row.response_headers));
  return {
    ...attemptView(row),
    body: bodyView(row.response_body, headers["content-type"]),
    requested_url: row.requested_url,
    http_method: REQUEST_METHODS.find((method) => method === row.http_method) ?? null,
  };
}
