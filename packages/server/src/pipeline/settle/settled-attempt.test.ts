import type { RetryRule } from "@posthorn/contract/rules";
import { expect, test } from "vitest";
import type { Answer } from "../answer.ts";
import type { Delivery } from "../delivery.ts";
import { settledAttempt } from "./settled-attempt.ts";

const NOW = Date.parse("2026-11-15T12:00:00Z");
const ID = Buffer.alloc(16);
const RULE: RetryRule = {
  type: "retry",
  strategy: "linear",
  interval: 60_000,
  count: 5,
  response_status_codes: null,
};

const DELIVERY: Delivery = {
  team: ID,
  id: ID,
  request: ID,
  connection: ID,
  connectionKey: "web",
  destinationKey: "des",
  cliSession: null,
  group: null,
  attempt_number: 3,
  trigger: "AUTOMATIC",
  retries: 2,
  createdAtMs: NOW - 120_000,
  verified: null,
  isClaimed: false,
  payload: { method: "POST", path: "/", query: null, headers: [], client_ip: null, body: null },
};

function settled(response_status: number, response_headers: string[] = [], isStopped = false) {
  const answer: Answer = {
    createdAtMs: NOW,
    http_method: "POST",
    requested_url: "https://api.test/",
    response_status,
    error_code: null,
    response_headers,
    response_body: null,
    response_body_cut: false,
    deliveredAtMs: NOW,
    respondedAtMs: NOW,
  };
  return settledAttempt(DELIVERY, answer, { rule: RULE, isStopped, nowMs: NOW, chance: 0 });
}

test("a success ends the event and plans nothing, whatever the destination says of later", () => {
  expect(settled(200, ["Retry-After", "60"])).toMatchObject({
    status: "SUCCESSFUL",
    event_status: "SUCCESSFUL",
    retryWaitMs: null,
    retries: 2,
  });
});

test("a failure plans the next attempt by the rule, or later if the destination asks for more time", () => {
  expect(settled(500)).toMatchObject({ event_status: "FAILED", retryWaitMs: 60_000, retries: 3 });
  expect(settled(503, ["retry-AFTER", "90"])).toMatchObject({ retryWaitMs: 90_000, retries: 3 });
  expect(settled(503, ["retry-after", "0"])).toMatchObject({ retryWaitMs: 60_000, retries: 3 });
});

test("nothing follows a failure once the connection is disabled or deleted, not even what the destination asks for", () => {
  const stopped = { event_status: "FAILED", retryWaitMs: null, retries: 2 };

  expect(settled(500, [], true)).toMatchObject(stopped);
  expect(settled(503, ["retry-after", "90"], true)).toMatchObject(stopped);
});

test("Retry-After: -1 ends automatic retries, also after a later attempt by hand", () => {
  expect(settled(410, ["Retry-After", "-1"])).toMatchObject({ retryWaitMs: null, retries: 50 });
});
