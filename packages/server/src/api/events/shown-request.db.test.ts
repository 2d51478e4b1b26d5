/** Do an event and its attempts show exactly the requests that were sent? All parts are real. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually, startFarEnd } from "../../testing/gateway.ts";
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

function comparable(headers: object | undefined): object {
  return Object.fromEntries(Object.entries(headers ?? {}).filter(([name]) => !NOT_SHOWN.has(name)));
}

/** The requests of all attempts, in their order, once there are so many. */
async function shownRequests(eventId: string, count: number): Promise<Answer["body"][]> {
  const attempts = await eventually<Answer["body"][]>(
    async () => (await api.call("GET", `/attempts?event_id=${eventId}&dir=asc`)).body.models,
    (models) => models.length === count,
  );
  const shown = attempts.map(({ id }) => api.call("GET", `//dashboard-api/attempts/${id}/request`));
  return (await Promise.all(shown)).map(({ body }) => body);
}

test("each attempt shows the URL, the method and the headers that it sent, and the event those of the newest", async () => {
  const { connection, url, path } = await given.connect({
    destination: { http_method: "PUT" },
    rules: [{ type: "retry", strategy: "exponential", interval: 60_000, count: 3 }],
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
  const initial = (await api.call("GET", `/events/${settled.id}`)).body.data;
  const raw = (await api.call("GET", `/events/${settled.id}/raw_body`)).body;
  const moved = { config: { url: `${given.farEnd.url}${path}/moved`, http_method: "PATCH" } };
  await api.call("PUT", `/destinations/${connection.destination.id}`, { body: moved });

  await api.call("POST", `/events/${settled.id}/retry`);

  const arrivals = await given.farEnd.arrivals(2);
  const shown = await shownRequests(settled.id, 2);
  const newest = (await api.call("GET", `/events/${settled.id}`)).body.data;
  expect(shown.map((one) => one.headers["x-posthorn-attempt-trigger"])).toEqual(["INITIAL", "MANUAL"]);
  for (const [at, arrival] of arrivals.entries()) {
    expect(shown[at].url).toBe(`${given.farEnd.url}${arrival.url}`);
    expect(shown[at].method).toBe(arrival.method);
    expect(comparable(shown[at].headers)).toEqual(comparable(arrival.headers));
    expect(arrival.body.toString()).toBe(sent);
  }
  expect(raw.body).toBe(sent);
  expect([initial, newest]).toEqual(shown);
  expect(newest.appended_headers.filter((name: string) => !(name in newest.headers))).toEqual([]);
});

test("the attempts of a failing event show how long the rule waits after each, as they told the destination", async () => {
  const refusing = await startFarEnd((_, response) => response.writeHead(503).end());
  const { url } = await given.connect({
    destination: { url: `${refusing.url}/orders` },
    rules: [{ type: "retry", strategy: "exponential", interval: 60_000, count: 3 }],
  });
  await fetch(url, { method: "POST", body: "{}" });
  const failed = await eventually<Answer["body"]>(
    async () => (await api.call("GET", "/events?status=FAILED")).body.models[0],
    (event) => event?.next_attempt_at != null,
  );

  await api.call("POST", `/events/${failed.id}/retry`);

  const shown = await shownRequests(failed.id, 2);
  expect(shown.map((one) => one.headers["x-posthorn-will-retry-after"])).toEqual(["60", "120"]);
  expect(shown.map(({ headers }) => comparable(headers))).toEqual(
    refusing.received.map(({ headers }) => comparable(headers)),
  );
  refusing.close();
});

test("an event without an attempt shows what its first attempt will send", async () => {
  const { connection, url } = await given.connect({ rules: [{ type: "delay", delay: 3_600_000 }] });
  await fetch(url, { method: "POST", body: "{}" });
  const waiting = await eventually<Answer["body"]>(
    async () => (await api.call("GET", `/events?webhook_id=${connection.id}`)).body.models[0],
    (event) => event?.status === "SCHEDULED",
  );

  const { data } = (await api.call("GET", `/events/${waiting.id}`)).body;

  expect(data.headers).toMatchObject({
    "x-posthorn-attempt-count": "1",
    "x-posthorn-attempt-trigger": "INITIAL",
  });
});

test("an attempt of another project, or none, has no request", async () => {
  expect((await api.call("GET", "//dashboard-api/attempts/atm_nothing/request")).status).toBe(404);
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
