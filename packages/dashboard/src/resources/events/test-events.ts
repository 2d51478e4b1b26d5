/** Events and attempts for tests, as the server would send them. A greater number is a newer event. */
import type { Attempt } from "@posthorn/contract/attempts";
import type { Event } from "@posthorn/contract/events";

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

export function anAttempt(number: number, change: Partial<Attempt> = {}): Attempt {
  const at = new Date(Date.UTC(2026, 10, 14, 14, number)).toISOString();
  return {
    id: `atm_${number}`,
    team_id: "tm_1",
    event_id: anEvent(1).id,
    destination_id: "des_1",
    response_status: 503,
    attempt_number: number,
    trigger: number === 1 ? "INITIAL" : "AUTOMATIC",
    error_code: null,
    bulk_retry_id: null,
    status: "FAILED",
    successful_at: null,
    delivered_at: at,
    responded_at: at,
    delivery_latency: 12,
    response_latency: 184,
    updated_at: at,
    created_at: at,
    ...change,
  };
}
