/** Does an event show exactly the request that its next attempt sends? All parts are real. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../testing/gateway.ts";
import type { Answer, GivenApi } from "../../testing/given-api.ts";
import { givenApiWithGateway, type ApiWithGateway } from "../../testing/given-api-with-gateway.ts";

let given: ApiWithGateway;
let api: GivenApi;
beforeAll(async () => {
  given = await givenApiWithGateway();
  ({ api } = given);
});
afterAll(() => given.stop());

/** Headers of a single connection, and the event's link: the two parts of this test have different dashboard URLs. */
const NOT_SHOWN = new Set(["host", "connection", "content-length", "x-posthorn-event-url"]);

test("a retry sends the URL, the method, the headers and the body that were shown before it", async () => {
  const { url } = await given.connect({
    destination: { http_method: "PUT" },
    rules: [{ type: "retry", strategy: "linear", interval: 60_000, count: 3 }],
  });
  const sent = '{ "n": 1.0, "text": "it\'s \\u00e4" }';
  await fetch(`${url}/a%20b?x=1&y[]=2`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-tag": "1, 2" },
    body: sent,
  });
  await given.farEnd.arrivals(1);
  const settled = await eventually<Answer["body"]>(
    async () => (await api.call("GET", "/events")).body.models[0],
    (event) => event?.status === "SUCCESSFUL",
  );
  const { data } = (await api.call("GET", `/events/${settled.id}`)).body;
  const raw = (await api.call("GET", `/events/${settled.id}/raw_body`)).body;

  await api.call("POST", `/events/${settled.id}/retry`);

  const [first, second] = await given.farEnd.arrivals(2);
  expect(data.url).toBe(`${given.farEnd.url}${second?.url}`);
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
    const { connection, url, path } = await given.connect({
      source: { config: { allowed_http_methods: [method] } },
      rules: [{ type: "filter", path: { $eq: "/wanted" } }],
    });
    for (const below of ["/other", "/wanted"]) expect((await fetch(url + below, sent)).status).toBe(200);
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
    const arrived = given.farEnd.received.filter((request) => request.url === `${path}/wanted`);
    expect(arrived.map((request) => request.method)).toEqual([method, method]);
  },
);
