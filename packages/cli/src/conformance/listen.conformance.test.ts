/** `posthorn listen`: events on a developer's machine, through a real socket to a real local server. */
import { publicId } from "@posthorn/contract/ids";
import { afterEach, expect, test } from "vitest";
import { type ApiCall, apiCallOf } from "../../../server/src/testing/api-call.ts";
import { eventually, startFarEnd } from "../../../server/src/testing/gateway.ts";
import { givenProject } from "../../../server/src/testing/given-project.ts";
import { createProduct } from "../../../server/src/testing/product.ts";
import { reservePort } from "../../../server/src/testing/reserved-port.ts";
import { type PosthornCli, createPosthornCli } from "../testing/posthorn-cli.ts";

const CONNECTED = "Connected. Waiting for events.";

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close();
});

type Answer = Parameters<typeof startFarEnd>[0];

async function givenLocal(answer?: Answer) {
  const local = await startFarEnd(answer);
  toClose.push(() => local.close());
  return local;
}

async function givenDeveloper() {
  const project = await givenProject();
  const cli = await createPosthornCli({
    url: project.publicUrl,
    signedIn: { key: project.key, project: publicId("project", project.id) },
  });
  toClose.push(() => cli.remove());
  return { project, cli, api: apiCallOf(project), listen: (...args: string[]) => listening(cli, ...args) };
}

async function listening(cli: PosthornCli, ...args: string[]) {
  const running = cli.start(["listen", ...args]);
  await running.printed(CONNECTED);
  return running;
}

const urlOf = async (api: ApiCall, name: string): Promise<string> =>
  (await api("GET", `/sources?name=${name}`)).models[0].url;

async function send(url: string, body: string | Uint8Array = "{}", headers: Record<string, string> = {}) {
  const response = await fetch(url, { method: "POST", headers, body });
  expect(response.status).toBe(200);
  return ((await response.json()) as { request_id: string }).request_id; // what our own ingest answers
}

const endedEvents = async (api: ApiCall, request: string, count = 1) =>
  (
    await eventually(
      () => api("GET", `/requests/${request}/events`),
      (page) =>
        page.count === count &&
        page.models.every(({ status }: { status: string }) => ["SUCCESSFUL", "FAILED"].includes(status)),
    )
  ).models;

test("listen makes what is missing; bytes that are no text go to the local server and back", async () => {
  const { api, listen } = await givenDeveloper();
  const bytes = Buffer.from([0x89, 0x50, 0xff, 0x00, 0x0a]);
  const local = await givenLocal((_, response) => void response.writeHead(201).end(bytes));

  const running = await listen(local.url, "shop", "--path", "/hooks");
  const request = await send(`${await urlOf(api, "shop")}/orders?page=1&a=%2F`, bytes, {
    "content-type": "text/plain",
    "x-shop": "one",
  });
  const [event] = await endedEvents(api, request);

  expect((await api("GET", "/connections")).models).toMatchObject([
    { name: "cli-shop", destination: { name: "cli-shop", type: "CLI", config: { path: "/hooks" } } },
  ]);
  expect(local.received).toMatchObject([
    { method: "POST", url: "/hooks/orders?page=1&a=%2F", headers: { "x-shop": "one" }, body: bytes },
  ]);
  expect(event).toMatchObject({
    status: "SUCCESSFUL",
    response_status: 201,
    cli_id: expect.stringMatching(/^cli_/),
  });
  await running.printed(`✓ 201  POST  /hooks/orders?page=1&a=%2F`);
  expect(running.output()).toContain("The source shop was made.");
  expect(running.output()).toContain("The connection cli-shop was made.");
  running.interrupt();
  expect(await running.ended()).toBe(0);
  expect(running.output()).toContain("Stopped. 1 event received, 0 failed.");
});

test("what exists is used again, and a path that is asked for is stored", async () => {
  const { api, listen } = await givenDeveloper();
  const local = await givenLocal();
  const first = await listen(local.url, "shop");
  first.interrupt();
  await first.ended();

  const second = await listen(local.url, "shop", "--path", "/new");

  expect(second.output()).toContain("The path of the destination cli-shop is now /new.");
  expect(second.output()).not.toContain("was made");
  expect((await api("GET", "/connections")).models).toMatchObject([
    { destination: { config: { path: "/new" } } },
  ]);
});

test("two clients on one source each get every event", async () => {
  const [{ api, listen, project }, one, other] = [
    await givenDeveloper(),
    await givenLocal(),
    await givenLocal(),
  ];
  const second = await createPosthornCli({
    url: project.publicUrl,
    signedIn: { key: project.key, project: publicId("project", project.id) },
  });
  toClose.push(() => second.remove());

  await listen(one.url, "shop");
  await listening(second, other.url, "shop");
  await send(await urlOf(api, "shop"), '{"n":1}');

  for (const local of [one, other]) expect((await local.arrivals(1))[0]?.body.toString()).toBe('{"n":1}');
});

test("only events that match the filters arrive", async () => {
  const [{ api, listen }, local] = [await givenDeveloper(), await givenLocal()];

  await listen(local.url, "shop", "--filter-body", '{"type":"paid"}', "--filter-headers", '{"x-shop":"one"}');
  const url = await urlOf(api, "shop");
  const json = { "content-type": "application/json" };
  await send(url, '{"type":"open"}', { ...json, "x-shop": "one" });
  await send(url, '{"type":"paid"}', { ...json, "x-shop": "two" });
  const wanted = await send(url, '{"type":"paid"}', { ...json, "x-shop": "one" });
  await endedEvents(api, wanted);

  expect(local.received.map(({ body, headers }) => [body.toString(), headers["x-shop"]])).toEqual([
    ['{"type":"paid"}', "one"],
  ]);
});

test("quiet says only what fails, and a local server that is missing and comes back is said", async () => {
  const [{ api, listen }, { port, release }] = [await givenDeveloper(), await reservePort()];
  toClose.push(release);

  const running = await listen(String(port), "shop", "--output", "quiet");
  await running.printed(`Nothing listens at http://localhost:${port}. Start your server`);
  const [event] = await endedEvents(api, await send(await urlOf(api, "shop")));

  expect(event).toMatchObject({ status: "FAILED", error_code: "CLI_UNAVAILABLE" });
  await running.printed("✗ refused  POST  /");
});

test("a stranger's key, a wrong port and a filter that is no JSON are refused before anything is made", async () => {
  const { api, cli } = await givenDeveloper();

  expect((await cli.run(["listen", "99999", "shop"])).code).toBe(2);
  expect((await cli.run(["listen", "3000", "shop", "--filter-body", "{"])).stderr).toContain("is not JSON");
  expect((await cli.run(["listen", "3000"])).stderr).toContain("SOURCE is missing.");
  expect((await cli.run(["listen", "3000", "shop"], { env: { POSTHORN_API_KEY: "phk_wrong" } })).code).toBe(
    3,
  );
  expect((await cli.run(["listen", "3000", "*"])).code).toBe(5);
  expect((await api("GET", "/sources")).models).toEqual([]);
});

test("a killed server is missed and found again, without end; what was missed is said", async () => {
  const product = await createProduct();
  toClose.push(() => product.remove());
  await product.start();
  const local = await givenLocal();
  const api = apiCallOf({ publicUrl: product.publicUrl, key: product.apiKey });
  const { team_id, url } = await api("PUT", "/sources", { name: "shop" });
  const cli = await createPosthornCli({
    url: product.publicUrl,
    signedIn: { key: product.apiKey, project: team_id },
  });
  toClose.push(() => cli.remove());
  const answered = async (path: string) => {
    const [event] = await endedEvents(api, await send(url + path));
    expect(event).toMatchObject({ status: "SUCCESSFUL", response_status: 200 });
    expect(local.received.at(-1)?.url).toBe(path);
  };

  const running = await listening(cli, local.url, "shop");
  await answered("/before");
  await product.kill();
  await running.printed("Connection lost.");
  await product.start();
  await running.printed("Connected again. Waiting for events.");
  await running.printed("Nothing was missed.");
  await answered("/after-the-kill");
  expect(await product.stop()).toBe(0);
  await running.printed("Connection lost.", 2);
  await product.start();
  await running.printed("Connected again.", 2);
  await answered("/after-the-stop");

  running.interrupt();
  expect(await running.ended()).toBe(0);
});
