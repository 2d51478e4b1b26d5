/** Is the sample's day whole, and true to what is set up? */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSandbox, type Sandbox } from "../sandbox/sandbox.ts";
import { BROKEN_ORDERS, HELD, ORDERS, PAYMENTS, sampleDay, type SampleOutcome } from "./sample-day.ts";
import { SAMPLE_TRANSFORMATION } from "./shop.ts";

const NOW = Date.UTC(2026, 2, 1, 0, 0, 30);
const { requests, pausedMs } = sampleDay(NOW);
const outcomes = requests.flatMap((request) => request.outcomes);
const ofConnection = (name: SampleOutcome["connection"]) =>
  outcomes.filter(({ connection }) => connection === name);

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = createSandbox();
});
afterAll(() => sandbox.stop());

test("all of it happened within the last 24 hours, and is over", () => {
  const times = [
    ...requests.map(({ atMs }) => atMs),
    ...outcomes
      .flatMap((outcome) => (outcome.ignored === null ? outcome.attempts : []))
      .map(({ atMs }) => atMs),
  ];

  expect(Math.min(...times)).toBeGreaterThan(NOW - 24 * 60 * 60_000);
  expect(Math.max(...times)).toBeLessThan(NOW - 60_000);
  expect(requests.map(({ atMs }) => atMs)).toEqual(
    requests.map(({ atMs }) => atMs).toSorted((a, b) => a - b),
  );
});

test("it has something for every screen", () => {
  const statuses = (name: SampleOutcome["connection"]) =>
    new Set(ofConnection(name).map((outcome) => outcome.ignored ?? outcome.status));

  expect(ofConnection("orders")).toHaveLength(ORDERS);
  expect(statuses("packing")).toEqual(new Set(["SUCCESSFUL", "TRANSFORMATION_FAILED"]));
  expect(statuses("invoices")).toEqual(new Set(["SUCCESSFUL", "FILTERED"]));
  expect(ofConnection("payments")).toHaveLength(PAYMENTS);
  expect(statuses("payments")).toEqual(new Set(["SUCCESSFUL", "FAILED"]));
  expect(statuses("releases")).toEqual(new Set(["SUCCESSFUL", "DUPLICATE", "HOLD"]));
  const held = requests.filter(({ source, atMs }) => source === "github" && atMs > pausedMs);
  expect(held).toHaveLength(HELD);
  expect(held.flatMap((request) => request.outcomes)).toEqual(
    Array.from({ length: HELD }, () => expect.objectContaining({ status: "HOLD", attempts: [] })),
  );
  expect(requests.filter(({ rejection_cause }) => rejection_cause === "UNPARSABLE_JSON")).toHaveLength(
    BROKEN_ORDERS,
  );
});

test("the transformation makes of every order what the day says", async () => {
  for (const { body, outcomes: made } of requests) {
    const run = made.find(({ connection }) => connection === "packing")?.run;
    if (!run) continue;

    const result = await sandbox.run({
      projectKey: "1",
      connectionKey: "1",
      code: SAMPLE_TRANSFORMATION.code,
      envJson: "{}",
      requestJson: `{"headers":{"content-type":"application/json"},"query":"","parsed_query":{},"path":"/","body":${body}}`,
      contextJson: '{"connection":{"name":"packing"}}',
    });

    if (run.body === null)
      expect([{ type: "error", message: "failure" in result ? result.failure : "" }]).toEqual(run.logs);
    else
      expect(result).toMatchObject({
        request: { body: run.body },
        console: run.logs,
        log_level: run.log_level,
      });
  }
});
