/** Does an event show exactly the request that its next attempt sends? All parts are real. */
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

/** Headers of a single connection, and the event's link: the two parts of this test have different dashboard URLs. */
const NOT_SHOWN = new Set(["host", "connection", "content-length", "x-posthorn-event-url"]);

test("a retry sends the URL, the method, the headers and the body that were shown before it", async () => {
  const { body: connection } = await api.call("POST", "/connections", {
    body: {
      name: "orders",
      source: { name: "shop" },
      destination: { name: "backend", config: { url: `${farEnd.url}/hooks`, http_method: "PUT" } },
      rules: [{ type: "retry", strategy: "linear", interval: 60_000, count: 3 }],
    },
  });
  await gateway.reload(internalId("source", connection.source.id) ?? "");
  const sent = '{ "n": 1.0, "text": "it\'s \\u00e4" }';
  await fetch(`${gateway.url}${new URL(connection.source.url).pathname}/a%20b?x=1&y[]=2`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-tag": "1, 2" },
    body: sent,
  });
  await farEnd.arrivals(1);
  const settled = await eventually<Answer["body"]>(
    async () => (await api.call("GET", "/events")).body.models[0],
    (event) => event?.status === "SUCCESSFUL",
  );
  const { data } = (await api.call("GET", `/events/${settled.id}`)).body;
  const raw = (await api.call("GET", `/events/${settled.id}/raw_body`)).body;

  await api.call("POST", `/events/${settled.id}/retry`);

  const [first, second] = await farEnd.arrivals(2);
  expect(data.url).toBe(`${farEnd.url}${second?.url}`);
  expect([data.method, second?.method]).toEqual(["PUT", "PUT"]);
  expect([raw.body, second?.body.toString()]).toEqual([sent, sent]);
  const shown = Object.entries(data.headers).filter(([name]) => !NOT_SHOWN.has(name));
  const received = Object.entries(second?.headers ?? {}).filter(([name]) => !NOT_SHOWN.has(name));
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(received));
  expect(data.headers).toMatchObject({
    "x-posthorn-attempt-count": "2",
    "x-posthorn-attempt-trigger": "MANUAL",
  });
  expect(first?.headers["x-posthorn-attempt-count"]).toBe("1");
  expect(data.appended_headers.filter((name: string) => !(name in data.headers))).toEqual([]);
});

test.each<RequestInit & { method: string }>([{ method: "HEAD" }, { method: "QUERY", body: "q" }])(
  "a request is shown, filed and sent again by its own method: $method",
  async (sent) => {
    const { method } = sent;
    const { body: connection } = await api.call("POST", "/connections", {
      body: {
        name: method,
        source: { name: `source-${method}`, config: { allowed_http_methods: [method] } },
        destination: { name: `destination-${method}`, config: { url: `${farEnd.url}/${method}` } },
        rules: [{ type: "filter", path: { $eq: "/wanted" } }],
      },
    });
    await gateway.reload(internalId("source", connection.source.id) ?? "");
    const url = gateway.url + new URL(connection.source.url).pathname;
    for (const path of ["/other", "/wanted"]) expect((await fetch(url + path, sent)).status).toBe(200);
    const settled = await eventually<Answer["body"]>(
      async () => (await api.call("GET", `/events?webhook_id=${connection.id}`)).body.models[0],
      (event) => event?.status === "SUCCESSFUL",
    );

    const { data } = (await api.call("GET", `/events/${settled.id}`)).body;
    await api.call("POST", `/events/${settled.id}/retry`);
    const attempts = await eventually<Answer["body"]>(
      async () => (await api.call("GET", `/attempts?event_id=${settled.id}`)).body.models,
      (models) => models.length === 2,
    );

    expect(data.method).toBe(method);
    for (const { id } of attempts) {
      const { body: attempt } = await api.call("GET", `/attempts/${id}`);
      expect(attempt).toMatchObject({ http_method: method, status: "SUCCESSFUL" });
      expect(attempt.body ?? "").toBe(method === "HEAD" ? "" : "ok");
    }
    const arrived = farEnd.received.filter((request) => request.url === `/${method}/wanted`);
    expect(arrived.map((request) => request.method)).toEqual([method, method]);
  },
);
