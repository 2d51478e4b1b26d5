/** Does a test event go the way of every request, through one connection only? Against a running gateway. */
import { internalId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../testing/gateway.ts";
import type { Answer } from "../../testing/given-api.ts";
import { givenApiWithGateway, type ApiWithGateway } from "../../testing/given-api-with-gateway.ts";

let given: ApiWithGateway;
beforeAll(async () => void (given = await givenApiWithGateway()));
afterAll(() => given.stop());

const call: ApiWithGateway["api"]["call"] = (...args) => given.api.call(...args);

const testEvent = (id: string, options: object = {}) =>
  call("POST", `//dashboard-api/connections/${id}/test-event`, options);

test("the destination gets the example, and no other connection of the source does", async () => {
  const { connection, path } = await given.connect({ rules: [{ type: "deduplicate", window: 60_000 }] });
  const { connection: beside } = await given.connect({ source_id: connection.source.id });

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
      async () => (await call("GET", `/events/${body.events[0].id}`)).body,
      ({ status }) => status === "SUCCESSFUL",
    );
    expect(event.data).toMatchObject({
      method: "POST",
      body: { type: "test", message: "This is a test event from Posthorn" },
    });
    const shown = (await call("GET", `/requests/${body.request.id}`)).body;
    expect(shown.data.body.sent_at).toBe(event.data.body.sent_at);
  }
  expect((await call("GET", `/events?webhook_id=${beside.id}`)).body.models).toEqual([]);
  const arrived = given.farEnd.received.filter(({ url }) => url === path);
  expect(arrived.map(({ headers }) => headers["content-type"])).toEqual([
    "application/json",
    "application/json",
  ]);
});

test("a request that the rules refuse is there to see, without an event", async () => {
  const { connection } = await given.connect({ rules: [{ type: "filter", body: { type: "order" } }] });

  const { status, body } = await testEvent(connection.id);

  expect([status, body.events]).toEqual([200, []]);
  expect(body.request).toMatchObject({ events_count: 0, ignored_count: 1 });
  const ignored = await call("GET", `/requests/${body.request.id}/ignored_events`);
  expect(ignored.body.models).toMatchObject([{ cause: "FILTERED", meta: ["body"] }]);
});

test("a paused connection holds it", async () => {
  const { connection } = await given.connect();
  await call("PUT", `/connections/${connection.id}/pause`);

  expect((await testEvent(connection.id)).body.events).toMatchObject([{ status: "HOLD" }]);
});

test("the method is one that the source allows", async () => {
  const { connection } = await given.connect({ source: { config: { allowed_http_methods: ["GET"] } } });

  const { body } = await testEvent(connection.id);

  const { data } = (await call("GET", `/events/${body.events[0].id}`)).body;
  expect([data.method, data.body]).toEqual(["GET", ""]);
});

test("a connection that gets no requests is refused in words", async () => {
  const { connection: disabled } = await given.connect();
  await call("PUT", `/connections/${disabled.id}/disable`);
  const { connection: sourceless } = await given.connect();
  await given.api.db.query("update sources set disabled_at = now() where id = $1", [
    internalId("source", sourceless.source.id),
  ]);
  const { connection: deleted } = await given.connect();
  await call("DELETE", `/connections/${deleted.id}`);

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
  expect((await testEvent(disabled.id, { key: given.api.other.key })).status).toBe(404);
});
