/** Requests and what became of them, for component tests, as the server would send them. A greater number is newer. */
import type { IgnoredEvent } from "@posthorn/contract/request-events";
import type { Request } from "@posthorn/contract/requests";

export function aRequest(number: number, change: Partial<Request> = {}): Request {
  const at = new Date(Date.UTC(2026, 10, 14, 14, 0, number)).toISOString();
  return {
    id: `req_${String(number).padStart(22, "0")}`,
    team_id: "tm_1",
    source_id: "src_0000000000000000000000001",
    verified: null,
    status: "accepted",
    rejection_cause: null,
    verification_failure: null,
    retried: false,
    original_event_data_id: "edt_1",
    ingested_at: at,
    events_count: 1,
    cli_events_count: 0,
    ignored_count: 0,
    created_at: at,
    updated_at: at,
    ...change,
  };
}

export const SENT_DATA: NonNullable<Request["data"]> = {
  path: "/orders",
  query: "page=2",
  parsed_query: { page: "2" },
  headers: { "content-type": "application/json", "user-agent": "shop/1" },
  body: { amount: 7 },
};

export function anIgnoredEvent(
  request: Request,
  webhook_id: string,
  change: Pick<IgnoredEvent, "cause"> & Partial<IgnoredEvent>,
): IgnoredEvent {
  const { id, team_id, created_at } = request;
  return {
    id: `${id}:${webhook_id}`,
    team_id,
    webhook_id,
    request_id: id,
    meta: null,
    created_at,
    updated_at: created_at,
    ...change,
  };
}
