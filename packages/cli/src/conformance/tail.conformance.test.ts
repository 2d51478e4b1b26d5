/** `posthorn tail`: each thing that happens, once, also over a restart of the server. */
import { publicId } from "@posthorn/contract/ids";
import { afterEach, expect, test } from "vitest";
import { type ApiCall, apiCallOf } from "../../../server/src/testing/api-call.ts";
import { eventually, startFarEnd } from "../../../server/src/testing/gateway.ts";
import { givenProject } from "../../../server/src/testing/given-project.ts";
import { createProduct } from "../../../server/src/testing/product.ts";
import { type PosthornCli, createPosthornCli } from "../testing/posthorn-cli.ts";

const READY = "Waiting for what happens.";

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close();
});

async function givenWatcher() {
  const project = await givenProject();
  const cli = await createPosthornCli({
    url: project.publicUrl,
    signedIn: { key: project.key, project: publicId("project", project.id) },
  });
  toClose.push(() => cli.remove());
  return { cli, api: apiCallOf(project) };
}

async function givenSource(api: ApiCall, name: string, destination: object = { type: "MOCK_API" }) {
  const source = await api("POST", "/sources", { name });
  const connection = await api("POST", "/connections", {
    name: `${name}-out`,
    source_id: source.id,
    destination: { name: `${name}-out`, ...destination },
  });
  return { source, connection, send: () => post(source.url) };
}

async function post(url: string): Promise<string> {
  const response = await fetch(url, { method: "POST", body: "{}" });
  return ((await response.json()) as { request_id: string }).request_id; // what our own ingest answers
}

async function tailing(cli: PosthornCli, ...args: string[]) {
  const running = cli.start(["tail", ...args]);
  await running.printed(READY);
  return running;
}

const eventOf = async (api: ApiCall, request: string): Promise<string> =>
  (
    await eventually(
      () => api("GET", `/requests/${request}/events`),
      (page) => page.models.length === 1,
    )
  ).models[0].id;

test("requests and events are shown with their ends; what was there before is not", async () => {
  const { cli, api } = await givenWatcher();
  const far = await startFarEnd((_, response) => void response.writeHead(503).end());
  toClose.push(() => far.close());
  const shop = await givenSource(api, "shop");
  const broken = await givenSource(api, "broken", { type: "HTTP", config: { url: far.url } });
  const before = await shop.send();
  await eventually(
    () => api("GET", `/requests/${before}/events`),
    (page) => page.models[0]?.status === "SUCCESSFUL",
  );

  const running = await tailing(cli);
  const [fine, failing] = [await shop.send(), await broken.send()];
  await running.printed(`✓ 200  shop → shop-out  attempt 1  ${await eventOf(api, fine)}`);
  await running.printed(`✗ 503  broken → broken-out  attempt 1  ${await eventOf(api, failing)}`);
  running.interrupt();

  expect(await running.ended()).toBe(0);
  const output = running.output();
  expect(output).toMatch(new RegExp(`\\d\\d:\\d\\d:\\d\\d  → accepted  shop  ${fine}\n`));
  expect(output).toMatch(new RegExp(`  → accepted  broken  ${failing}\n`));
  expect(output).not.toContain(before);
  expect(output).not.toContain(await eventOf(api, before));
});

test("only what was asked for is shown, as lines of JSON", async () => {
  const { cli, api } = await givenWatcher();
  const far = await startFarEnd((_, response) => void response.writeHead(500).end());
  toClose.push(() => far.close());
  const [shop, crm, broken] = [
    await givenSource(api, "shop"),
    await givenSource(api, "crm"),
    await givenSource(api, "broken", { type: "HTTP", config: { url: far.url } }),
  ];

  const ofShop = await tailing(cli, "--source", "shop", "--output", "json");
  const ofCrm = await tailing(cli, "--connection", "crm-out", "--output", "json");
  const failures = await tailing(cli, "--status", "FAILED", "--output", "json");
  const sent = { shop: await shop.send(), crm: await crm.send(), broken: await broken.send() };
  const events = {
    shop: await eventOf(api, sent.shop),
    crm: await eventOf(api, sent.crm),
    broken: await eventOf(api, sent.broken),
  };
  await Promise.all([
    ofShop.printed(events.shop),
    ofCrm.printed(events.crm),
    failures.printed(events.broken),
  ]);

  const shown = [ofShop, ofCrm, failures].map((running) =>
    running
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line))
      .map(({ type, request, event }) => [type, (request ?? event).id, event?.status]),
  );
  expect(shown).toEqual([
    [
      ["request", sent.shop, undefined],
      ["event", events.shop, "SUCCESSFUL"],
    ],
    [["event", events.crm, "SUCCESSFUL"]],
    [["event", events.broken, "FAILED"]],
  ]);
  expect((await cli.run(["tail", "--source", "nothing"])).code).toBe(5);
  expect((await cli.run(["tail", "requests", "--status", "FAILED"])).code).toBe(2);
});

test("a server that is killed and comes back is said; nothing is lost, and nothing is shown twice", async () => {
  const product = await createProduct();
  toClose.push(() => product.remove());
  await product.start();
  const api = apiCallOf({ publicUrl: product.publicUrl, key: product.apiKey });
  const shop = await givenSource(api, "shop");
  const cli = await createPosthornCli({
    url: product.publicUrl,
    signedIn: { key: product.apiKey, project: shop.source.team_id },
  });
  toClose.push(() => cli.remove());
  const running = await tailing(cli);
  const sent = [await shop.send()];
  await running.printed(await eventOf(api, sent[0] ?? ""));

  await product.kill();
  await running.printed("Connection lost.");
  await product.start();
  for (let at = 0; at < 3; at++) sent.push(await shop.send());
  await running.printed("Connected again.");
  sent.push(await shop.send());

  for (const request of sent) {
    await running.printed(request);
    await running.printed(await eventOf(api, request));
  }
  const lines = running.output().split("\n");
  for (const request of sent) {
    const event = await eventOf(api, request);
    expect(lines.filter((line) => line.includes(`  ${request}`))).toHaveLength(1);
    expect(lines.filter((line) => line.includes(`  ${event}`))).toHaveLength(1);
  }
  running.interrupt();
  expect(await running.ended()).toBe(0);
});
