import { once } from "node:events";
import { type IncomingHttpHeaders, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { RESPONSE_BODY_KEPT_BYTES } from "@posthorn/contract/limits";
import { expect, test } from "vitest";
import { Failure } from "../failure.ts";
import { unpainted } from "../output/paint.ts";
import { type UnderWay, forward, isListening } from "./local-server.ts";
import { type Attempt, answerText, readAttempt } from "./messages.ts";
import { eventText, missedText } from "./report.ts";
import { readTarget } from "./target.ts";

test.each([
  ["3000", { hostname: "localhost", port: 3000, path: "", url: "http://localhost:3000", isLoopback: true }],
  ["3000/app/", { hostname: "localhost", port: 3000, path: "/app", url: "http://localhost:3000/app" }],
  ["localhost:80/", { hostname: "localhost", port: 80, path: "", url: "http://localhost" }],
  ["http://127.0.0.1:3000/a/b/", { port: 3000, path: "/a/b", url: "http://127.0.0.1:3000/a/b" }],
  ["https://[::1]:8443", { isTls: true, hostname: "::1", port: 8443, isLoopback: true }],
  ["https://app.test", { isTls: true, port: 443, isLoopback: false }],
  ["shop.localhost:5000", { hostname: "shop.localhost", isLoopback: true }],
])("the target %s is read", (typed, expected) => expect(readTarget(typed)).toMatchObject(expected));

test.each([
  "0",
  "0/a",
  "65536",
  "65536/a",
  "3000/a?x=1",
  "",
  "http://",
  "http://a:b@c",
  "localhost:3000?x=1",
  "localhost:x",
])("%j is no target", (typed) => expect(() => readTarget(typed)).toThrow(Failure));

const message = (request: object, more: object = {}) =>
  JSON.stringify({
    event: "attempt",
    body: {
      cli_path: "/hooks?x=1",
      event_id: "evt_1",
      attempt_id: "atm_1",
      webhook_id: "web_1",
      request: { method: "POST", timeout: 5_000, headers: { a: "b" }, ...request },
      ...more,
    },
  });

test("an attempt is read as text and as bytes; everything else is skipped", () => {
  expect(readAttempt(message({ data_string: "häh" }))).toMatchObject({
    path: "/hooks?x=1",
    headers: { a: "b" },
    body: Buffer.from("häh"),
    timeoutMs: 5_000,
  });
  expect(readAttempt(message({ data_base64: "iVD/" }))?.body).toEqual(Buffer.from([0x89, 0x50, 0xff]));
  expect(readAttempt(message({ timeout: 0 }, { cli_path: "?a" }))).toMatchObject({
    path: "/?a",
    timeoutMs: 30_000,
  });
  for (const other of ["", "{", '{"event":"connect_response"}', '{"event":"attempt","body":{}}', "null"])
    expect(readAttempt(other)).toBeNull();
});

const ATTEMPT: Attempt = {
  event_id: "evt_1",
  attempt_id: "atm_1",
  webhook_id: "web_1",
  method: "POST",
  path: "/hooks/%20?x=1",
  headers: { "content-type": "application/octet-stream", host: "elsewhere", "content-length": "999" },
  body: Buffer.from([0, 0xff, 0x0a]),
  timeoutMs: 60_000,
};

test("an answer is text, or bytes if it is no text, and is cut where the server cuts it", () => {
  const bodyOf = (body: Buffer) => JSON.parse(answerText(ATTEMPT, { status: 200, body, headers: [] })).body;

  expect(bodyOf(Buffer.from("ok"))).toEqual({
    attempt_id: "atm_1",
    cli_path: ATTEMPT.path,
    status: 200,
    data: "ok",
  });
  expect(bodyOf(Buffer.from([0xff, 0xfe]))).toMatchObject({ data_base64: "//4=" });
  expect(bodyOf(Buffer.alloc(RESPONSE_BODY_KEPT_BYTES + 9, "a")).data).toHaveLength(
    RESPONSE_BODY_KEPT_BYTES + 1,
  );
  expect(JSON.parse(answerText(ATTEMPT, { problem: "refused" })).body).toEqual({
    attempt_id: "atm_1",
    cli_path: ATTEMPT.path,
    error: true,
  });
});

/** A server on this machine that records what it gets. */
async function startLocal(answer: (response: ServerResponse) => void) {
  const received: { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer }[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const { method = "", url = "", headers } = request;
      received.push({ method, url, headers, body });
      return answer(response);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server has one
  return {
    received,
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

test("path, headers and bytes reach the local server as they are, and its answer comes back", async () => {
  const local = await startLocal((response) => {
    response.writeHead(422, { "content-encoding": "gzip" }).end(Buffer.from([0x1f, 0x8b, 0xff]));
  });
  try {
    const outcome = await forward(ATTEMPT, readTarget(`${local.url}/base/`));

    const [received] = local.received;
    expect(outcome).toMatchObject({ status: 422, body: Buffer.from([0x1f, 0x8b, 0xff]) });
    expect("headers" in outcome && outcome.headers).toContainEqual(["content-encoding", "gzip"]);
    expect(received).toMatchObject({ method: "POST", url: "/base/hooks/%20?x=1", body: ATTEMPT.body });
    expect(received?.headers).toMatchObject({
      "content-type": "application/octet-stream",
      "content-length": "3",
      host: new URL(local.url).host,
    });
    expect(await isListening(readTarget(local.url))).toBe(true);
  } finally {
    local.close();
  }
});

test("a local server that refuses, is silent, or cannot get such a path is a problem in words", async () => {
  const local = await startLocal(() => undefined);
  const target = readTarget(local.url);
  try {
    expect(await forward({ ...ATTEMPT, timeoutMs: 30 }, target)).toEqual({ problem: "no answer in 0.03 s" });
    const underWay: UnderWay = new Set();
    const stopped = forward(ATTEMPT, target, underWay);
    for (const request of underWay) request.destroy();
    expect(await stopped).toEqual({ problem: "connection cut" });
    expect(underWay.size).toBe(0);
    expect(await forward({ ...ATTEMPT, path: "/a b" }, target)).toEqual({
      problem: "ERR_UNESCAPED_CHARACTERS",
    });
  } finally {
    local.close();
  }
});

const at = new Date(2026, 0, 2, 14, 32, 1);

test("a line says time, status, method, path, duration and event; quiet leaves out what went well", () => {
  const fine = {
    attempt: { ...ATTEMPT, path: "/a\u001b[2J" },
    outcome: { status: 204, body: Buffer.alloc(0), headers: [] },
    tookMs: 41.4,
    at,
  };
  const failed = { ...fine, outcome: { problem: "refused" } };

  expect(eventText(fine, "compact", unpainted)).toBe("14:32:01  ✓ 204  POST  /a\ufffd[2J  41 ms  evt_1\n");
  expect(eventText(fine, "quiet", unpainted)).toBeNull();
  expect(eventText(failed, "quiet", unpainted)).toContain("✗ refused  POST");
  expect(
    eventText({ ...fine, outcome: { status: 500, body: Buffer.alloc(0), headers: [] } }, "quiet", unpainted),
  ).toContain("✗ 500");
});

test("what was missed is counted, with where it can be sent again", () => {
  expect(missedText({ events: 0, requests: 0, hasMore: false }, "http://x")).toBe("Nothing was missed.");
  expect(missedText({ events: 1, requests: 2, hasMore: false }, "http://x")).toBe(
    "Missed meanwhile: 1 event failed (http://x/events/cli), 2 requests made no event (http://x/requests/cli). You can send them again there.",
  );
  expect(missedText({ events: 255, requests: 0, hasMore: true }, "http://x")).toContain(
    "at least 255 events failed",
  );
});
