import { internalId, publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSandbox } from "../../sandbox/sandbox.ts";
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

const code = `addHandler("transform", (request, context) => {
  console.log("key", process.env.KEY);
  request.body = { was: request.body, from: context.connection && context.connection.name };
  return request;
});`;
const request = { headers: { "Content-Type": "application/json" }, body: { a: 1 } };

const run = (body: unknown, key = api.key) => api.call("PUT", "/transformations/run", { body, key });

let made = 0;
async function givenTransformation(input: object = {}): Promise<Answer["body"]> {
  made += 1;
  const body = { name: `t-${made}`, code, env: { KEY: "kept" }, ...input };
  return (await api.call("POST", "/transformations", { body })).body;
}

async function givenOrder(): Promise<{ event: string; request_id: string }> {
  const source_id = internalId("source", connection.source.id) ?? "";
  const webhook_id = internalId("connection", connection.id) ?? "";
  const team_id = api.team_id;
  const request_id = await givenRequest(api.db, { team_id, source_id, query: "q=1", body: '{"order":7}' });
  const event = await givenEvent(api.db, { team_id, request_id, webhook_id });
  return { event: publicId("event", event), request_id };
}

test("code is tried on a request, and nothing is kept", async () => {
  const { status, body } = await run({
    code,
    env: { KEY: "given" },
    request: { ...request, path: "/x", query: "a=1&b[c]=2" },
  });

  expect(status).toBe(200);
  expect(body).toEqual({
    request_id: null,
    transformation_id: null,
    execution_id: null,
    log_level: "info",
    request: {
      headers: { "content-type": "application/json" },
      path: "/x",
      query: "a=1&b[c]=2",
      parsed_query: { a: "1", b: { c: "2" } },
      body: { was: { a: 1 }, from: null },
    },
    console: [{ type: "log", message: "key given" }],
  });
  const { rows } = await api.db.query("select 1 from transformation_executions");
  expect(rows).toEqual([]);
});

test("what a made-up request leaves out is empty, and a query may come in either form", async () => {
  const echo = `addHandler("transform", (request) => ({ ...request, body: { ...request } }));`;
  const { headers } = request;

  const bare = await run({ code: echo, request: { headers } });
  const parsed = await run({ code: echo, request: { headers, parsed_query: { a: ["1", "2"] } } });

  expect(bare.body.request.body).toEqual({
    headers: { "content-type": "application/json" },
    body: null,
    path: "/",
    query: "",
    parsed_query: {},
  });
  expect(parsed.body.request.body.parsed_query).toEqual({ a: ["1", "2"] });
  expect(parsed.body.request.parsed_query).toEqual({ a: ["1", "2"] });
});

test("a transformation is tried as it is kept, or with other code or variables", async () => {
  const { id } = await givenTransformation();
  const logged = async (body: object) =>
    (await run({ transformation_id: id, request, ...body })).body.console.map(
      (line: { message: string }) => line.message,
    );

  expect((await run({ transformation_id: id, request })).body.transformation_id).toBe(id);
  expect(await logged({})).toEqual(["key kept"]);
  expect(await logged({ env: { KEY: "other" } })).toEqual(["key other"]);
  expect(await logged({ env: {} })).toEqual(["key undefined"]);
  expect(await logged({ code: code.replace(`"key"`, `"new"`) })).toEqual(["new kept"]);
  expect((await api.call("GET", `/transformations/${id}`)).body).toMatchObject({
    code,
    env: { KEY: "kept" },
  });
});

test("an event's request is the input, with the connection of the event", async () => {
  const { event, request_id } = await givenOrder();

  const { body } = await run({ code, event_id: event });

  expect(body.request_id).toBe(publicId("request", request_id));
  expect(body.request).toEqual({
    headers: { "content-type": "application/json" },
    path: "/orders",
    query: "q=1",
    parsed_query: { q: "1" },
    body: { was: { order: 7 }, from: "orders" },
  });
});

test("a connection can be given for code to look at", async () => {
  const look = `addHandler("transform", (request, { connection }) => ({ ...request, body: connection }));`;

  const { body } = await run({ code: look, webhook_id: connection.id, request });

  expect(body.request.body).toEqual(connection);
});

describe("code that fails", () => {
  test.each([
    [`addHandler("transform", () => { throw new Error("no luck"); });`, /no luck/],
    [`not javascript`, /SyntaxError/],
    [`console.log(1)`, /addHandler/],
    [`addHandler("transform", () => 1);`, /must return a request object/],
    [`addHandler("transform", () => { while (true) {} });`, /ran longer than 1000 ms/],
  ])("%#: tells why in the last line of its console", async (bad, reason) => {
    const { status, body } = await run({ code: bad, request });

    expect([status, body.log_level, body.request]).toEqual([200, "fatal", null]);
    expect(body.console.at(-1)).toEqual({ type: "error", message: expect.stringMatching(reason) });
  });

  test("tells the editor where it failed, so that it can show the place, and nobody else", async () => {
    const broken = 'addHandler("transform", (request) => {\n  return request.body.order.id;\n});';
    const place = async (tried: string) => {
      const body = { code: tried, request };
      return (await api.call("PUT", "//dashboard-api/transformations/run", { body })).body.failure_position;
    };

    expect(await place(broken)).toEqual({ line: 2, column: 29 });
    expect(await place("let a;\nconst = 1;")).toMatchObject({ line: 2 });
    expect(await place("1;")).toBeNull();
    expect(await place(code)).toBeNull();
    expect((await run({ code: broken, request })).body).not.toHaveProperty("failure_position");
  });

  test("may still have logged", async () => {
    const noisy = `addHandler("transform", () => { console.warn("first"); throw new Error("then"); });`;

    const { body } = await run({ code: noisy, request });

    expect(body.console[0]).toEqual({ type: "warn", message: "first" });
  });
});

describe("a trial is refused", () => {
  const NO_CODE = "Code is empty and cannot be run.";
  const NO_REQUEST = "Input must be a valid JSON object that represents an input request";

  test.each([
    [{ request }, NO_CODE],
    [{ code: "", request }, NO_CODE],
    [{ code: " \n", request }, NO_CODE],
    [{ code: "", transformation_id: "trs_1", request }, NO_CODE],
    [{ code }, "Missing input request to run code."],
    [{ code, request: "text" }, NO_REQUEST],
    [{ code, request: [] }, NO_REQUEST],
    [{ code, request: {} }, "Missing input headers to run code."],
    [{ code, request: { headers: { a: 1 } } }, "request.headers.a must be of type string"],
    [{ code, request: { headers: {}, query: 1 } }, "request.query must be of type string"],
    [{ code, env: { "a b": "" }, request }, /^env.a b is not a name of a variable/],
    [{ code, request, name: "x" }, "Unknown field: name"],
  ])("%#: when code or input is missing or wrong", async (body, message) => {
    const answer = await run(body);

    expect(answer.status).toBe(422);
    expect(answer.body.message).toEqual(
      typeof message === "string" ? message : expect.stringMatching(message),
    );
  });

  test("when what it names is not there", async () => {
    const gone = await givenTransformation();
    await api.call("DELETE", `/transformations/${gone.id}`);
    const kept = await givenTransformation();
    const { event } = await givenOrder();

    for (const [field, id] of [
      ["transformation_id", "trs_1"],
      ["webhook_id", "web_1"],
      ["event_id", "evt_1"],
    ] as const) {
      const { status, body } = await run({ code, request, [field]: id });
      expect([status, body.data]).toEqual([404, { id }]);
    }
    expect((await run({ transformation_id: gone.id, request })).status).toBe(410);
    for (const foreign of [
      { transformation_id: kept.id },
      { webhook_id: connection.id },
      { event_id: event },
    ]) {
      expect((await run({ code, request, ...foreign }, api.other.key)).status).toBe(404);
    }
  });

  test("when the event's data is archived", async () => {
    const { event, request_id } = await givenOrder();
    await api.db.query("delete from payloads where id = $1", [request_id]);

    const { status, body } = await run({ code, event_id: event });

    expect([status, body.code]).toEqual([422, "DATA_ARCHIVED"]);
  });
});

test("a sandbox that takes nothing more is told as such", async () => {
  const sandbox = createSandbox();
  await sandbox.stop();
  const stopped = await givenApi({ sandbox });

  const answer = await stopped.call("PUT", "/transformations/run", { body: { code, request } });

  expect([answer.status, answer.body.message]).toEqual([503, "Temporarily unavailable, try again"]);
  expect(answer.headers.get("retry-after")).toBe("5");
  await stopped.stop();
});
