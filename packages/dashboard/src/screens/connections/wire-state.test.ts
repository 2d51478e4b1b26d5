import type { Event } from "@posthorn/contract/events";
import { expect, test } from "vitest";
import { aConnection } from "../../resources/connections/test-connections.ts";
import { anIgnoredEvent, aRequest } from "../../resources/requests/test-requests.ts";
import { wireOf } from "./wire-state.ts";

const connection = aConnection(1);
const at = "2026-11-14T14:00:01.000Z";

function anEvent(change: Partial<Event>): Event {
  return {
    id: "evt_1",
    team_id: "tm_1",
    webhook_id: connection.id,
    source_id: connection.source.id,
    destination_id: connection.destination.id,
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

const request = aRequest(1, { source_id: connection.source.id, events_count: 0 });
const rejected = {
  request: aRequest(2, { status: "rejected", rejection_cause: "UNPARSABLE_JSON", events_count: 0 }),
  ignored: null,
};
const filtered = {
  request: { ...request, ignored_count: 1 },
  ignored: anIgnoredEvent(request, connection.id, { cause: "FILTERED", meta: ["body"] }),
};

test("while there is no event, the latest request says what became of it", () => {
  expect(wireOf(connection, [], []).state).toBe("waiting");
  expect(wireOf(connection, [], [{ request, ignored: null }])).toMatchObject({
    state: "arrived",
    title: "stripe received a request",
  });
  expect(wireOf(connection, [], [rejected, filtered])).toMatchObject({
    state: "rejected",
    title: "stripe rejected a request: Unparsable JSON",
  });
  expect(wireOf(connection, [], [filtered, rejected])).toEqual({
    state: "ignored",
    title: "This connection ignored a request: Filtered",
    text: "A filter of the connection does not match its body.",
  });
  expect(wireOf(connection, [anEvent({})], [rejected]).state).toBe("delivered");
});

test("the latest event decides, and only the first is called the first", () => {
  const delivered = anEvent({});
  const failed = anEvent({ id: "evt_2", status: "FAILED", response_status: 503 });

  expect(wireOf(connection, [delivered], []).title).toBe("Your first event was delivered");
  expect(wireOf(connection, [delivered, failed], []).title).toBe("orders-api is receiving events");
  expect(wireOf(connection, [failed, delivered], [])).toMatchObject({
    state: "failed",
    title: "The latest event was not delivered",
    text: "The destination answered 503 Service Unavailable. Open the event to see why.",
  });
});

test("an event that is held or on its way has arrived, but is not delivered", () => {
  for (const status of ["QUEUED", "HOLD", "SCHEDULED"] as const)
    expect(wireOf(connection, [anEvent({ status })], []).state).toBe("arrived");
});
