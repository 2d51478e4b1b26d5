/** What does a transformation do to incoming requests? From the API to the far end. */
import { internalId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { givenAccess } from "../../testing/given-access.ts";
import { givenApi, type Answer, type GivenApi } from "../../testing/given-api.ts";
import { eventually, startFarEnd, startGateway } from "../../testing/gateway.ts";

let api: GivenApi;
let gateway: Awaited<ReturnType<typeof startGateway>>;
let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
beforeAll(async () => {
  const identity = await givenAccess();
  gateway = await startGateway({ db: identity.db, url: identity.databaseUrl, drop: () => Promise.resolve() });
  api = await givenApi({ identity });
  farEnd = await startFarEnd();
});
afterAll(async () => {
  farEnd.close();
  await gateway.stop();
  await api.stop();
});

let made = 0;

async function givenConnection(code: string, rest: { env?: object; rules?: object[] } = {}) {
  made += 1;
  const { body } = await api.call("POST", "/connections", {
    body: {
      name: `c-${made}`,
      source: { name: `s-${made}` },
      destination: { name: `d-${made}`, config: { url: `${farEnd.url}/${made}` } },
      rules: [
        { type: "transform", transformation: { name: `t-${made}`, code, env: rest.env ?? {} } },
        ...(rest.rules ?? []),
      ],
    },
  });
  const source = internalId("source", body.source.id) ?? "";
  await gateway.reload(source);
  return {
    id: body.id as string,
    transformation_id: body.rules[0].transformation_id as string,
    source,
    send: (content: string, type = "application/json", path = "") =>
      fetch(`${gateway.url}${new URL(body.source.url).pathname}${path}`, {
        method: "POST",
        headers: { "content-type": type },
        body: content,
      }),
    /** The deliveries of this connection, once that many have arrived. */
    arrivals: (count: number) =>
      eventually(
        async () =>
          farEnd.received.filter(({ url }) => url.startsWith(new URL(body.destination.config.url).pathname)),
        (received) => received.length >= count,
      ),
  };
}

async function executions(transformation_id: string, count: number): Promise<Answer["body"][]> {
  const path = `/transformations/${transformation_id}/executions`;
  const models = await eventually(
    async (): Promise<Answer["body"][]> => (await api.call("GET", path)).body.models,
    (list) => list.length >= count,
  );
  return Promise.all(models.map(async ({ id }) => (await api.call("GET", `${path}/${id}`)).body));
}

/** The ignored event of a request at a connection. */
async function ignoredOf(sent: Promise<Response>): Promise<Answer["body"]> {
  const { request_id } = (await (await sent).json()) as { request_id: string };
  const models = await eventually(
    async (): Promise<Answer["body"][]> =>
      (await api.call("GET", `/requests/${request_id}/ignored_events`)).body.models,
    (list) => list.length > 0,
  );
  return models[0];
}

test("the destination gets what the code made of the request, and the execution shows both", async () => {
  const connection = await givenConnection(
    `addHandler("transform", (request, context) => {
       console.warn("seen", context.connection.name);
       request.body = { total: request.body.price * 2, by: process.env.BY };
       request.headers["x-made"] = "yes";
       request.path = "/made";
       request.query = "a=1";
       return request;
     });`,
    { env: { BY: "us" } },
  );

  await connection.send(`{ "price" : 21 }`);

  const [arrived] = await connection.arrivals(1);
  expect(arrived?.body.toString()).toBe(`{"total":42,"by":"us"}`);
  expect(arrived?.url).toMatch(/\/made\?a=1$/);
  expect(arrived?.headers).toMatchObject({ "x-made": "yes", "content-type": "application/json" });
  const [execution] = await executions(connection.transformation_id, 1);
  expect(execution).toMatchObject({
    webhook_id: connection.id,
    log_level: "warn",
    logs: [{ type: "warn", message: `seen c-${made}` }],
    original_event_data: { body: { price: 21 }, path: "" },
    transformed_event_data: { body: { total: 42, by: "us" }, path: "/made", query: "a=1" },
  });
  const { models } = (await api.call("GET", `/events?webhook_id=${connection.id}&include=data`)).body;
  expect(models[0]).toMatchObject({
    event_data_id: execution.transformed_event_data_id,
    data: { body: { total: 42, by: "us" } },
  });
  // The received payload is stored byte for byte.
  const request = await api.call("GET", `/requests/${models[0].request_id}/raw_body`);
  expect(request.body.body).toBe(`{ "price" : 21 }`);
});

test("code is told about its connection as the API shows it, without credentials", async () => {
  const connection = await givenConnection(
    `addHandler("transform", (request, context) => ({ ...request, body: context.connection }));`,
  );
  const { destination } = (await api.call("GET", `/connections/${connection.id}`)).body;
  const auth = { username: "u", password: "hidden-from-code" };
  await api.call("PUT", `/destinations/${destination.id}`, {
    body: { config: { auth_type: "BASIC_AUTH", auth } },
  });
  await gateway.reload(connection.source);
  const shown = (await api.call("GET", `/connections/${connection.id}`)).body;

  await connection.send("{}");

  const [arrived] = await connection.arrivals(1);
  expect(JSON.parse(arrived?.body.toString() ?? "")).toEqual(shown);
  expect(arrived?.body.toString()).not.toContain("hidden-from-code");
});

test("text that is no JSON goes through as text", async () => {
  const connection = await givenConnection(
    `addHandler("transform", (request) => ({ ...request, body: request.body.toUpperCase() }));`,
  );

  await connection.send("hello", "text/plain");

  const [arrived] = await connection.arrivals(1);
  expect([arrived?.body.toString(), arrived?.headers["content-type"]]).toEqual(["HELLO", "text/plain"]);
});

test("code that throws gives an ignored event that names the transformation, and an execution that says why", async () => {
  const connection = await givenConnection(
    `addHandler("transform", () => { throw new Error("no such order"); });`,
  );

  const ignored = await ignoredOf(connection.send("{}"));

  expect(ignored).toMatchObject({
    webhook_id: connection.id,
    cause: "TRANSFORMATION_FAILED",
    meta: { transformation_id: connection.transformation_id },
  });
  const [execution] = await executions(connection.transformation_id, 1);
  expect(execution).toMatchObject({
    log_level: "fatal",
    logs: [{ type: "error", message: expect.stringContaining("no such order") }],
    original_event_data: { body: {} },
    transformed_event_data_id: null,
    transformed_event_data: null,
  });
  expect((await api.call("GET", `/events?webhook_id=${connection.id}`)).body.count).toBe(0);
});

test("an execution whose request a later rule ignored has its input, and no output although the code returned one", async () => {
  const connection = await givenConnection(
    `addHandler("transform", (request) => ({ ...request, body: { kind: "made" } }));`,
    { rules: [{ type: "filter", body: { kind: "other" } }] },
  );

  const ignored = await ignoredOf(connection.send(`{"kind":"sent"}`));

  expect(ignored.cause).toBe("FILTERED");
  const [execution] = await executions(connection.transformation_id, 1);
  expect(execution).toMatchObject({
    log_level: "info",
    original_event_data: { body: { kind: "sent" } },
    transformed_event_data_id: null,
    transformed_event_data: null,
  });
});

const answering = (text: string) =>
  `addHandler("transform", (request) => ({ ...request, body: "${text} " + process.env.N }));`;

test("a change is in force for the next request, for every connection that uses the transformation", async () => {
  const first = await givenConnection(answering("old"), { env: { N: "1" } });
  const second = await givenConnection(answering("unused"));
  await api.call("PUT", `/connections/${second.id}`, {
    body: { rules: [{ type: "transform", transformation_id: first.transformation_id }] },
  });
  await first.send("x", "text/plain");
  await first.arrivals(1);

  await api.call("PUT", `/transformations/${first.transformation_id}`, {
    body: { code: answering("new"), env: { N: "2" } },
  });

  // The gateway learns of it only through the database's announcement, which may take a moment.
  for (const connection of [first, second]) {
    await eventually(
      async () => {
        const before = (await connection.arrivals(0)).length;
        await connection.send("x", "text/plain");
        return (await connection.arrivals(before + 1)).at(-1)?.body.toString();
      },
      (text) => text === "new 2",
    );
  }
  expect((await first.arrivals(1))[0]?.body.toString()).toBe("old 1");
});

test("variables that cannot be opened fail the runs of their own transformation, and nothing else", async () => {
  const connection = await givenConnection(answering("never"), { env: { N: "1" } });
  await api.db.query("update transformations set env = $2 where id = $1", [
    internalId("transformation", connection.transformation_id),
    Buffer.from("not sealed by anybody"),
  ]);
  const other = await givenConnection(answering("fine"), { env: { N: "2" } });
  await gateway.reload(connection.source);

  const ignored = await ignoredOf(connection.send("x", "text/plain"));
  await other.send("x", "text/plain");

  expect(ignored).toMatchObject({ cause: "TRANSFORMATION_FAILED" });
  expect((await other.arrivals(1))[0]?.body.toString()).toBe("fine 2");
  const [execution] = await executions(connection.transformation_id, 1);
  expect(execution.logs.at(-1).message).toContain("its variables cannot be opened");
});

test("a filter after the transformation sees what came out of it", async () => {
  const connection = await givenConnection(
    `addHandler("transform", (request) => ({ ...request, body: { kind: "small" } }));`,
    { rules: [{ type: "filter", body: { kind: "large" } }] },
  );

  const ignored = await ignoredOf(connection.send(`{"kind":"large"}`));

  expect(ignored).toMatchObject({ cause: "FILTERED", meta: ["body"] });
});

test("code that falls behind loses nothing: requests wait in the database and are routed once each", async () => {
  const connection = await givenConnection(
    `addHandler("transform", (request) => {
      const until = Date.now() + 3;
      while (Date.now() < until);
      return request;
    });`,
  );
  const count = 2_000;
  const statuses = new Set<number>();
  let next = 0;
  const sendInTurn = async () => {
    while (next < count) statuses.add((await connection.send(JSON.stringify({ number: next++ }))).status);
  };

  await Promise.all(Array.from({ length: 50 }, sendInTurn));
  expect([...statuses]).toEqual([200]); // before the arrivals: what was refused never arrives
  const received = await connection.arrivals(count);

  expect(new Set(received.map(({ body }) => body.toString())).size).toBe(count);
  expect(received).toHaveLength(count);
});
