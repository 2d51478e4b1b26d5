import { expect, test } from "vitest";
import { aConnection } from "../../resources/connections/test-connections.ts";
import { anIgnoredEvent, aRequest } from "../../resources/requests/test-requests.ts";
import { findingsOf } from "./troubleshooting.ts";

const at = "2026-11-14T14:00:00.000Z";
const plain = aConnection(1);
const titles = (change: Partial<Parameters<typeof findingsOf>[0]> = {}) =>
  findingsOf({ connection: plain, requests: [], clients: undefined, ...change })
    .filter(({ isProblem }) => isProblem)
    .map(({ title }) => title);

test("a connection in order has no problem, only what to check at the sender", () => {
  const findings = findingsOf({ connection: plain, requests: [], clients: undefined });

  expect(findings.every(({ isProblem }) => !isProblem)).toBe(true);
  expect(findings.map(({ title }) => title)).toContain("The sender uses POST, PUT, PATCH, DELETE");
});

test("what stops every event is named first", () => {
  const off = { disabled_at: at };

  expect(titles({ connection: { ...plain, paused_at: at } })).toEqual(["The connection is paused"]);
  expect(
    titles({
      connection: {
        ...plain,
        ...off,
        source: { ...plain.source, ...off },
        destination: { ...plain.destination, ...off },
      },
    }),
  ).toEqual(["The connection is disabled", "stripe is disabled", "orders-api is disabled"]);
});

test("what became of the latest requests is named, with its reason", () => {
  const rejected = aRequest(2, {
    status: "rejected",
    rejection_cause: "VERIFICATION_FAILED",
    verification_failure: { problem: "MISSING", looked_at: { part: "header", name: "x-signature" } },
  });
  const filtered = aRequest(1, { events_count: 0, ignored_count: 1 });
  const ignored = anIgnoredEvent(filtered, plain.id, { cause: "FILTERED", meta: ["headers"] });

  const findings = findingsOf({
    connection: plain,
    requests: [
      { request: rejected, ignored: null },
      { request: filtered, ignored },
    ],
    clients: undefined,
  });

  expect(findings.slice(0, 2)).toEqual([
    {
      isProblem: true,
      title: "The source rejected a request: Authentication Failed",
      text: "The request has no header x-signature, where the source looks for the proof of its sender. Nothing was delivered; the sender got 401.",
    },
    {
      isProblem: true,
      title: "This connection ignored a request: Filtered",
      text: "A filter of the connection does not match its headers.",
    },
  ]);
});

test("what an arrived request has proved need not be checked", () => {
  const request = aRequest(1);
  const open = findingsOf({ connection: plain, requests: [{ request, ignored: null }], clients: undefined });

  expect(open.map(({ title }) => title)).toEqual(["The destination can be reached from this server"]);
});

test("a CLI that does not listen is a problem, once it is known", () => {
  const connection = { ...plain, destination: { ...plain.destination, type: "CLI" as const } };
  const laptop = { cli_id: "cli_1", device_name: "laptop" };

  expect(titles({ connection })).toEqual([]);
  expect(titles({ connection, clients: [{ ...laptop, active: false }] })).toEqual([
    "No CLI listens to this connection",
  ]);
  expect(titles({ connection, clients: [{ ...laptop, active: true }] })).toEqual([]);
});
