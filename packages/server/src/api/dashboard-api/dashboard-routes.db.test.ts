import { internalId, publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { moveAllNews } from "../../workers/counting.ts";
import { givenApi, givenEvent, givenRequest, type Answer, type GivenApi } from "../../testing/given-api.ts";

let api: GivenApi;
let connection: Answer["body"];
beforeAll(async () => {
  api = await givenApi();
  const config = { url: "https://api.example.com/hooks" };
  const body = { name: "orders", source: { name: "shop" }, destination: { name: "backend", config } };
  connection = (await api.call("POST", "/connections", { body })).body;
});
afterAll(() => api.stop());

describe("a trial of a filter", () => {
  const input = {
    headers: { "X-Topic": "orders/paid", "content-type": "application/json" },
    body: { total: 20, items: [{ sku: "a" }] },
    parsed_query: { page: "2" },
    path: "/orders/7",
  };
  const asked = async (filter: object, given: object = input) =>
    (await api.call("POST", "//dashboard-api/filter-test", { body: { input: given, filter } })).body;

  test.each([
    [{}, { body: true, headers: true, path: true, query: true }],
    [{ body: { total: { $gte: 20 } } }, { body: true, headers: true, path: true, query: true }],
    [{ body: { total: { $gt: 20 } } }, { body: false, headers: true, path: true, query: true }],
    [{ headers: { "x-topic": "orders/paid" } }, { body: true, headers: true, path: true, query: true }],
    [{ headers: { "X-Topic": "orders/paid" } }, { body: true, headers: false, path: true, query: true }],
    [
      { path: { $startsWith: "/refunds" }, query: { page: "3" }, body: null },
      { body: true, headers: true, path: false, query: false },
    ],
  ])("%j says for each part whether it passes", async (filter, expected) => {
    expect(await asked(filter)).toEqual(expected);
  });

  test("of nothing at all is one of an empty request", async () => {
    const filter = { path: "/", body: { $eq: null }, headers: {}, query: {} };

    expect(await asked(filter, {})).toEqual({ body: true, headers: true, path: true, query: true });
  });

  test("answers as the rules do when it takes too many steps for the event loop, or for any match", async () => {
    const items = Array.from({ length: 1_000 }, (_item, at) => at);
    const answers = [20, 600].map((length) => {
      const $or = Array.from({ length }, (_one, at) => ({ $eq: -1 - at }));
      return asked({ body: { $not: { items: { $or } } } }, { body: { items } });
    });

    expect((await Promise.all(answers)).map(({ body }) => body)).toEqual([true, false]);
  });

  test("refuses what could not be saved as a rule", async () => {
    expect((await asked({ body: { a: { $ref: "b..c" } } })).data).toEqual(["Filter is too complex"]);
    expect((await asked({ cookies: {} })).data).toEqual(["filter.cookies is not allowed"]);
    expect(
      (await api.call("POST", "//dashboard-api/filter-test", { body: { filter: {} } })).body.data,
    ).toEqual(["input is required"]);
  });
});

const download = (path: string, key = api.key) =>
  fetch(`${api.url}/dashboard-api/${path}/body`, { headers: { authorization: `Bearer ${key}` } });

describe("a body as a file", () => {
  const bytes = Uint8Array.from([0, 255, 10, 60, 115, 99, 114, 105, 112, 116, 62]);

  async function given(headers: string[], body: Uint8Array | null = bytes) {
    const source_id = internalId("source", connection.source.id) ?? "";
    const webhook_id = internalId("connection", connection.id) ?? "";
    const request_id = await givenRequest(api.db, { team_id: api.team_id, source_id, headers, body });
    const event_id = await givenEvent(api.db, { team_id: api.team_id, request_id, webhook_id });
    const data = { event_data_id: publicId("payload", request_id), webhook_id: connection.id, label: "kept" };
    const bookmark = (await api.call("POST", "/bookmarks", { body: data })).body;
    const request = publicId("request", request_id);
    return { request_id, request, event: publicId("event", event_id), bookmark: bookmark.id };
  }
  test("comes byte for byte, to be kept and never shown", async () => {
    const { request, event, bookmark } = await given(["Content-Type", "text/html"]);

    for (const [path, id] of [
      [`requests/${request}`, request],
      [`events/${event}`, event],
      [`bookmarks/${bookmark}`, bookmark],
    ]) {
      const reply = await download(path ?? "");
      expect(reply.status).toBe(200);
      expect(new Uint8Array(await reply.arrayBuffer())).toEqual(bytes);
      expect(reply.headers.get("content-type")).toBe("application/octet-stream");
      expect(reply.headers.get("content-disposition")).toBe(`attachment; filename="${id}.txt"`);
      expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
      expect(reply.headers.get("cache-control")).toBe("no-store");
      expect(reply.headers.get("x-ratelimit-limit")).not.toBeNull();
    }
  });

  test("of a request without one is empty", async () => {
    const { request } = await given([], null);

    const reply = await download(`requests/${request}`);

    expect([reply.status, await reply.text()]).toEqual([200, ""]);
    expect(reply.headers.get("content-disposition")).toBe(`attachment; filename="${request}.bin"`);
  });

  test("is not there for others, nor past retention", async () => {
    const { request, event, bookmark, request_id } = await given([]);
    const paths = [`requests/${request}`, `events/${event}`, `bookmarks/${bookmark}`];

    for (const path of [...paths, "events/evt_1"]) {
      const foreign = await download(path, api.other.key);
      expect([foreign.status, await foreign.json()]).toEqual([
        404,
        { code: "NOT_FOUND", status: 404, message: "Not Found", data: { id: path.split("/")[1] } },
      ]);
    }
    await api.call("DELETE", `/bookmarks/${bookmark}`);
    await api.db.query("delete from payloads where id = $1", [request_id]);
    for (const path of paths.slice(0, 2)) {
      expect(await (await download(path)).json()).toMatchObject({ status: 422, code: "DATA_ARCHIVED" });
    }
  });
});

test("the method of a request is there as long as its data, for its own project", async () => {
  const source_id = internalId("source", connection.source.id) ?? "";
  const uuid = await givenRequest(api.db, { team_id: api.team_id, source_id });
  const path = `//dashboard-api/requests/${publicId("request", uuid)}/method`;
  const { key } = api.other;

  const stored = await api.call("GET", path);
  const foreign = await api.call("GET", path, { key });
  await api.db.query("delete from payloads where id = $1", [uuid]);

  expect(stored.body).toEqual({ method: "POST" });
  expect(foreign.status).toBe(404);
  expect((await api.call("GET", path)).body).toEqual({ method: null });
});

test("a name is used once it is taken, by its kind, until what has it is deleted", async () => {
  const { id } = (await api.call("POST", "/transformations", { body: { name: "mapper", code: "x" } })).body;
  const used = async (query: string) =>
    (await api.call("GET", `//dashboard-api/name-is-used?${query}`)).body.used;

  expect(await used("kind=transformation&name=mapper")).toBe(true);
  expect(await used("kind=source&name=mapper")).toBe(false);
  expect(await used(`kind=connection&name=orders&source_id=${connection.source.id}`)).toBe(true);
  expect(await used(`kind=connection&name=Orders&source_id=${connection.source.id}`)).toBe(false);
  await api.call("DELETE", `/transformations/${id}`);
  expect(await used("kind=transformation&name=mapper")).toBe(false);
  expect((await api.call("GET", "//dashboard-api/name-is-used?kind=event&name=x")).body.data).toEqual([
    "kind must be one of [source, destination, connection, transformation, issue_trigger]",
  ]);
});

test("connections are counted by source, destination and transformation, until they are deleted", async () => {
  const transformation = (await api.call("POST", "/transformations", { body: { name: "cut", code: "x" } }))
    .body;
  const ends = {
    source: { name: "counted" },
    destination: { name: "counted", config: { url: "https://api.example.com" } },
  };
  const rules = [{ type: "transform", transformation_id: transformation.id }];
  const make = async (name: string) =>
    (await api.call("POST", "/connections", { body: { name, ...ends, rules } })).body;
  const [first, second] = [await make("one"), await make("two")];
  await api.call("PUT", `/connections/${second.id}/disable`, { body: {} });
  const countsOf = async (key = api.key) => {
    const { body } = await api.call("GET", "//dashboard-api/connections-by-end", { key });
    return [
      body.sources[first.source.id],
      body.destinations[first.destination.id],
      body.transformations[transformation.id],
    ];
  };

  expect(await countsOf()).toEqual([2, 2, 2]);
  expect(await countsOf(api.other.key)).toEqual([undefined, undefined, undefined]);
  await api.call("DELETE", `/connections/${first.id}`);
  expect(await countsOf()).toEqual([1, 1, 1]);
});

const countedOf24h = async (what: string, key = api.key) =>
  (await api.call("GET", `//dashboard-api/${what}-24h`, { key })).body.counts;

/** Three accepted requests an hour ago, three rejected ones now, and a hundred before that day. */
const givenRequests = (source_id: string | null) =>
  api.db.query(
    `insert into request_news (team_id, source_id, at, rejection_cause, count, discarded)
     select $1, $2, now() - ago, cause, count, 0
     from (values (interval '1 hour', '', 3), (interval '0', 'VERIFICATION_FAILED', 3), (interval '25 hours', '', 100))
       as news (ago, cause, count)`,
    [api.team_id, source_id],
  );

/** Three successful attempts an hour ago, three failed ones now, and a hundred before that day. */
const givenAttempts = (webhook_id: string | null) =>
  api.db.query(
    `insert into attempt_news (team_id, webhook_id, at, status, error_code, trigger, latency_bucket, count, delivered,
       answered, response_ms, response_ms_max, delivery_ms)
     select $1, $2, now() - ago, status, '', 'INITIAL', -1, count, 0, 0, 0, 0, 0
     from (values (interval '1 hour', 'SUCCESSFUL', 3), (interval '0', 'FAILED', 3), (interval '25 hours', 'FAILED', 100))
       as news (ago, status, count)`,
    [api.team_id, webhook_id],
  );

test("what happened in 24 hours is counted by source and destination, rejected requests and deleted connections too, for one project", async () => {
  const config = { url: "https://api.example.com/hooks" };
  const body = { source: { name: "busy" }, destination: { name: "busy", config } };
  const first = (await api.call("POST", "/connections", { body })).body;
  const second = (
    await api.call("POST", "/connections", {
      body: { source: { name: "busier" }, destination_id: first.destination.id },
    })
  ).body;
  // Some are added up already, and some are not.
  for (const { id } of [first, second]) await givenAttempts(internalId("connection", id));
  await givenRequests(internalId("source", first.source.id));
  await moveAllNews(api.db);
  for (const { id } of [first, second]) await givenAttempts(internalId("connection", id));
  await givenRequests(internalId("source", first.source.id));
  await api.call("DELETE", `/connections/${second.id}`);

  expect((await countedOf24h("requests"))[first.source.id]).toBe(12);
  expect((await countedOf24h("attempts"))[first.destination.id]).toBe(24);
  for (const what of ["requests", "attempts"]) expect(await countedOf24h(what, api.other.key)).toEqual({});
});
