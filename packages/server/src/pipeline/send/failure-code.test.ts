/**
 * Every delivery error code that a far end or a network can cause, by its real cause.
 * docs/reference/delivery-errors.md says where the other codes come from, and which never occur.
 */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { DELIVERY_ERROR_CODES, type DeliveryErrorCode } from "@posthorn/contract/causes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAddressGuard } from "../../outbound/address-guard.ts";
import { type Exchange, type OutgoingRequest, createDialer } from "../../outbound/dialer.ts";
import { dialOver } from "../../testing/broken-network.ts";
import { startFarEnd } from "../../testing/gateway.ts";
import { type Issuer, certificate, startRawPeer, startTlsPeer } from "../../testing/peers.ts";
import { reservePort } from "../../testing/reserved-port.ts";
import { failureCode } from "./failure-code.ts";

const dialer = createDialer(createAddressGuard(["127.0.0.0/8", "::1/128"]));
const closing: (() => unknown)[] = [() => dialer.close()];
afterAll(() => Promise.all(closing.map((close) => close())));

function send(url: string, change: Partial<OutgoingRequest> = {}): Promise<Exchange> {
  const { origin, pathname, search } = new URL(url);
  return dialer.exchange({
    origin,
    path: pathname + search,
    method: "POST",
    headers: ["content-type", "application/json"],
    credentialHeaders: [],
    body: Buffer.from("{}"),
    deadlineMs: 60_000,
    bodyMaxBytes: 131_072,
    maxRedirects: 5,
    ...change,
  });
}

async function codeOf(exchange: Promise<Exchange>): Promise<DeliveryErrorCode | number> {
  const result = await exchange;
  return "failure" in result ? failureCode(result.failure) : result.response.status;
}

async function raw(answer: Parameters<typeof startRawPeer>[0]): Promise<string> {
  const peer = await startRawPeer(answer);
  closing.push(() => peer.close());
  return peer.url;
}
const saying = (text: string) => raw((socket) => socket.end(text));

async function codeFor(shown: Issuer): Promise<DeliveryErrorCode | number> {
  const peer = await startTlsPeer(shown);
  closing.push(() => peer.close());
  return codeOf(send(peer.tlsUrl));
}

const redirecting = async (location: (url: string) => string, status = 302) => {
  const farEnd = await startFarEnd((request, response) =>
    response.writeHead(status, { location: location(request.url ?? "") }).end(),
  );
  closing.push(() => farEnd.close());
  return farEnd;
};

/** A port on which no server listens, now or later. */
async function unusedPort(): Promise<number> {
  const { port, release } = await reservePort();
  closing.push(release);
  return port;
}

describe("a far end that", () => {
  test.each<[string, DeliveryErrorCode, () => Promise<string>]>([
    ["is not there", "CONNECTION_REFUSED", async () => `http://127.0.0.1:${await unusedPort()}`],
    ["resets the connection", "CONNECTION_RESET", () => raw((socket) => socket.resetAndDestroy())],
    ["hangs up without a word", "SOCKET_CLOSED", () => raw((socket) => socket.end())],
    [
      "hangs up in the middle of its answer",
      "SOCKET_CLOSED",
      () => saying("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc"),
    ],
    ["speaks no HTTP", "BAD_RESPONSE", () => saying("220 mail.test ESMTP\r\n\r\n")],
    [
      "announces a length that is none",
      "BAD_RESPONSE",
      () => saying("HTTP/1.1 200 OK\r\ncontent-length: x\r\n\r\n"),
    ],
    [
      "sends headers without end",
      "PROTOCOL_ERROR",
      () => saying(`HTTP/1.1 200 OK\r\nx-bomb: ${"a".repeat(200_000)}\r\n\r\n`),
    ],
    ["has a name that nobody knows", "DNS_LOOKUP_FAILED", async () => "http://posthorn-test.invalid"],
    ["lives at an address inside", "INVALID_URL", async () => "http://169.254.169.254/latest"],
    [
      "speaks plain HTTP on a TLS port",
      "ERR_SSL_WRONG_VERSION_NUMBER",
      async () => {
        const farEnd = await startFarEnd();
        closing.push(() => farEnd.close());
        return farEnd.url.replace("http:", "https:");
      },
    ],
  ])("%s: %s", async (_, code, url) => {
    expect(await codeOf(send(await url()))).toBe(code);
  });

  test.each<[string, Parameters<typeof startRawPeer>[0]]>([
    ["says nothing", () => undefined],
    ["starts its head and stops", (socket) => socket.write("HTTP/1.1 200 OK\r\n")],
    [
      "starts its body and stops",
      (socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc"),
    ],
  ])("%s: TIMEOUT", async (_, answer) => {
    expect(await codeOf(send(await raw(answer), { deadlineMs: 50 }))).toBe("TIMEOUT");
  });

  test("never finishes the TLS handshake: TIMEOUT", async () => {
    const url = (await raw(() => undefined)).replace("http:", "https:");

    expect(await codeOf(send(url, { deadlineMs: 50 }))).toBe("TIMEOUT");
  });
});

describe("a certificate that", () => {
  const before = getCACertificates("default");
  const DAY_MS = 24 * 60 * 60 * 1000;
  let root: Issuer;
  beforeAll(async () => {
    root = await certificate({ name: "A root that is trusted", isAuthority: true });
    setDefaultCACertificates([...before, root.cert]);
  });
  afterAll(() => setDefaultCACertificates(before));

  test("is in order is answered", async () => {
    expect(await codeFor(await certificate({ issuer: root }))).toBe(200);
  });

  test("has expired: SSL_CERT_EXPIRED", async () => {
    const notBeforeDate = new Date(Date.now() - 2 * DAY_MS);
    const notAfterDate = new Date(Date.now() - DAY_MS);

    expect(await codeFor(await certificate({ issuer: root, notBeforeDate, notAfterDate }))).toBe(
      "SSL_CERT_EXPIRED",
    );
  });

  test("is for another name: ERR_TLS_CERT_ALTNAME_INVALID", async () => {
    expect(await codeFor(await certificate({ issuer: root, name: "other.test" }))).toBe(
      "ERR_TLS_CERT_ALTNAME_INVALID",
    );
  });

  test("signed itself: SELF_SIGNED_CERT", async () => {
    expect(await codeFor(await certificate({}))).toBe("SELF_SIGNED_CERT");
  });

  test("comes from nobody we know, alone or with its root: SSL_ERROR_CA_UNKNOWN", async () => {
    const unknown = await certificate({ name: "A root of their own", isAuthority: true });
    const leaf = await certificate({ issuer: unknown });

    expect(await codeFor(leaf)).toBe("SSL_ERROR_CA_UNKNOWN");
    expect(await codeFor({ ...leaf, cert: `${leaf.cert}\n${unknown.cert}` })).toBe("SSL_ERROR_CA_UNKNOWN");
  });

  test("has a chain with its upper end missing: UNABLE_TO_GET_ISSUER_CERT", async () => {
    const unknown = await certificate({ name: "A root of their own", isAuthority: true });
    const middle = await certificate({ name: "In between", isAuthority: true, issuer: unknown });
    const leaf = await certificate({ issuer: middle });

    expect(await codeFor({ ...leaf, cert: `${leaf.cert}\n${middle.cert}` })).toBe(
      "UNABLE_TO_GET_ISSUER_CERT",
    );
  });
});

describe("a redirect", () => {
  test("in a circle: TOO_MANY_REDIRECTS after five", async () => {
    const farEnd = await redirecting((url) => url);

    expect(await codeOf(send(farEnd.url))).toBe("TOO_MANY_REDIRECTS");
    expect(farEnd.received).toHaveLength(6);
  });

  test.each([
    "http://169.254.169.254/latest",
    "http://10.0.0.1/",
    "http://[::ffff:10.0.0.1]/",
    "file:///etc/passwd",
    "ftp://x.test/",
  ])("to %s: INVALID_URL", async (location) => {
    expect(await codeOf(send((await redirecting(() => location)).url))).toBe("INVALID_URL");
  });

  test("of five hops is followed to its end, within the one deadline", async () => {
    const farEnd = await startFarEnd((request, response) => {
      const hops = Number(request.url?.slice(1));
      if (hops < 5) response.writeHead(307, { location: `/${hops + 1}` }).end();
      else response.end("there");
    });
    closing.push(() => farEnd.close());

    const exchange = await send(`${farEnd.url}/0`);

    expect("response" in exchange && exchange.response.body.toString()).toBe("there");
    expect(farEnd.received.map(({ body }) => body.toString())).toEqual(Array.from({ length: 6 }, () => "{}"));
    const silent = await raw(() => undefined);
    expect(await codeOf(send((await redirecting(() => silent)).url, { deadlineMs: 200 }))).toBe("TIMEOUT");
  });
});

test("what HTTP cannot carry: INVALID_CHARACTER", async () => {
  const farEnd = await startFarEnd();
  closing.push(() => farEnd.close());

  expect(await codeOf(send(farEnd.url, { headers: ["x-snow", "\u2603"] }))).toBe("INVALID_CHARACTER");
  expect(await codeOf(send(farEnd.url, { headers: ["x y", "z"] }))).toBe("INVALID_CHARACTER");
  expect(await codeOf(send(farEnd.url, { path: "/a b" }))).toBe("INVALID_CHARACTER");
  expect(farEnd.received).toEqual([]);
});

test("a dialer that is closed under way: NETWORK_REQUEST_CANCELED", async () => {
  const closed = createDialer(createAddressGuard(["127.0.0.0/8"]));
  const arrived = Promise.withResolvers<void>();
  const url = await raw(() => arrived.resolve());
  const request = { path: "/", method: "GET", headers: [], credentialHeaders: [], body: null };
  const limits = { deadlineMs: 60_000, bodyMaxBytes: 1, maxRedirects: null };

  const exchange = closed.exchange({ origin: url, ...request, ...limits });
  await arrived.promise;
  await closed.close();

  expect(await codeOf(exchange)).toBe("NETWORK_REQUEST_CANCELED");
  expect(await codeOf(closed.exchange({ origin: url, ...request, ...limits }))).toBe(
    "NETWORK_REQUEST_CANCELED",
  );
});

describe("a network that", () => {
  test.each<[string, DeliveryErrorCode, string, string | null]>([
    ["has no route to the destination", "NETWORK_UNREACHABLE", "http://203.0.113.1", null],
    ["knows that the host cannot be reached", "HOST_UNREACHABLE", "http://203.0.113.1", "unreachable"],
    ["is forbidden to us", "NETWORK_ERROR", "http://203.0.113.1", "prohibit"],
    ["needs to be told which way a local address lies", "NETWORK_ERROR", "http://[fe80::1]", null],
  ])("%s: %s", async (what, code, url, kind) => {
    const route = kind === null ? null : [kind, "203.0.113.0/24"];

    const outcome = await dialOver({ route }, url);

    // oxlint-disable-next-line no-console -- the reader of the run must know what this machine could not test
    if ("reason" in outcome) console.warn(`NOT TESTED: a network that ${what}, because ${outcome.reason}`);
    else expect(outcome.told).toBe(code);
  });

  test.each<[string, DeliveryErrorCode]>([
    ["EHOSTUNREACH", "HOST_UNREACHABLE"],
    ["ENETUNREACH", "NETWORK_UNREACHABLE"],
    ["ENETDOWN", "NETWORK_ERROR"],
    ["EADDRNOTAVAIL", "NETWORK_ERROR"],
  ])("fails with %s, however the error is wrapped: %s", (code, expected) => {
    const error = Object.assign(new Error(`connect ${code}`), { code, syscall: "connect" });

    expect(failureCode(error)).toBe(expected);
    expect(failureCode(new AggregateError([error]))).toBe(expected);
    expect(failureCode(new Error("failed", { cause: error }))).toBe(expected);
  });
});

test("what nobody named a reason for: UNKNOWN", () => {
  expect(failureCode(new TypeError("x is not a function"))).toBe("UNKNOWN");
});

test("every code is in the reference, once", () => {
  const reference = new URL("../../../../../docs/reference/delivery-errors.md", import.meta.url);
  const listed = [...readFileSync(reference, "utf8").matchAll(/^\| `(\w+)`/gm)].map(([, code]) => code);

  expect(listed).toHaveLength(DELIVERY_ERROR_CODES.length);
  expect(new Set(listed)).toEqual(new Set(DELIVERY_ERROR_CODES));
});

describe("an answer that is too long", () => {
  const CHUNK = Buffer.alloc(65_536, "x");

  test("counts by its status, is cut, and its sender stopped", async () => {
    const written = { bytes: 0 };
    const hasClosed = Promise.withResolvers<void>();
    const url = await raw((socket) => {
      socket.write(`HTTP/1.1 201 Created\r\ncontent-length: ${100 * 1024 * 1024}\r\n\r\n`);
      const more = () => {
        while (!socket.destroyed && written.bytes < 100 * 1024 * 1024) {
          written.bytes += CHUNK.length;
          if (!socket.write(CHUNK)) return;
        }
      };
      socket.on("drain", more);
      socket.once("close", () => hasClosed.resolve());
      more();
    });

    const exchange = await send(url);
    await hasClosed.promise;

    if (!("response" in exchange)) throw exchange.failure;
    const { status, body, cut } = exchange.response;
    expect([status, body.length, cut]).toEqual([201, 131_072, true]);
    expect(written.bytes).toBeLessThan(50 * 1024 * 1024);
  });

  test("as a gzip bomb stays packed", async () => {
    const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024));
    const farEnd = await startFarEnd((_, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
    );
    closing.push(() => farEnd.close());

    const exchange = await send(farEnd.url);

    if (!("response" in exchange)) throw exchange.failure;
    expect(exchange.response.body.equals(bomb)).toBe(true);
    expect(exchange.response.cut).toBe(false);
  });
});
