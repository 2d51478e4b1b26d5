/** Does a test request go the way of every request, signed as its provider would? Against a running gateway. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { PROVIDER_SAMPLES } from "../../testing/provider-samples.ts";
import { eventually, startGateway } from "../../testing/gateway.ts";
import type { Answer } from "../../testing/given-api.ts";
import { givenApiWithGateway, type ApiWithGateway } from "../../testing/given-api-with-gateway.ts";

let given: ApiWithGateway;
beforeAll(async () => void (given = await givenApiWithGateway()));
afterAll(() => given.stop());

const call: ApiWithGateway["api"]["call"] = (...args) => given.api.call(...args);

const examples = (id: string) => call("GET", `//dashboard-api/sources/${id}/examples`);
const send = (id: string, example?: string, options: object = {}) =>
  call("POST", `//dashboard-api/sources/${id}/test-request`, {
    body: example === undefined ? {} : { example },
    ...options,
  });
const STRIPE = { type: "STRIPE", config: { auth: PROVIDER_SAMPLES["STRIPE"]?.auth } };

test("an example of the provider is verified, stored and delivered", async () => {
  const { connection, path } = await given.connect({ source: STRIPE });
  const { id } = connection.source;

  const known = await examples(id);
  const { status, body } = await send(id, "checkout.session.completed");

  expect(known.body).toMatchObject({ signed: true, refusal: null });
  expect(known.body.models[0]).toMatchObject({
    name: "invoice.paid",
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: expect.stringContaining('\n  "type": "invoice.paid"'),
  });
  expect(JSON.stringify(known.body)).not.toContain("Stripe-Signature");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    example: "checkout.session.completed",
    answer: { status: 200, body: expect.stringContaining(body.request.id) },
    request: { source_id: id, status: "accepted", verified: true, verification_failure: null },
  });
  const event = await eventually<Answer["body"]>(
    async () => (await call("GET", `/events?webhook_id=${connection.id}&include=data`)).body.models[0],
    (one) => one?.status === "SUCCESSFUL",
  );
  expect(event.data.body).toMatchObject({ type: "checkout.session.completed", object: "event" });
  expect(event.data.headers["stripe-signature"]).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
  expect(given.farEnd.received.filter((one) => one.url === path)).toHaveLength(1);
});

test("the dashboard learns why a request was not verified, and public versions do not", async () => {
  const { connection, url } = await given.connect({ source: STRIPE });
  await fetch(url, { method: "POST", body: "{}", headers: { "stripe-signature": "t=1,v1=00" } });
  const door = "//dashboard-api/requests";

  const list = (await call("GET", `${door}?source_id=${connection.source.id}`)).body;
  const { id, verification_failure } = list.models[0];

  expect(verification_failure).toEqual({
    problem: "STALE",
    looked_at: { part: "header", name: "stripe-signature" },
  });
  expect((await call("GET", `${door}/${id}`)).body.verification_failure).toEqual(verification_failure);
  const known = (await call("GET", `/requests/${id}`)).body;
  expect(known).toMatchObject({ rejection_cause: "VERIFICATION_FAILED", verified: false });
  expect(known).not.toHaveProperty("verification_failure");
});

test("a source that accepts any sender gets the first example, unsigned", async () => {
  const { connection } = await given.connect();

  expect((await examples(connection.source.id)).body).toMatchObject({ signed: false, refusal: null });
  expect((await send(connection.source.id)).body).toMatchObject({
    example: "test",
    answer: { status: 200 },
    request: { verified: null, status: "accepted" },
  });
});

test("a source with its own response gives that, and the request is still known", async () => {
  const { connection } = await given.connect({
    source: { config: { custom_response: { content_type: "text", body: "merci" } } },
  });

  expect((await send(connection.source.id)).body).toMatchObject({
    answer: { status: 200, body: "merci" },
    request: { source_id: connection.source.id },
  });
});

test("a proof in the address, in a form or as a token comes in as well", async () => {
  for (const [type, config] of [
    ["TWILIO", { auth: PROVIDER_SAMPLES["TWILIO"]?.auth }],
    ["MAILGUN", { auth: PROVIDER_SAMPLES["MAILGUN"]?.auth }],
    ["GITLAB", { auth: PROVIDER_SAMPLES["GITLAB"]?.auth }],
    ["MANAGED", {}],
  ] as const) {
    const { connection } = await given.connect({ source: { type, config } });
    const { body } = await send(connection.source.id);
    expect([type, body.answer.status, body.request?.verified]).toEqual([type, 200, true]);
  }
});

test("what a disabled source or another method does to requests, it does to these", async () => {
  const { connection: off } = await given.connect();
  await call("PUT", `/sources/${off.source.id}/disable`);
  const { connection: get } = await given.connect({ source: { config: { allowed_http_methods: ["GET"] } } });

  const disabled = await eventually(
    () => send(off.source.id),
    ({ body }) => body.answer.status === 403,
  );
  expect(disabled.body.request).toMatchObject({ rejection_cause: "SOURCE_DISABLED" });
  expect((await send(get.source.id)).body).toMatchObject({
    answer: { status: 200 },
    request: { status: "accepted" },
  });
});

test("what nobody but the provider can sign is refused in words, and nothing is sent", async () => {
  const { connection } = await given.connect({
    source: { type: "DISCORD", config: { auth: PROVIDER_SAMPLES["DISCORD"]?.auth } },
  });
  const { connection: published } = await given.connect({ source: { type: "PUBLISH_API" } });
  const why = "Discord signs with a private key that only Discord has, so Posthorn cannot sign an example.";

  expect((await examples(connection.source.id)).body).toMatchObject({ signed: false, refusal: why });
  expect(await send(connection.source.id)).toMatchObject({ status: 422, body: { message: why } });
  expect((await send(published.source.id)).body.message).toBe(
    "This source accepts only requests that are published with an API key.",
  );
  const sent = await call("GET", `/requests?source_id=${connection.source.id}`);
  expect(sent.body.models).toEqual([]);
});

test("an unknown example names the known ones; an unknown source is not found", async () => {
  const { connection } = await given.connect();
  const { id } = connection.source;

  expect(await send(id, "invoice.paid")).toMatchObject({
    status: 422,
    body: {
      message: "This source has no example invoice.paid. It has: test, order.created, user.updated.",
    },
  });
  expect((await send(id, undefined, { key: given.api.other.key })).status).toBe(404);
  await call("DELETE", `/sources/${id}`);
  expect((await send(id)).status).toBe(410);
  expect((await examples(id)).status).toBe(410);
});

test("a test event of a connection is an example of its provider, too", async () => {
  const { connection } = await given.connect({ source: STRIPE });

  const { body } = await call("POST", `//dashboard-api/connections/${connection.id}/test-event`);

  const { data } = (await call("GET", `/requests/${body.request.id}`)).body;
  expect(data.body).toMatchObject({ type: "invoice.paid" });
  expect(data.headers["stripe-signature"]).toMatch(/^t=\d+,v1=/);
});

test("a process without the ingest role can send them, too", async () => {
  const { connection } = await given.connect();
  const path = new URL(connection.source.url).pathname;
  const beside = await startGateway(
    { db: given.api.db, url: given.databaseUrl, drop: async () => undefined },
    { roles: ["api"], sealer: given.sealer },
  );

  const answer = await beside.sendOwn({
    method: "POST",
    target: path,
    headers: ["Host", "in.example.com", "Content-Type", "application/json"],
    body: Buffer.from("{}"),
  });
  await beside.stop();

  expect(answer).toMatchObject({ status: 200, request_id: expect.stringMatching(/^req_/) });
});
