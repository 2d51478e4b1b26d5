import { RETRY_LEAVES_OUT } from "@posthorn/contract/texts";
import { expect, test } from "vitest";
import { ONLY_CANCELLABLE, warningsFor } from "./bulk-warnings.ts";
import { rowsAddress } from "./operation-rows.ts";
import { queryWords } from "./query-words.ts";
import { firstChoice } from "./retry-choice.ts";
import { anOperation } from "./test-operations.ts";

const YESTERDAY = new Date(2026, 10, 13).toISOString();

test("a retry warns of events that wait for an attempt, a cancel of events without one", () => {
  expect(warningsFor("events.retry", {})).toEqual([RETRY_LEAVES_OUT]);
  expect(warningsFor("events.retry", { status: ["FAILED", "HOLD"] })).toEqual([RETRY_LEAVES_OUT]);
  expect(warningsFor("events.retry", { status: ["FAILED"] })).toEqual([]);
  expect(warningsFor("events.cancel", { status: ["SUCCESSFUL", "HOLD"] })).toEqual([ONLY_CANCELLABLE]);
  expect(warningsFor("events.cancel", { status: "HOLD" })).toEqual([]);
});

test("a retry sends what failed, or what the filters name; delivered events never by themselves", () => {
  expect(firstChoice({})).toEqual(["FAILED"]);
  expect(firstChoice({ status: ["SUCCESSFUL", "CANCELLED", "QUEUED"] })).toEqual(["CANCELLED"]);
  expect(firstChoice({ status: "SUCCESSFUL" })).toEqual([]);
});

test("an operation leads to its events or requests", () => {
  expect(rowsAddress(anOperation(4))).toBe("/events?bulk_retry_id=bch_4");
  expect(rowsAddress(anOperation(4, { type: "ignored_events.retry" }))).toBe("/requests?bulk_retry_id=bch_4");
  const query = { status: ["HOLD"], created_at: { gte: YESTERDAY } };
  expect(rowsAddress(anOperation(4, { type: "events.cancel", query }))).toBe(
    `/events?status[0]=HOLD&date[min]=${encodeURIComponent(YESTERDAY)}`,
  );
});

test("a query is written in words, also one that a program sent", () => {
  const query = {
    status: "FAILED,HOLD",
    webhook_id: ["web_1", "web_2"],
    response_status: { gte: 500, lte: "599" },
    attempts: { gte: 2 },
    search_term: "refund",
    body: { order: 7 },
    cause: ["CLI_DISCONNECTED"],
    rejection_cause: "NO_CONNECTION",
  };

  expect(queryWords(query).map(({ label, text }) => `${label}: ${text}`)).toEqual([
    "Status: Failed, Paused",
    "Connection: web_1, web_2",
    "Attempts: from 2",
    'Body: {"order":7}',
    "Ignored cause: CLI Offline",
    "Rejection cause: No Connection",
    "Response status: 500 – 599",
    "Search term: refund",
  ]);
  expect(queryWords({ status: [], rejection_cause: "" })).toEqual([]);
  expect(queryWords({ created_at: { gte: YESTERDAY } })[0]?.text).toMatch(/^since Nov 13 00:00:00$/);
});
