/** Traces for tests, as the server would send them. */
import type { EventTrace, TraceAttempt } from "@posthorn/contract/event-trace";

export function aTracedAttempt(number: number, change: Partial<TraceAttempt> = {}): TraceAttempt {
  const at = new Date(Date.UTC(2026, 10, 14, 14, number)).toISOString();
  return {
    id: `atm_${number}`,
    attempt_number: number,
    trigger: number === 1 ? "INITIAL" : "AUTOMATIC",
    status: "FAILED",
    response_status: 503,
    error_code: null,
    created_at: at,
    ended_at: at,
    ...change,
  };
}

/** Two failed attempts, and no further one. */
export function aTrace(change: Partial<EventTrace> = {}): EventTrace {
  const attempts = [aTracedAttempt(1), aTracedAttempt(2)];
  return {
    event_id: "evt_1",
    request_id: "req_1",
    received_at: "2026-11-14T14:00:59.988Z",
    source: { id: "src_1", name: "stripe" },
    destination: { id: "des_1", name: "orders-api", type: "HTTP" },
    connection: { id: "web_1", deleted_at: null, paused_at: null },
    rules: [],
    rules_edited_at: null,
    status: "FAILED",
    updated_at: "2026-11-14T14:02:00.000Z",
    next_attempt_at: null,
    attempts_count: attempts.length,
    attempts,
    ...change,
  };
}
