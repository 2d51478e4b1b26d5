import type { Event } from "@posthorn/contract/events";
import type { Request } from "@posthorn/contract/requests";
import { expect, test } from "vitest";
import { aConnection } from "../../resources/connections/test-connections.ts";
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

const refused: Request = {
  id: "req_2",
  team_id: "tm_1",
  source_id: connection.source.id,
  verified: null,
  status: "rejected",
  verification_failure: null,
  retried: false,
  rejection_cause: "UNPARSABLE_JSON",
  original_event_data_id: null,
  ingested_at: at,
  events_count: 0,
  cli_events_count: 0,
  ignored_count: 0,
  created_at: at,
  updated_at: at,
};

test("nothing yet is waiting, and a refused request is heard of while there is no event", () => {
  expect(wireOf(connection, [], []).state).toBe("waiting");
  expect(wireOf(connection, [], [refused])).toMatchObject({
    state: "refused",
    title: "stripe turned a request away",
  });
  expect(wireOf(connection, [anEvent({})], [refused]).state).toBe("delivered");
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
