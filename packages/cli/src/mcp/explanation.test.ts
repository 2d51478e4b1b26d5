import { DELIVERY_ERROR_CODES } from "@posthorn/contract/causes";
import { expect, test } from "vitest";
import { explainFailure, type FailureFacts } from "./explanation.ts";

const RETRY = {
  type: "retry",
  strategy: "linear",
  count: 3,
  interval: 1000,
  response_status_codes: null,
} as const;

function facts(
  event: Partial<FailureFacts["event"]> = {},
  others: Partial<Omit<FailureFacts, "event">> = {},
): FailureFacts {
  return {
    event: {
      status: "FAILED",
      response_status: 500,
      error_code: null,
      attempts: 1,
      next_attempt_at: null,
      successful_at: null,
      ...event,
    },
    connection: { paused_at: null, disabled_at: null, rules: [] },
    attempt: { requested_url: "https://orders.example.com/hooks" },
    timeoutSeconds: null,
    others: { successful: 0, failed: 0 },
    issue: null,
    ...others,
  };
}

test.each(DELIVERY_ERROR_CODES)("%s has a cause and something to do", (error_code) => {
  const { happened, cause, todo } = explainFailure(facts({ error_code, response_status: null }));

  expect(happened).toMatch(/\.$/);
  expect(cause).toMatch(/\.$/);
  expect(todo.length).toBeGreaterThan(0);
});

test("the words name the place that the attempt has called, and the timeout of the destination", () => {
  const refused = explainFailure(facts({ error_code: "CONNECTION_REFUSED", response_status: null }));
  const slow = explainFailure(facts({ error_code: "TIMEOUT", response_status: null }, { timeoutSeconds: 5 }));

  expect(refused.cause).toContain("orders.example.com:443");
  expect(slow.happened).toBe("The destination did not answer within 5 seconds.");
});

test.each([
  { response_status: 401, says: "credentials" },
  { response_status: 404, says: "nothing at this path" },
  { response_status: 429, says: "limits how many" },
  { response_status: 503, says: "overloaded" },
  { response_status: 199, says: "counts as a failure" },
])("an answer $response_status has its cause", ({ response_status, says }) => {
  const { happened, cause } = explainFailure(facts({ response_status }));

  expect([happened, cause]).toEqual([
    `The destination answered ${response_status}.`,
    expect.stringContaining(says),
  ]);
});

test.each([
  { others: { successful: 0, failed: 9 }, says: "the whole destination is affected" },
  { others: { successful: 5, failed: 5 }, says: "now and then" },
  { others: { successful: 99, failed: 1 }, says: "more likely this event" },
  { others: { successful: 0, failed: 0 }, says: "no other event" },
])("the other events of the connection say whether it is the event: $others", ({ others, says }) => {
  expect(explainFailure(facts({}, { others })).facts.join(" ")).toContain(says);
});

const last = (known: FailureFacts) => explainFailure(known).todo.at(-1);

test("what to do next depends on the connection and on planned attempts", () => {
  const connection = { paused_at: null, disabled_at: null, rules: [RETRY] };
  const at = "2026-11-19T10:00:00.000Z";

  expect(last(facts())).toBe("Once the cause is gone, retry the event.");
  expect(last(facts({}, { others: { successful: 0, failed: 3 } }))).toContain("A retry with filters");
  expect(last(facts({ next_attempt_at: at }))).toContain("An attempt follows by itself.");
  expect(last(facts({}, { connection: { ...connection, disabled_at: at } }))).toContain(
    "Enable the connection",
  );
  expect(last(facts({ status: "HOLD" }, { connection: { ...connection, paused_at: at } }))).toContain(
    "Unpause",
  );
  expect(last(facts({}, { connection: null }))).toContain("its connection was deleted");
});

test("the rules, the pause and the issue are among the facts", () => {
  const known = facts(
    { attempts: 4, next_attempt_at: "2026-11-19T10:00:00.000Z" },
    {
      connection: { paused_at: "2026-11-19T09:00:00.000Z", disabled_at: null, rules: [RETRY] },
      issue: { id: "iss_1", status: "OPENED" },
    },
  );

  expect(explainFailure(known).facts).toEqual([
    "The event is FAILED. 4 attempts were made, and the next is at 2026-11-19T10:00:00.000Z.",
    "Its connection is paused since 2026-11-19T09:00:00.000Z: its events wait.",
    "Its connection has a retry rule (linear, 3 retries).",
    "The connection had no other event that ended in the past day.",
    "The issue iss_1 is about it (OPENED).",
  ]);
});

test("an event that did not fail is not said to have", () => {
  const delivered = explainFailure(
    facts(
      { status: "SUCCESSFUL", response_status: 200, attempts: 2 },
      { others: { successful: 3, failed: 1 } },
    ),
  );
  const waiting = explainFailure(facts({ status: "QUEUED", response_status: null, attempts: 0 }));

  expect(delivered).toMatchObject({
    happened: "The event was delivered: the destination answered 200 at attempt 2.",
    cause: null,
    todo: [],
  });
  expect(waiting).toMatchObject({ happened: "The event has not been sent yet.", cause: null });
});
