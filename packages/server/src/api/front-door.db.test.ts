/** Which connections and requests to the dashboard's port get as far as a route? Over real sockets. */
import { once } from "node:events";
import { type Socket, connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { givenAccess } from "../testing/given-access.ts";
import { type GivenApi, givenApi } from "../testing/given-api.ts";
import { createRawClient } from "../testing/raw-http.ts";

let api: GivenApi;
beforeAll(async () => {
  const identity = await givenAccess({ publicUrl: "http://hooks.example.com", allowedHosts: ["gateway"] });
  api = await givenApi({ identity });
});
afterAll(() => api.stop());

const ANSWER_WITHIN_MS = 20_000;
const NEVER_MS = 3_600_000;

async function silentCaller(url: string): Promise<Socket & { heard: string }> {
  const { hostname, port } = new URL(url);
  const socket = Object.assign(connect(Number(port), hostname), { heard: "" });
  socket.on("error", () => undefined); // the test expects the server to cut it
  socket.on("data", (chunk: Buffer) => (socket.heard += chunk.toString()));
  await once(socket, "connect");
  return socket;
}

test("callers that connect and say nothing do not shut the others out", async () => {
  const crowded = await givenApi({
    identity: await givenAccess({ trustedProxies: [] }),
    connectionLimits: { most: 6, perAddress: 4, firstByteWithinMs: NEVER_MS },
  });
  const silent = [];
  for (let count = 0; count < 10; count++) silent.push(await silentCaller(crowded.url));

  const cut = silent.slice(0, 6);
  await Promise.all(cut.filter(({ closed }) => !closed).map((socket) => once(socket, "close")));
  const { status } = await crowded.call("GET", "/sources");

  expect(status).toBe(200);
  expect(cut.map(({ heard }) => heard)).toEqual(["", "", "", "", "", ""]); // cut at once, not after Node's own 408
  for (const socket of silent) socket.destroy();
  await crowded.stop();
});

/** Sends these lines as a head without a body, on a connection of its own. */
async function ask(...lines: string[]) {
  const client = createRawClient(api.url, ANSWER_WITHIN_MS);
  const answer = await client.ask(Buffer.from(`${lines.join("\r\n")}\r\n\r\n`));
  client.close();
  return answer;
}

const ROUTES = [
  "GET /",
  "GET /assets/app.js",
  "GET /docs",
  "GET /2025-07-01/openapi",
  "GET /2025-07-01/cli-auth/poll?key=x",
  "POST /2025-07-01/cli-auth",
  "POST /auth/sign-in/email",
  "GET /dashboard-api/session",
  "GET /nothing/here",
];

test.each(ROUTES)("%s under a name that is not ours gets 421 and what to do", async (route) => {
  const { status, body } = await ask(`${route} HTTP/1.1`, "Host: evil.test");

  expect(status).toBe(421);
  expect(JSON.parse(body)).toEqual({
    code: "UNKNOWN_HOST",
    status: 421,
    message: expect.stringMatching(/POSTHORN_PUBLIC_URL.*POSTHORN_ALLOWED_HOSTS/),
  });
});

test.each(["hooks.example.com", "gateway:4400", "localhost", "127.0.0.1:1", "[::1]"])(
  "under %s the API answers",
  async (host) => {
    const { status } = await ask("GET /2025-07-01/openapi HTTP/1.1", `Host: ${host}`);

    expect(status).toBe(200);
  },
);

test("a request without a host gets no answer from a route", async () => {
  expect((await ask("GET /2025-07-01/openapi HTTP/1.0")).status).toBe(421);
  expect((await ask("GET /2025-07-01/openapi HTTP/1.1")).status).toBe(400);
});

test("a CLI's socket under a name that is not ours gets 421", async () => {
  const key = `Authorization: Bearer ${api.key}`;
  const upgrade = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"];

  const strange = await ask("GET / HTTP/1.1", "Host: evil.test", key, ...upgrade);
  const ours = await ask("GET / HTTP/1.1", "Host: gateway", key, ...upgrade);

  expect(strange.status).toBe(421);
  expect(strange.body).toContain("POSTHORN_ALLOWED_HOSTS");
  expect(ours).toMatchObject({ status: 404, body: expect.stringContaining("Unknown WebSocket ID") });
});

test.each(["/healthz", "/readyz"])("%s answers under every name, for load balancers", async (path) => {
  expect((await ask(`GET ${path} HTTP/1.1`, "Host: anything.test")).status).toBe(200);
  expect((await ask(`GET ${path} HTTP/1.0`)).status).toBe(200);
});

test.each(["GET / HTTP/2.0", "GET / HTTP/0.9", "GET  / HTTP/1.1", "GET /  HTTP/1.1", "GET / RTSP/1.0"])(
  "the request line %j is refused, told why, and ends the connection",
  async (line) => {
    const answer = await ask(line, "Host: localhost");

    expect(answer).toMatchObject({ status: 400, isLast: true });
    expect(JSON.parse(answer.body)).toEqual({
      code: "BAD_REQUEST",
      status: 400,
      message: expect.stringContaining("one space between"),
    });
  },
);

test("a CLI's socket with another version in its request line is refused", async () => {
  const upgrade = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"];

  const { status } = await ask("GET / HTTP/2.0", "Host: localhost", ...upgrade);

  expect(status).toBe(400);
});

test("a whole URL as the target means its path at its host, whatever the Host header says", async () => {
  const openApi = "/2025-07-01/openapi HTTP/1.1";

  const ours = await ask(`GET http://gateway:4400${openApi}`, "Host: evil.test");
  const strange = await ask(`GET http://evil.test${openApi}`, "Host: localhost");
  const disguised = await ask(`GET http://localhost@evil.test${openApi}`, "Host: localhost");

  expect([ours.status, strange.status, disguised.status]).toEqual([200, 421, 421]);
});
