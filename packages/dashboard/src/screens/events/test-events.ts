/** Events for the tests of this folder. A greater number is a newer event. */
import type { ReplyOf } from "@posthorn/contract/endpoint";
import type { Event, listEvents } from "@posthorn/contract/events";

export function anEvent(number: number, change: Partial<Event> = {}): Event {
  const at = new Date(Date.UTC(2026, 10, 14, 14, 0, number)).toISOString();
  return {
    id: `evt_${String(number).padStart(22, "0")}`,
    team_id: "tm_1",
    webhook_id: "web_1",
    source_id: "src_1",
    destination_id: "des_1",
    event_data_id: "edt_1",
    request_id: "req_1",
    attempts: 1,
    last_attempt_at: at,
    next_attempt_at: null,
    response_status: 200,
    error_code: null,
    status: "SUCCESSFUL",
    successful_at: at,
    cli_id: null,
    updated_at: at,
    created_at: at,
    ...change,
  };
}

export function aPage(
  models: Event[],
  cursors: { next?: string; prev?: string } = {},
): ReplyOf<typeof listEvents> {
  return {
    models,
    count: models.length,
    pagination: { order_by: "created_at", dir: "desc", limit: 100, ...cursors },
  };
}
