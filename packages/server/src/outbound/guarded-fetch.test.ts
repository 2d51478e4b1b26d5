/** What does a library get that calls a server of a user's choice? */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAddressGuard } from "./address-guard.ts";
import { createDialer, type Dialer } from "./dialer.ts";
import { createGuardedFetch, NoAnswer } from "./guarded-fetch.ts";

let answer: (request: IncomingMessage, response: ServerResponse, body: string) => void;
let origin: string;
let dialer: Dialer;
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => answer(request, response, Buffer.concat(chunks).toString()));
});
beforeAll(async () => {
  server.keepAliveTimeout = 0; // a busy test must not find its connection just being closed
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server has an AddressInfo
  dialer = createDialer(createAddressGuard(["127.0.0.1"]));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await dialer.close();
});

const patient = () => createGuardedFetch(dialer.exchange, { answerWithinMs: 600_000 });
const whyNot = (url: string, within = 600_000) =>
  createGuardedFetch(dialer.exchange, { answerWithinMs: within })(url, { method: "GET", headers: {} }).then(
    () => "it answered",
    (error: unknown) => (error instanceof NoAnswer ? error.why : error),
  );

test("a form is sent, and the answer has status, headers and body", async () => {
  answer = ({ method, headers }, response, body) => {
    response.writeHead(201, {
      "content-type": "application/json",
      "x-seen": String(headers["authorization"]),
    });
    response.end(JSON.stringify({ method, body }));
  };

  const response = await patient()(`${origin}/token?a=b`, {
    method: "POST",
    headers: { authorization: "Basic abc" },
    body: new URLSearchParams({ code: "x y" }),
  });

  expect([response.status, response.headers.get("x-seen")]).toEqual([201, "Basic abc"]);
  expect(await response.json()).toEqual({ method: "POST", body: "code=x+y" });
});

test("a redirect is returned, and nobody follows it", async () => {
  const asked: (string | undefined)[] = [];
  answer = ({ url }, response) => {
    asked.push(url);
    response.writeHead(302, { location: "/elsewhere" });
    response.end();
  };

  const response = await patient()(`${origin}/first`, { method: "GET", headers: {} });

  expect([response.status, asked]).toEqual([302, ["/first"]]);
});

test("an answer without a body is one", async () => {
  answer = (_request, response) => {
    response.writeHead(204);
    response.end();
  };

  expect((await patient()(origin, { method: "GET", headers: {} })).status).toBe(204);
});

test("what is no answer says why, without an address", async () => {
  answer = (_request, response) => void response.end("x".repeat(300 * 1024));
  expect(await whyNot(origin)).toBe("too long");
  answer = (_request, response) => void response.destroy();
  expect(await whyNot(origin)).toBe("unreachable");
  answer = () => undefined;
  expect(await whyNot(origin, 50)).toBe("late");
  expect(await whyNot("http://10.0.0.1/keys")).toBe("address not allowed");
});
