/** Does a test event go the way of every request, through one connection only? Against a running gateway. */
import { internalId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually, startFarEnd, startGateway } from "../../testing/gateway.ts";
import { givenAccess } from "../../testing/given-access.ts";
import { givenApi, type Answer, type GivenApi } from "../../testing/given-api.ts";

let gateway: Awaited<ReturnType<typeof startGateway>>;
let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
let api: GivenApi;
beforeAll(async () => {
  const identity = await givenAccess();
  const database = { db: identity.db, url: identity.databaseUrl, drop: async () => undefined };
  gateway = await startGateway(database, { sealer: identity.sealer });
  api = await givenApi({ identity });
  farEnd = await startFarEnd();
});
afterAll(async () => {
  farEnd.close();
  await gateway.stop();
  await api.stop();
});

let made = 0;

async function connected(source: object = {}, rules: unknown[] = []): Promise<Answer["body"]> {
  const name = `n-${++made}`;
  const { status, body } = await api.call("POST", "/connections", {
    body: {
      name,
      ...("source_id" in source ? source : { source: { name, ...source } }),
      destination: { name, config: { url: `${farEnd.url}/${name}` } },
      rules,
    },
  });
  expect([status, body]).toEqual([200, body]);
  return body;
}

const testEvent = (id: string, options: object = {}) =>
  api.call("POST", `//dashboard-api/connections/${id}/test-event`, options);

test("the destination gets the example, and no other connection of the source does", async () => {
  const connection = await connected({}, [{ type: "deduplicate", window: 60_000 }]);
  const beside = await connected({ source_id: connection.source.id });

  const first = await testEvent(connection.id);
  const second = await testEvent(connection.id);

  const ids = [first, second].map(({ body }) => body.events.map(({ id }: Answer["body"]) => id));
  expect(ids.map((list) => list.length)).toEqual([1, 1]);
  for (const { body } of [first, second]) {
    expect(body.request).toMatchObject({
      source_id: connection.source.id,
      status: "accepted",
      events_count: 1,
    });
    expect(body.events[0]).toMatchObject({ webhook_id: connection.id, request_id: body.request.id });
    const event = await eventually<Answer["body"]>(
      async () => (await api.call("GET", `/events/${body.events[0].id}`)).body,
      ({ status }) => status === "SUCCESSFUL",
    );
    expect(event.data).toMatchObject({
      method: "POST",
      body: { type: "test", message: "This is a test event from Posthorn" },
    });
    const shown = (await api.call("GET", `/requests/${body.request.id}`)).body;
    expect(shown.data.body.sent_at).toBe(event.data.body.sent_at);
  }
  expect((await api.call("GET", `/events?webhook_id=${beside.id}`)).body.models).toEqual([]);
  const arrived = farEnd.received.filter(({ url }) => url === `/${connection.name}/`);
  expect(arrived.map(({ headers }) => headers["content-type"])).toEqual([
    "application/json",
    "application/json",
  ]);
});

test("a request that the rules refuse is there to see, without an event", async () => {
  const connection = await connected({}, [{ type: "filter", body: { type: "order" } }]);

  const { status, body } = await testEvent(connection.id);

  expect([status, body.events]).toEqual([200, []]);
  expect(body.request).toMatchObject({ events_count: 0, ignored_count: 1 });
  const ignored = await api.call("GET", `/requests/${body.request.id}/ignored_events`);
  expect(ignored.body.models).toMatchObject([{ cause: "FILTERED", meta: ["body"] }]);
});

test("a paused connection holds it", async () => {
  const { id } = await connected();
  await api.call("PUT", `/connections/${id}/pause`);

  expect((await testEvent(id)).body.events).toMatchObject([{ status: "HOLD" }]);
});

test("the method is one that the source allows", async () => {
  const connection = await connected({ config: { allowed_http_methods: ["GET"] } });

  const { body } = await testEvent(connection.id);

  const { data } = (await api.call("GET", `/events/${body.events[0].id}`)).body;
  expect([data.method, data.body]).toEqual(["GET", ""]);
});

test("a connection that gets no requests is refused in words", async () => {
  const disabled = await connected();
  await api.call("PUT", `/connections/${disabled.id}/disable`);
  const sourceless = await connected();
  await api.db.query("update sources set disabled_at = now() where id = $1", [
    internalId("source", sourceless.source.id),
  ]);
  const deleted = await connected();
  await api.call("DELETE", `/connections/${deleted.id}`);

  expect((await testEvent(disabled.id)).body).toMatchObject({
    code: "WEBHOOK_DISABLED",
    status: 422,
    message: "This connection is disabled. Enable it, then send the test event again.",
  });
  expect((await testEvent(sourceless.id)).body).toMatchObject({
    status: 400,
    message: "The source of this connection is disabled. Enable it, then send the test event again.",
    data: { source_id: sourceless.source.id },
  });
  expect((await testEvent(deleted.id)).status).toBe(410);
  expect((await testEvent(disabled.id, { key: api.other.key })).status).toBe(404);
});
