/** Does the trace of an event show what happened to it, and nothing that no row proves? Against a running gateway. */
import { internalId } from "@posthorn/contract/ids";
import { EventTrace, TRACE_NEWEST_ATTEMPTS } from "@posthorn/contract/event-trace";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../testing/gateway.ts";
import type { Answer } from "../../testing/given-api.ts";
import {
  givenApiWithGateway,
  type ApiWithGateway,
  type Connected,
} from "../../testing/given-api-with-gateway.ts";

let given: ApiWithGateway;
beforeAll(async () => void (given = await givenApiWithGateway()));
afterAll(() => given.stop());

const call: ApiWithGateway["api"]["call"] = (...args) => given.api.call(...args);
const askTrace = (id: string, options: object = {}) =>
  call("GET", `//dashboard-api/events/${id}/trace`, options);
const traceOf = async (id: string) => EventTrace.parse((await askTrace(id)).body);

/** Sends a request, and returns its event once its status is one of these. */
async function sendTo({ url }: Connected, until: readonly string[]): Promise<Answer["body"]> {
  const sent = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"type":"order"}',
  });
  const { request_id } = (await sent.json()) as { request_id: string };
  return eventually<Answer["body"]>(
    async () => (await call("GET", `/events?request_id=${request_id}`)).body.models[0],
    (event) => event !== undefined && until.includes(event.status),
  );
}

const CODE = `addHandler("transform", (request) => { console.warn("seen"); request.body.made = true; return request; });`;

test("from the request through each rule, in the order in which they acted, to the attempt", async () => {
  const connected = await given.connect({
    rules: [
      { type: "delay", delay: 1 },
      { type: "deduplicate", window: 60_000 },
      { type: "transform", transformation: { name: "made", code: CODE, env: {} } },
      { type: "filter", body: { type: "order" }, headers: { "content-type": "application/json" } },
      { type: "retry", strategy: "linear", interval: 60_000, count: 2 },
    ],
  });
  const { source, destination, id: connection_id } = connected.connection;
  const event = await sendTo(connected, ["SUCCESSFUL"]);

  const trace = await traceOf(event.id);

  const transform = connected.connection.rules.find(({ type }: Answer["body"]) => type === "transform");
  const { models: executions } = (
    await call("GET", `/transformations/${transform.transformation_id}/executions`)
  ).body;
  expect(trace).toMatchObject({
    event_id: event.id,
    request_id: event.request_id,
    received_at: event.created_at,
    source: { id: source.id, name: source.name },
    destination: { id: destination.id, name: destination.name, type: "HTTP" },
    connection: { id: connection_id, deleted_at: null, paused_at: null },
    rules_edited_at: null,
    status: "SUCCESSFUL",
    next_attempt_at: null,
    attempts_count: 1,
  });
  expect(trace.rules).toEqual([
    { type: "deduplicate", window: 60_000 },
    {
      type: "transform",
      transformation_id: transform.transformation_id,
      transformation_name: "made",
      execution_id: executions[0].id,
      log_level: "warn",
    },
    { type: "filter", parts: ["body", "headers"] },
    { type: "delay", delay: 1 },
  ]);
  const { models: attempts } = (await call("GET", `/attempts?event_id=${event.id}`)).body;
  expect(trace.attempts).toEqual([
    {
      id: attempts[0].id,
      attempt_number: 1,
      trigger: "INITIAL",
      status: "SUCCESSFUL",
      response_status: 200,
      error_code: null,
      created_at: attempts[0].created_at,
      ended_at: attempts[0].responded_at,
    },
  ]);
});

test("after an edit of the connection it has only what a row proves", async () => {
  const connected = await given.connect({
    rules: [
      { type: "filter", body: { type: "order" } },
      { type: "transform", transformation: { name: "proven", code: CODE, env: {} } },
    ],
  });
  const event = await sendTo(connected, ["SUCCESSFUL"]);
  const { body: edited } = await call("PUT", `/connections/${connected.connection.id}`, {
    body: { rules: [{ type: "delay", delay: 60_000 }] },
  });

  const trace = await traceOf(event.id);

  expect(trace.rules_edited_at).toBe(edited.updated_at);
  expect(trace.rules).toMatchObject([{ type: "transform", transformation_name: "proven" }]);
});

test("a replay of data that another event's transformation made names no execution", async () => {
  const transformed = await given.connect({
    rules: [{ type: "transform", transformation: { name: "first", code: CODE, env: {} } }],
  });
  const { event_data_id } = await sendTo(transformed, ["SUCCESSFUL"]);
  await call("PUT", `/connections/${transformed.connection.id}`, { body: { rules: [] } });
  const { body: bookmark } = await call("POST", "/bookmarks", {
    body: { event_data_id, webhook_id: transformed.connection.id, label: "kept" },
  });
  const { body: replayed } = await eventually(
    () => call("POST", `/bookmarks/${bookmark.id}/trigger`),
    ({ body }) => body.length === 1 && body[0].event_data_id === event_data_id,
  );
  // After an edit the trace shows executions alone.
  await call("PUT", `/connections/${transformed.connection.id}`, {
    body: { rules: [{ type: "delay", delay: 1 }] },
  });

  expect(await traceOf(replayed[0].id)).toMatchObject({ rules: [], rules_edited_at: expect.any(String) });
});

test("a paused connection, a deleted one, and a held event without attempts", async () => {
  const connected = await given.connect();
  await call("PUT", `/connections/${connected.connection.id}/pause`);
  const event = await sendTo(connected, ["HOLD"]);

  const held = await traceOf(event.id);
  await call("DELETE", `/connections/${connected.connection.id}`);
  const gone = await traceOf(event.id);

  expect(held).toMatchObject({ status: "HOLD", attempts: [], attempts_count: 0 });
  expect([held.connection.paused_at, held.connection.deleted_at]).toEqual([expect.any(String), null]);
  expect(gone.connection.deleted_at).toEqual(expect.any(String));
});

test("of very many attempts it has the first and the newest", async () => {
  const connected = await given.connect();
  const event = await sendTo(connected, ["SUCCESSFUL"]);
  const key = [internalId("project", event.team_id), internalId("event", event.id)];
  await given.api.db.query(
    `insert into attempts (team_id, event_id, webhook_id, attempt_number, trigger, status, error_code, created_at)
     select team_id, id, webhook_id, number, 'MANUAL', 'FAILED', 'TIMEOUT', now()
     from events, generate_series(2, 200) as number where team_id = $1 and id = $2`,
    key,
  );
  await given.api.db.query("update events set attempts = 200 where team_id = $1 and id = $2", key);

  const { attempts, attempts_count } = await traceOf(event.id);

  const newest = Array.from({ length: TRACE_NEWEST_ATTEMPTS }, (_, at) => 201 - TRACE_NEWEST_ATTEMPTS + at);
  expect(attempts.map(({ attempt_number }) => attempt_number)).toEqual([1, ...newest]);
  expect(attempts_count).toBe(200);
});

test("an event of another project, and an id that is none, are not found", async () => {
  const event = await sendTo(await given.connect(), ["SUCCESSFUL"]);

  expect((await askTrace(event.id, { key: given.api.other.key })).status).toBe(404);
  expect((await askTrace("evt_none")).status).toBe(404);
});
