/** `posthorn send` and `posthorn replay`: requests that are sent by hand, to a source and to a local server. */
import { publicId } from "@posthorn/contract/ids";
import { afterEach, expect, test } from "vitest";
import { apiCallOf } from "../../../server/src/testing/api-call.ts";
import { eventually, startFarEnd } from "../../../server/src/testing/gateway.ts";
import { givenProject } from "../../../server/src/testing/given-project.ts";
import { reservePort } from "../../../server/src/testing/reserved-port.ts";
import { createPosthornCli } from "../testing/posthorn-cli.ts";

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close();
});

async function givenSender() {
  const project = await givenProject();
  const cli = await createPosthornCli({
    url: project.publicUrl,
    signedIn: { key: project.key, project: publicId("project", project.id) },
  });
  toClose.push(() => cli.remove());
  return { cli, api: apiCallOf(project), url: project.publicUrl };
}

test("an example goes to a source by its name, signed as the provider would, and its life can be traced", async () => {
  const { cli, api, url } = await givenSender();
  const source = await api("POST", "/sources", {
    name: "billing",
    type: "STRIPE",
    config: { auth: { webhook_secret_key: "whsec_known" } },
  });
  await api("POST", "/connections", {
    source_id: source.id,
    destination: { name: "mock", type: "MOCK_API" },
  });

  const listed = await cli.run(["send", "--source", "billing", "--list"]);
  const names = listed.stdout.trimEnd().split("\n");
  const sent = await cli.run(["send", "--source", "billing", "--event", names[1] ?? "", "--output", "json"]);

  expect([sent.code, sent.stderr]).toEqual([0, ""]);
  const { example, answer, request } = JSON.parse(sent.stdout);
  expect([example, answer.status, request.verified]).toEqual([names[1], 200, true]);
  expect((await api("GET", `/requests/${request.id}`)).data.headers["stripe-signature"]).toMatch(
    /^t=\d+,v1=/,
  );
  const usual = await cli.run(["send", "--source", "billing"]);
  expect([usual.code, usual.stderr]).toEqual([0, ""]);
  expect(usual.stdout).toMatch(
    new RegExp(`^Example +${names[0]}\nAnswer +200\nRequest +${url}/requests/req_\\w+\n`),
  );
});

test("an example that is not there, and a source without a connection, fail with the reason", async () => {
  const { cli, api } = await givenSender();
  await api("POST", "/sources", { name: "alone", type: "STRIPE" });

  const wrong = await cli.run(["send", "--source", "alone", "--event", "invoice.payed"]);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("Did you mean invoice.paid?")]);
  const unheard = await cli.run(["send", "--source", "alone"]);
  expect([unheard.code, unheard.stderr]).toEqual([
    1,
    expect.stringContaining("No event was made of it: No Connection."),
  ]);
  expect((await cli.run(["send", "--source", "nothing"])).code).toBe(5);
});

test("what is stored of a request, an event and a bookmark is sent to a local server, byte for byte", async () => {
  const { cli, api } = await givenSender();
  const local = await startFarEnd((_, response) => void response.writeHead(201).end("thanks\u001b[2J"));
  toClose.push(() => local.close());
  const { port } = new URL(local.url);
  const source = await api("POST", "/sources", { name: "shop" });
  const connection = await api("POST", "/connections", {
    source_id: source.id,
    destination: { name: "mock", type: "MOCK_API" },
  });
  const body = Buffer.from([0x89, 0x50, 0xff, 0x00, 0x0a]);
  const response = await fetch(`${source.url}/orders?page=1&a=%2F`, {
    method: "PUT",
    headers: { "content-type": "text/plain", "x-shop": "one" },
    body,
  });
  expect(response.status).toBe(200);
  const { request_id } = (await response.json()) as { request_id: string }; // what our own ingest answers
  const { models } = await eventually(
    () => api("GET", `/requests/${request_id}/events`),
    (page) => page.models[0]?.status === "SUCCESSFUL",
  );
  const [event] = models;
  const bookmark = await api("POST", "/bookmarks", {
    event_data_id: event.event_data_id,
    webhook_id: connection.id,
    label: "one",
  });

  for (const id of [request_id, event.id, bookmark.id]) {
    const { code, stdout, stderr } = await cli.run(["replay", id, "--to", port]);
    expect([code, stdout]).toEqual([0, "thanks\ufffd[2J\n"]);
    expect(stderr).toContain(`201 Created  http://localhost:${port}/orders?page=1&a=%2F  `);
  }
  await cli.run(["replay", request_id, "--to", `${local.url}/webhooks`]);

  const sent = { method: "PUT", headers: { "content-type": "text/plain", "x-shop": "one" }, body };
  expect(local.received).toMatchObject([
    { ...sent, url: "/orders?page=1&a=%2F" },
    { ...sent, url: "/orders?page=1&a=%2F" },
    { ...sent, url: "/orders?page=1&a=%2F" },
    { ...sent, url: "/webhooks?page=1&a=%2F" },
  ]);
});

test("the exit code says what the local server answered, and whether it did", async () => {
  const { cli, api } = await givenSender();
  const broken = await startFarEnd((_, response) => void response.writeHead(500).end("no"));
  const { port, release } = await reservePort();
  toClose.push(() => broken.close(), release);
  const source = await api("POST", "/sources", { name: "shop" });
  const response = await fetch(source.url, { method: "POST", body: "{}" });
  const { request_id } = (await response.json()) as { request_id: string }; // what our own ingest answers

  const failed = await cli.run(["replay", request_id, "--to", broken.url]);
  expect([failed.code, failed.stdout]).toEqual([1, "no\n"]);
  expect((await cli.run(["replay", request_id, "--to", String(port)])).code).toBe(4);
  expect((await cli.run(["replay", request_id])).code).toBe(2);
  expect((await cli.run(["replay", "shop", "--to", "3000"])).code).toBe(2);
  expect((await cli.run(["replay", "req_1", "--to", "3000"])).code).toBe(5);
});
