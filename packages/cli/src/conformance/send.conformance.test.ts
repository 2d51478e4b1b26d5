/** `posthorn send` and `posthorn replay`: requests that are sent by hand, to a source, to a local server and to any URL. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { publicId } from "@posthorn/contract/ids";
import { afterEach, expect, test } from "vitest";
import { apiCallOf } from "../../../server/src/testing/api-call.ts";
import { eventually, startFarEnd } from "../../../server/src/testing/gateway.ts";
import { givenProject } from "../../../server/src/testing/given-project.ts";
import { PROVIDER_RECEIVERS, type ReceivedRequest } from "../../../server/src/testing/provider-receiver.ts";
import { reservePort } from "../../../server/src/testing/reserved-port.ts";
import { createPosthornCli } from "../testing/posthorn-cli.ts";

const execFileAsync = promisify(execFile);

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

const WHSEC = `whsec_${Buffer.from("a key of 24 bytes, about").toString("base64")}`;

/** A customer's program: it answers 204 to what the provider's own library accepts, and 400 to anything else. */
async function givenApp(provider: string, secret: string) {
  const accepts = async (request: ReceivedRequest, withSecret: string) => {
    try {
      const url = app.url + request.url;
      return (await PROVIDER_RECEIVERS[provider]?.({ ...request, url }, withSecret)) === true;
    } catch {
      return false; // so say some libraries that it is not accepted
    }
  };
  const app = await startFarEnd(({ url = "", headers }, response, body) => {
    void accepts({ url, headers, body }, secret).then((isAccepted) =>
      response.writeHead(isAccepted ? 204 : 400).end(),
    );
  });
  toClose.push(() => app.close());
  return { ...app, accepts };
}

test.each([
  ["STRIPE", "whsec_known", ["stripe"]],
  ["GITHUB", "s3cret=of/GitHub", ["github", "--example", "push"]],
  ["RAZORPAY", "s3cret", ["razorpay"]],
  ["TWILIO", "t0ken", ["twilio"]],
  ["STANDARD_WEBHOOKS", WHSEC, ["webhook", "--auth-type", "standard-webhooks"]],
])(
  "the library of %s accepts its example at a local URL, with this secret only",
  async (type, secret, words) => {
    const { cli, api } = await givenSender();
    const app = await givenApp(type, secret);

    const sent = await cli.run(["send", ...words, "--to", `${app.url}/hooks?shop=1`, "--secret", secret]);

    expect([sent.code, sent.stderr]).toEqual([0, expect.stringContaining("204 No Content")]);
    const [request] = app.received;
    expect(request && (await app.accepts(request, secret.replace(/.$/, "A")))).toBe(false);
    expect([app.received.length, request?.url]).toEqual([1, "/hooks?shop=1"]);
    expect((await api("GET", "/requests")).models).toEqual([]);
  },
);

test("a secret comes from stdin, and without one the example is unsigned and said to be", async () => {
  const { cli } = await givenSender();
  const app = await givenApp("STRIPE", "whsec_known");
  const words = ["send", "stripe", "--to", app.url, "--output", "json"];

  const piped = await cli.run([...words, "--secret", "-"], { input: "whsec_known\n" });
  const unsigned = await cli.run(words);

  expect([piped.code, piped.stderr]).toEqual([0, ""]);
  expect(JSON.parse(piped.stdout)).toMatchObject({
    request: { example: "invoice.paid", signed: true, url: `${app.url}/` },
    answer: { status: 204, body: "" },
  });
  expect([unsigned.code, unsigned.stderr]).toEqual([
    1,
    expect.stringContaining("Not signed. To sign it as Stripe"),
  ]);
  expect(unsigned.stderr).toContain("answered 400.");
  expect(JSON.parse(unsigned.stdout)).toMatchObject({ request: { signed: false }, answer: { status: 400 } });
});

test("a dry run prints the command, and nothing is sent until a shell runs it", async () => {
  const { cli } = await givenSender();
  const app = await givenApp("STRIPE", "whsec_known");
  const words = ["send", "stripe", "--to", `${app.url}/a?b=1`, "--secret", "whsec_known", "--dry-run"];

  const printed = await cli.run(words);
  const asJson = await cli.run([...words, "--output", "json"]);

  expect([printed.code, printed.stderr, app.received.length]).toEqual([0, "", 0]);
  expect(JSON.parse(asJson.stdout)).toMatchObject({ example: "invoice.paid", url: `${app.url}/a?b=1` });
  const curl = await execFileAsync("sh", [
    "-c",
    printed.stdout.replace(/^curl/, "curl -sS -w '%{http_code}'"),
  ]);
  expect(curl.stdout).toBe("204");
});

test("providers, their examples and what they sign with are listed", async () => {
  const { cli } = await givenSender();

  const all = await cli.run(["send", "--list"]);
  const one = await cli.run(["send", "gitlab", "--list"]);

  expect([all.code, all.stderr]).toEqual([0, ""]);
  expect(all.stdout).toMatch(/^stripe +--secret SECRET +invoice\.paid, /m);
  expect(all.stdout).toMatch(/^gitlab +\d ways: posthorn send gitlab --list /m);
  expect(all.stdout.indexOf("Examples")).toBeLessThan(100);
  expect(all.stdout).toMatch(/^discord +a private key of its own /m);
  expect(one.stdout).toMatch(
    /^Provider +GitLab\nExamples +Push Hook, .*\nSigned with +--secret SECRET, or --auth-type standard-/,
  );
});

test.each([
  [["strip", "--to", "3000"], 2, "Did you mean stripe?"],
  [["stripe", "--to", "3000", "--example", "invoice.payed"], 2, "Did you mean invoice.paid?"],
  [["webhook", "--to", "3000", "--secret", "a"], 2, "Webhook has no signature of its own."],
  [["discord", "--to", "3000", "--secret", "a"], 1, "Discord signs with a private key"],
  [
    ["gitlab", "--auth-type", "standard-webhooks", "--to", "3000", "--secret", "%"],
    1,
    "auth.webhook_secret_key",
  ],
])("posthorn send %s is refused with what to do", async (words, code, text) => {
  const { cli } = await givenSender();

  const ended = await cli.run(["send", ...words]);

  expect([ended.code, ended.stderr]).toEqual([code, expect.stringContaining(text)]);
});

test("a server that is not there is said to be, and its URL", async () => {
  const { cli } = await givenSender();
  const { port, release } = await reservePort();
  toClose.push(release);

  const { code, stderr } = await cli.run(["send", "github", "--to", String(port), "--secret", "s"]);

  expect([code, stderr]).toEqual([4, expect.stringContaining(`http://localhost:${port}/ does not answer`)]);
});
