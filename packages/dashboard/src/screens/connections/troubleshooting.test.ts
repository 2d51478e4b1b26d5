import { expect, test } from "vitest";
import { aConnection } from "../../resources/connections/test-connections.ts";
import { findingsOf } from "./troubleshooting.ts";

const at = "2026-11-14T14:00:00.000Z";
const plain = aConnection(1);
const titles = (change: Partial<Parameters<typeof findingsOf>[0]> = {}) =>
  findingsOf({ connection: plain, rejections: [], clients: undefined, ...change })
    .filter(({ isProblem }) => isProblem)
    .map(({ title }) => title);

test("a connection in order has no problem, only what to check at the sender", () => {
  const findings = findingsOf({ connection: plain, rejections: [], clients: undefined });

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
  expect(titles({ rejections: [{ rejection_cause: "UNPARSABLE_JSON" }] })).toEqual([
    "The source rejected a request: Unparsable JSON",
  ]);
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
