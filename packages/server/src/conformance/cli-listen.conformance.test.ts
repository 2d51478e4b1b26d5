/** `hookdeck listen`: events on a developer's machine, and what the machine answers. */
import { NO_GUESTS } from "@posthorn/contract/cli-login-texts";
import { afterAll, expect, test } from "vitest";
import { type ApiCall, apiCallOf } from "../testing/api-call.ts";
import { claimedCliKey } from "../testing/claimed-cli-key.ts";
import { eventually, startFarEnd } from "../testing/gateway.ts";
import { givenProject } from "../testing/given-project.ts";
import { createHookdeckCli } from "../testing/hookdeck-cli.ts";
import { removeClis, signedInCli } from "../testing/hookdeck-commands.ts";
import { reservePort } from "../testing/reserved-port.ts";

type FarEnd = Awaited<ReturnType<typeof startFarEnd>>;

const CONNECTED = "Connected. Waiting for events...";
const opened: FarEnd[] = [];
afterAll(async () => {
  await removeClis();
  for (const local of opened) local.close();
});

/** A server on the developer's machine. */
async function givenLocalServer(status = 200): Promise<FarEnd> {
  const local = await startFarEnd((_, response) => {
    response.statusCode = status;
    response.setHeader("content-type", "application/json").end('{"thanks":true}');
  });
  opened.push(local);
  return local;
}

/** A project with a client; `listen` resolves once the client waits for events. */
async function givenDeveloper() {
  const project = await givenProject();
  const cli = await signedInCli(project);
  return {
    project,
    cli,
    api: apiCallOf(project),
    listen: async (...args: string[]) => {
      const listening = cli.start(["listen", ...args]);
      await listening.printed(CONNECTED);
      return listening;
    },
  };
}

const sourceNamed = async (api: ApiCall, name: string) =>
  (await api("GET", `/sources?name=${name}`)).models[0];

/** Returns the id of the accepted request. */
async function send(url: string, body: object = {}, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { request_id: string }).request_id; // what our own ingest answers
}

/** The events of a request, once there are that many and each has ended. */
async function endedEvents(api: ApiCall, request: string, count = 1) {
  const { models } = await eventually(
    () => api("GET", `/requests/${request}/events`),
    (page) =>
      page.count === count &&
      page.models.every(({ status }: { status: string }) => ["SUCCESSFUL", "FAILED"].includes(status)),
  );
  return models;
}

const ignoredEvents = async (api: ApiCall, request: string) =>
  (
    await eventually(
      () => api("GET", `/requests/${request}/ignored_events`),
      ({ count }) => count > 0,
    )
  ).models;

/** What each connection of the source made of a request: an event, or an ignored event. */
async function routed(api: ApiCall, request: string): Promise<{ cause?: string }[]> {
  const { source_id } = await api("GET", `/requests/${request}`);
  const { count: ways } = await api("GET", `/connections/count?source_id=${source_id}`);
  return eventually(
    async () => [
      ...(await api("GET", `/requests/${request}/events`)).models,
      ...(await api("GET", `/requests/${request}/ignored_events`)).models,
    ],
    (rows) => rows.length === ways,
  );
}

test("listen makes the source and the connection that are missing; an event goes to the local server and back", async () => {
  const { project, api, listen } = await givenDeveloper();
  const local = await givenLocalServer();

  const listening = await listen(local.url, "shop", "--output", "compact");
  const source = await sourceNamed(api, "shop");
  const request = await send(`${source.url}/orders?page=1`, { kind: "order" }, { "x-shop": "one" });
  const [event] = await endedEvents(api, request);

  expect(listening.output()).toContain(source.url);
  expect((await api("GET", "/connections")).models).toMatchObject([
    {
      name: "cli-shop",
      source: { id: source.id },
      destination: { name: "cli-shop", type: "CLI", config: { path: "/" } },
    },
  ]);
  expect(local.received).toHaveLength(1);
  const [received] = local.received;
  expect(received).toMatchObject({
    method: "POST",
    url: "/orders?page=1",
    headers: { "x-shop": "one", "content-type": "application/json", "x-posthorn-eventid": event.id },
  });
  expect(received?.body.toString()).toBe('{"kind":"order"}');
  expect(event).toMatchObject({
    status: "SUCCESSFUL",
    attempts: 1,
    response_status: 200,
    error_code: null,
    cli_id: expect.stringMatching(/^cli_/),
  });
  const { models: attempts } = await api("GET", `/attempts?event_id=${event.id}`);
  expect(await api("GET", `/attempts/${attempts[0].id}`)).toMatchObject({
    status: "SUCCESSFUL",
    trigger: "INITIAL",
    response_status: 200,
    body: '{"thanks":true}', // the client does not report the content type
  });
  expect(await api("GET", `/requests/${request}`)).toMatchObject({ events_count: 0, cli_events_count: 1 });
  await listening.printed(`[200] POST ${local.url}/orders?page=1`);
  await listening.printed(`${project.publicUrl}/events/${event.id}`);
  expect(await listening.interrupt()).toBe(0);
});

test("what the local server refuses has failed with its status, and a retry reaches it again", async () => {
  const { api, listen, cli } = await givenDeveloper();
  const local = await givenLocalServer(422);

  const listening = await listen(local.url, "shop");
  const [event] = await endedEvents(api, await send((await sourceNamed(api, "shop")).url));
  expect(event).toMatchObject({ status: "FAILED", attempts: 1, response_status: 422 });
  expect((await cli.run(["gateway", "event", "retry", event.id])).code).toBe(0);
  await local.arrivals(2);

  const retried = await eventually(
    () => api("GET", `/events/${event.id}`),
    ({ attempts, status }) => attempts === 2 && status === "FAILED",
  );
  expect(retried.response_status).toBe(422);
  expect(local.received[1]?.headers["x-posthorn-attempt-trigger"]).toBe("MANUAL");
  await listening.printed(`[422] POST ${local.url}/`, 2);
});

test("without a local server the event has failed as CLI_UNAVAILABLE", async () => {
  const { api, listen } = await givenDeveloper();
  const { port, release } = await reservePort();

  await listen(`http://127.0.0.1:${port}`, "shop", "--no-healthcheck");
  const [event] = await endedEvents(api, await send((await sourceNamed(api, "shop")).url));

  expect(event).toMatchObject({
    status: "FAILED",
    attempts: 1,
    response_status: null,
    error_code: "CLI_UNAVAILABLE",
  });
  release();
});

test.for([
  ["--filter-body", '{"kind":"order"}', "body"],
  ["--filter-headers", '{"x-shop":"one"}', "headers"],
  ["--filter-query", '{"page":"1"}', "query"],
  ["--filter-path", '{"$startsWith":"/orders"}', "path"],
] as const)("%s keeps the session's events to those that match", async ([flag, filter, part]) => {
  const { api, listen } = await givenDeveloper();
  const local = await givenLocalServer();

  await listen(local.url, "shop", flag, filter);
  const { url } = await sourceNamed(api, "shop");
  const ignored = await send(`${url}/bills?page=2`, { kind: "bill" }, { "x-shop": "two" });
  const taken = await send(`${url}/orders?page=1`, { kind: "order" }, { "x-shop": "one" });

  expect(await endedEvents(api, taken)).toMatchObject([{ status: "SUCCESSFUL" }]);
  expect(await ignoredEvents(api, ignored)).toMatchObject([{ cause: "FILTERED", meta: [part] }]);
  expect(local.received.map(({ url: path }) => path)).toEqual(["/orders?page=1"]);
});

test("--path is where a new destination leads, and changes where one that is there leads", async () => {
  const { api, listen } = await givenDeveloper();
  const local = await givenLocalServer();
  const destinations = async () => (await api("GET", "/destinations")).models;

  const first = await listen(local.url, "shop", "--path", "/hooks");
  expect(await destinations()).toMatchObject([{ config: { path: "/hooks" } }]);
  const [{ id }] = await destinations();
  await api("PUT", `/destinations/${id}`, { config: { http_method: "PUT" } });
  expect(await first.interrupt()).toBe(0);
  await listen(local.url, "shop", "--path", "/other");
  const request = await send(`${(await sourceNamed(api, "shop")).url}/orders`);

  expect(await destinations()).toMatchObject([{ id, config: { path: "/other", http_method: "PUT" } }]);
  expect(await endedEvents(api, request)).toMatchObject([{ status: "SUCCESSFUL" }]);
  expect(local.received).toMatchObject([{ method: "PUT", url: "/other/orders" }]);
});

test("a client that is started anew takes the place of the one before", async () => {
  const { api, listen } = await givenDeveloper();
  const local = await givenLocalServer();

  const first = await listen(local.url, "shop");
  const { url } = await sourceNamed(api, "shop");
  expect(await first.interrupt()).toBe(0);
  const missed = await send(`${url}/missed`);
  const [event] = await endedEvents(api, missed);
  await listen(local.url, "shop");
  const request = await send(`${url}/taken`);
  await local.arrivals(1);

  expect(event).toMatchObject({ status: "FAILED", error_code: "CLI_UNAVAILABLE" });
  expect(await endedEvents(api, request)).toMatchObject([{ status: "SUCCESSFUL" }]);
  expect(local.received.map(({ url: path }) => path)).toEqual(["/taken"]);
});

test.for([
  ["several sources", ["shop,bank"], ["/bank-a", "/shop-a", "/shop-b"]],
  ["all sources", ["*"], ["/bank-a", "/shop-a", "/shop-b"]],
  ["one source", ["shop"], ["/shop-a", "/shop-b"]],
  ["one connection by its name", ["shop", "shop-b"], ["/shop-b"]],
  ["one connection by its path", ["shop", "/shop-a"], ["/shop-a"]],
] as const)("%s can be listened to", async ([, what, paths]) => {
  const { api, listen } = await givenDeveloper();
  const local = await givenLocalServer();
  const connect = (source: string, name: string) =>
    api("PUT", "/connections", {
      name,
      source: { name: source },
      destination: { name, type: "CLI", config: { path: `/${name}` } },
    });
  const shop = await connect("shop", "shop-a");
  await connect("shop", "shop-b");
  const bank = await connect("bank", "bank-a");

  await listen(local.url, ...what, "--max-connections", "2");
  const requests = [await send(shop.source.url), await send(bank.source.url)];
  await local.arrivals(paths.length);

  const rows = await Promise.all(requests.map((request) => routed(api, request)));
  const { ignored, events } = Object.groupBy(rows.flat(), ({ cause }) => (cause ? "ignored" : "events"));
  expect(events).toHaveLength(paths.length);
  expect((ignored ?? []).map(({ cause }) => cause)).toEqual(
    Array.from({ length: 3 - paths.length }, () => "CLI_DISCONNECTED"),
  );
  expect(local.received.map(({ url }) => url).toSorted()).toEqual(paths);
});

test("an event with every byte that text can have arrives as it was sent, and many at once arrive", async () => {
  const { api, listen } = await givenDeveloper();
  const local = await givenLocalServer();
  const bodies = Array.from({ length: 40 }, (_, index) => ({
    index,
    text: `</ä€🎺\u0000\u2028"\\ ${"x".repeat(index * 100)}`,
  }));

  await listen(local.url, "shop");
  const { url } = await sourceNamed(api, "shop");
  const requests = await Promise.all(bodies.map((body) => send(url, body)));
  const events = await Promise.all(requests.map((request) => endedEvents(api, request)));

  expect(events.flat().filter(({ status }) => status !== "SUCCESSFUL")).toEqual([]);
  const arrived = local.received.map(({ body }) => JSON.parse(body.toString()));
  expect(arrived.toSorted((a, b) => a.index - b.index)).toEqual(bodies);
});

test("a key on the command line is enough, and so is an API key in the environment", async () => {
  const project = await givenProject();
  const local = await givenLocalServer();
  const api = apiCallOf(project);
  const stranger = await createHookdeckCli({ publicUrl: project.publicUrl });

  const byKey = stranger.start(["listen", local.url, "shop", "--cli-key", await claimedCliKey(project)]);
  await byKey.printed(CONNECTED);
  const { url } = await sourceNamed(api, "shop");
  expect(await endedEvents(api, await send(url))).toMatchObject([{ status: "SUCCESSFUL" }]);
  expect(await byKey.interrupt()).toBe(0);

  expect((await stranger.run(["logout"])).code).toBe(0);
  const byEnvironment = stranger.start(["listen", local.url, "shop"], { HOOKDECK_API_KEY: project.key });
  await byEnvironment.printed(CONNECTED);
  const again = await send(`${url}/again`);
  // Beside it there is an event for the first client, which is gone.
  await eventually(
    () => api("GET", `/requests/${again}/events`),
    ({ models }) => models.some(({ status }: { status: string }) => status === "SUCCESSFUL"),
  );
  expect(local.received.map(({ url: path }) => path)).toEqual(["/", "/again"]);
  expect(await byEnvironment.interrupt()).toBe(0);
  await stranger.remove();
});

test("nobody listens with a wrong key, or as a guest", async () => {
  const { project, cli } = await givenDeveloper();
  const stranger = await createHookdeckCli({ publicUrl: project.publicUrl });

  const wrong = await cli.run(["listen", "3000", "shop", "--cli-key", "phc_nobody_has_ever_had_this_key"]);
  const guest = await stranger.run(["listen", "3000", "shop"]);
  await stranger.remove();

  expect([wrong.code, wrong.stdout + wrong.stderr]).toEqual([
    1,
    expect.stringMatching(/Invalid or missing API key/),
  ]);
  expect([guest.code, guest.stdout + guest.stderr]).toEqual([1, expect.stringContaining(NO_GUESTS)]);
});
