import { getAttempt } from "@posthorn/contract/attempts";
import { bulkRetryEvents } from "@posthorn/contract/bulk";
import { DELIVERY_ERROR_CODES } from "@posthorn/contract/causes";
import { getEvent, listEvents } from "@posthorn/contract/events";
import { listRequestEvents } from "@posthorn/contract/request-events";
import { expect, test } from "vitest";
import { wire } from "../../testing/wire.ts";
import { errorCodeOfExpiry, eventNeverCancelled, fewerErrorCodes } from "./event-outcomes.ts";

test("a cancelled event is shown as failed, and why", () => {
  const { reply } = wire(getEvent, eventNeverCancelled);

  expect(reply({ id: "evt_1", status: "CANCELLED", error_code: null })).toEqual({
    id: "evt_1",
    status: "FAILED",
    error_code: "CANCELLED",
  });
  expect(reply({ status: "QUEUED", error_code: null })).toEqual({ status: "QUEUED", error_code: null });
});

test.each([listEvents, listRequestEvents])("among the failed of $path are the cancelled", (endpoint) => {
  const { query } = wire(endpoint, eventNeverCancelled);

  expect(query({ status: "FAILED" })).toEqual({ status: ["FAILED", "CANCELLED"] });
  expect(query({ status: ["QUEUED", "FAILED"] })).toEqual({ status: ["QUEUED", "FAILED", "CANCELLED"] });
  expect(query({ status: "HOLD", limit: "5" })).toEqual({ status: "HOLD", limit: "5" });
  expect(query({ limit: "5" })).toEqual({ limit: "5" });
  expect(query({ status: "CANCELLED" })).toEqual([
    "status must be one of [SCHEDULED, QUEUED, HOLD, SUCCESSFUL, FAILED]",
  ]);
});

test("a bulk retry of the failed is one of the cancelled too, and is shown as it was asked", () => {
  const { body, reply } = wire(bulkRetryEvents.create, eventNeverCancelled);
  const canonical = { query: { status: ["FAILED", "CANCELLED"], webhook_id: "web_1" } };

  expect(body({ query: { status: "FAILED", webhook_id: "web_1" } })).toEqual(canonical);
  expect(reply({ id: "bch_1", ...canonical })).toEqual({
    id: "bch_1",
    query: { status: "FAILED", webhook_id: "web_1" },
  });
  expect(reply({ query: {} })).toEqual({ query: {} });
  expect(body({ query: { nothing: 1 } })).toEqual(["query.nothing is not allowed"]);
});

test("a query in an address counts the same, nested or as JSON text", () => {
  const { query } = wire(bulkRetryEvents.plan, eventNeverCancelled);
  const canonical = { query: { status: ["FAILED", "CANCELLED"] } };

  expect(query({ query: { status: "FAILED" } })).toEqual(canonical);
  expect(query({ query: '{"status":"FAILED"}' })).toEqual(canonical);
  expect(query({})).toEqual({});
  expect(query({ query: "{" })).toEqual(["query must be valid JSON"]);
});

test("codes that came later are shown as unknown, and found so", () => {
  const { reply } = wire(getAttempt, fewerErrorCodes);
  const { query } = wire(listEvents, fewerErrorCodes);

  expect(reply({ error_code: "BAD_RESPONSE" })).toEqual({ error_code: "UNKNOWN" });
  expect(reply({ error_code: "TIMEOUT" })).toEqual({ error_code: "TIMEOUT" });
  expect(reply({ error_code: null })).toEqual({ error_code: null });
  expect(wire(getEvent, fewerErrorCodes).reply({ error_code: "Z_DATA_ERROR" })).toEqual({
    error_code: "UNKNOWN",
  });
  expect(query({ error_code: "TIMEOUT" })).toEqual({ error_code: "TIMEOUT" });
  expect(query({ error_code: "UNKNOWN" })).toMatchObject({
    error_code: expect.arrayContaining(["UNKNOWN", "BAD_RESPONSE", "CANCELLED_PAST_RETENTION"]),
  });
  expect(query({ error_code: "BAD_RESPONSE" })).toEqual([
    expect.stringMatching(/^error_code must be one of \[UNKNOWN, CANCELLED, TIMEOUT, /),
  ]);
});

test("the end of retention had another name in 2024", () => {
  const { reply } = wire(getEvent, errorCodeOfExpiry);
  const { query } = wire(listEvents, errorCodeOfExpiry);

  expect(reply({ error_code: "CANCELLED_PAST_RETENTION" })).toEqual({ error_code: "TTL_EXPIRED" });
  expect(query({ error_code: "TTL_EXPIRED" })).toEqual({ error_code: "CANCELLED_PAST_RETENTION" });
});

test.each([fewerErrorCodes, errorCodeOfExpiry])(
  "every event is found by the code it shows: $name",
  (codes) => {
    const { reply } = wire(getEvent, codes);
    const { query } = wire(listEvents, codes);

    for (const error_code of DELIVERY_ERROR_CODES) {
      const shown = reply({ error_code }) as { error_code: string };
      expect([query(shown)].flatMap((found) => Object.values(found as object).flat())).toContain(error_code);
    }
  },
);
