/**
 * Which answer does a sender get, and what is stored, if a source has a provider's verifier?
 *
 * The entries here are like a provider's: one answers signed challenges, one fetches its key through the dialer, and
 * one answers challenges of a type without signatures. Real sockets, a real database.
 */
import { createHmac } from "node:crypto";
import { internalId, publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "../../../log.ts";
import { createAddressGuard } from "../../../outbound/address-guard.ts";
import { createDialer } from "../../../outbound/dialer.ts";
import {
  type ConfiguredConnection,
  givenConnection,
  sealer,
  startFarEnd,
  startGateway,
} from "../../../testing/gateway.ts";
import { startLoneIngest } from "../../../testing/lone-ingest.ts";
import { createRetryRequest } from "../../route/retry-request.ts";
import { createRoutingTable } from "../../routing-table.ts";
import { type Evidence, headerValues } from "./evidence.ts";
import { hmacVerifier } from "./hmac.ts";
import { PASSED, type Verification, failed, failedHeader } from "./verification.ts";
import type { VerifierEntry } from "./verifiers.ts";

const SECRET = "signing secret";
const INGEST_URL = "https://in.test/hooks";

/** Its challenges are signed like its requests. The reply repeats them in the body, or in a header. */
const signedChallenges: VerifierEntry = {
  withoutAuth: null,
  withAuth() {
    const verify = hmacVerifier({
      algorithm: "sha256",
      encoding: "hex",
      header_key: "X-Signature",
      webhook_secret_key: SECRET,
    });
    return (evidence) => {
      const verification = verify(evidence);
      const asked: unknown =
        verification.result === "passed" && JSON.parse(Buffer.from(evidence.body).toString());
      if (typeof asked !== "object" || asked === null) return verification;
      if ("challenge" in asked)
        return challenged(200, ["content-type", "text/plain"], String(asked.challenge));
      return "echo" in asked ? challenged(204, ["x-echo", String(asked.echo)], "") : verification;
    };
  },
};

function challenged(status: number, headers: string[], body: string): Verification {
  return { result: "challenged", reply: { status, headers, body } };
}

const openChallenges: VerifierEntry = {
  withAuth: () => null,
  withoutAuth({ method, query }) {
    const challenge = new URLSearchParams(query ?? "").get("hub.challenge");
    if (method !== "GET" || challenge === null) return { result: "open" };
    const body = JSON.stringify({ "hub.challenge": challenge });
    return {
      result: "challenged",
      reply: { status: 200, headers: ["content-type", "application/json"], body },
    };
  },
};

/** It tells its secret in its challenge. */
const secretTeller: VerifierEntry = {
  withAuth: () => null,
  withoutAuth: () => ({
    result: "challenged",
    reply: { status: 200, headers: [], body: "" },
    learned: { type: "ASANA", auth: { webhook_secret_key: "s" } },
  }),
};

const signatureOf = (key: string, { method, url, body }: Pick<Evidence, "method" | "url" | "body">) =>
  createHmac("sha256", key).update(`${method} ${url} `).update(body).digest("hex");

let gateway: Awaited<ReturnType<typeof startGateway>>;
let keys: Awaited<ReturnType<typeof startFarEnd>>;
let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
let server: Awaited<ReturnType<typeof startServer>>;
let areKeysThere = true;

async function startServer() {
  const dialer = createDialer(createAddressGuard(["127.0.0.0/8"]));
  /** The key is at the provider; the signed text includes the URL. */
  const fetchedKey: VerifierEntry = {
    withoutAuth: null,
    withAuth: () => async (evidence) => {
      const [signature] = headerValues(evidence.headers, "x-signature");
      if (signature === undefined) return failedHeader("MISSING", "x-signature");
      if (signature === "a bug of ours") throw new Error("the entry is broken");
      const exchange = await dialer.exchange({
        origin: keys.url,
        path: "/key",
        method: "GET",
        headers: [],
        credentialHeaders: [],
        body: null,
        deadlineMs: 1_000,
        bodyMaxBytes: 1_024,
        maxRedirects: 0,
      });
      if (!("response" in exchange) || exchange.response.status !== 200)
        return failed("KEY_UNAVAILABLE", null);
      return signatureOf(exchange.response.body.toString(), evidence) === signature
        ? PASSED
        : failedHeader("DIFFERS", "x-signature");
    },
  };
  const verifiers = new Map([
    ["SLACK", signedChallenges],
    ["STRAVA", openChallenges],
    ["PAYPAL", fetchedKey],
    ["ASANA", secretTeller],
  ]);
  const routing = createRoutingTable({
    db: gateway.db,
    open: sealer.open,
    ingestUrl: INGEST_URL,
    log: createLog(() => undefined),
    verifiers,
  });
  const ingest = await startLoneIngest(
    { db: gateway.db, url: gateway.databaseUrl },
    { routing, change: () => ({ learnSecret: () => Promise.reject(new Error("The database is away")) }) },
  );
  return {
    url: `http://127.0.0.1:${ingest.port}`,
    lines: ingest.lines,
    reload: (key: string) => routing.reload(key),
    retry: createRetryRequest({ db: gateway.db, routing, reroute: gateway.reroute }),
    async close() {
      await ingest.close();
      await dialer.close();
    },
  };
}

beforeAll(async () => {
  gateway = await startGateway();
  farEnd = await startFarEnd();
  keys = await startFarEnd((_, response) => response.writeHead(areKeysThere ? 200 : 500).end("fetched key"));
  server = await startServer();
});
afterAll(async () => {
  await server.close();
  keys.close();
  farEnd.close();
  await gateway.stop();
});

const given = (type: string, isAuthenticated = true) =>
  givenConnection(gateway.db, { url: farEnd.url, source: { type, auth: isAuthenticated ? {} : null } });

async function send(path: string, { body, ...init }: RequestInit = {}) {
  const response = await fetch(server.url + path, { method: "POST", body: body ?? null, ...init });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const signed = (body: string) => ({
  body,
  headers: { "x-signature": createHmac("sha256", SECRET).update(body).digest("hex") },
});

async function stored({ project }: ConfiguredConnection) {
  const { rows } = await gateway.db.query<{ rejection_cause: string | null; verified: boolean | null }>(
    `select rejection_cause, verified from requests where team_id = $1 order by id`,
    [project],
  );
  return rows;
}

test("a signed challenge is answered and not stored; everything else of that source is a request", async () => {
  const source = await given("SLACK");
  const challenge = '{"challenge":"<b>3eZbrw1a</b>"}';

  const answer = await send(source.path, signed(challenge));
  const forged = await send(source.path, { ...signed("{}"), body: challenge });
  const request = await send(source.path, signed('{"event":"message"}'));

  expect([answer.status, answer.text]).toEqual([200, "<b>3eZbrw1a</b>"]);
  expect(answer.headers.get("content-type")).toBe("text/plain");
  // The reply repeats a stranger's text: no browser may show it as a page.
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  expect([forged.status, request.status]).toEqual([401, 200]);
  expect(await stored(source)).toEqual([
    { rejection_cause: "VERIFICATION_FAILED", verified: false },
    { rejection_cause: null, verified: true },
  ]);
});

test("a reply may be a header alone; one that HTTP cannot carry adds no header and harms nobody", async () => {
  const source = await given("SLACK");

  const echoed = await send(source.path, signed('{"echo":"back"}'));
  const split = await send(source.path, signed(JSON.stringify({ echo: "back\r\nset-cookie: a=b" })));
  const next = await send(source.path, signed("{}"));

  expect([echoed.status, echoed.headers.get("x-echo"), echoed.headers.get("content-length")]).toEqual([
    204,
    "back",
    null,
  ]);
  expect([split.status, split.headers.get("set-cookie")]).toEqual([400, null]);
  expect(next.status).toBe(200);
  expect(await stored(source)).toHaveLength(1);
});

test("a type without signatures answers its challenges by any method, and takes the rest unverified", async () => {
  const source = await given("STRAVA", false);

  const challenge = await send(`${source.path}?hub.challenge=15f7d1a9`, { method: "GET" });
  const other = await send(source.path, { method: "GET" });
  const request = await send(source.path, { body: "{}" });

  expect([challenge.status, challenge.text]).toEqual([200, '{"hub.challenge":"15f7d1a9"}']);
  expect([other.status, request.status]).toEqual([405, 200]);
  expect(await stored(source)).toEqual([
    { rejection_cause: "UNSUPPORTED_HTTP_METHOD", verified: null },
    { rejection_cause: null, verified: null },
  ]);
});

function signedByProvider(path: string, body = "{}") {
  const evidence = { method: "POST", url: INGEST_URL + path, body: Buffer.from(body) };
  return { body, headers: { "x-signature": signatureOf("fetched key", evidence) } };
}

test("a request whose key has to be fetched is answered once it is verified, over the address the sender used", async () => {
  const source = await given("PAYPAL");
  const fetched = keys.received.length;

  const answers = [];
  for (const path of [`${source.path}/orders/1?a=%20b`, `${source.path}/`, source.path.replace("/e/", "/")]) {
    answers.push(await send(path, signedByProvider(path)));
  }
  const forged = await send(source.path, signedByProvider(`${source.path}/elsewhere`));

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(forged.status).toBe(401);
  expect(keys.received.length - fetched).toBe(4);
  const passed = { rejection_cause: null, verified: true };
  expect(await stored(source)).toEqual([
    passed,
    passed,
    passed,
    { rejection_cause: "VERIFICATION_FAILED", verified: false },
  ]);
});

test("a key that cannot be fetched lets nothing through; the request is stored, and passes when it is retried", async () => {
  const source = await given("PAYPAL");
  const path = `${source.path}/orders/1?a=1`;

  areKeysThere = false;
  const answer = await send(path, signedByProvider(path));
  const id = internalId("request", String(JSON.parse(answer.text).request_id)) ?? "";
  const request = { team_id: source.project, id };
  expect(await server.retry(request)).toEqual({ result: "rejected" });
  areKeysThere = true;
  const retried = await server.retry(request);

  expect(answer.status).toBe(401);
  expect(retried).toMatchObject({ result: "accepted", events: [expect.any(String)] });
  expect(await stored(source)).toEqual([{ rejection_cause: null, verified: true }]);
});

test("a stored challenge cannot be retried: nobody waits for its answer any more", async () => {
  const source = await given("SLACK");
  const configuredAs = async (type: string) => {
    await gateway.db.query(`update sources set type = $2 where id = $1`, [source.source, type]);
    await server.reload(source.source);
  };

  await configuredAs("GITHUB"); // has no entry here, so no request passes
  const answer = await send(source.path, signed('{"challenge":"3eZbrw1a"}'));
  await configuredAs("SLACK");

  const id = internalId("request", String(JSON.parse(answer.text).request_id)) ?? "";
  const retried = await server.retry({ team_id: source.project, id });

  expect(answer.status).toBe(401);
  expect(retried).toMatchObject({ result: "refused", reason: expect.stringContaining("challenge") });
});

test("a verifier that breaks later is our fault: 500, stored, and told in the log", async () => {
  const source = await given("PAYPAL");

  const answer = await send(source.path, { body: "{}", headers: { "x-signature": "a bug of ours" } });

  expect(answer.status).toBe(500);
  expect(await stored(source)).toEqual([{ rejection_cause: "INGESTION_FATAL", verified: null }]);
  expect(server.lines.some((line) => line.includes("the entry is broken"))).toBe(true);
});

test("at debug level the log says why a request was not verified, and nothing that proves one", async () => {
  const source = await given("PAYPAL");

  const answer = await send(source.path, { body: "{}", headers: { "x-signature": "deadbeef" } });

  const line = server.lines
    .map((text): unknown => JSON.parse(text))
    .findLast((one) => JSON.stringify(one).includes("verification_failed"));
  expect(line).toEqual({
    at: expect.any(String),
    level: "debug",
    event: "request.verification_failed",
    source_id: publicId("source", source.source),
    request_id: JSON.parse(answer.text).request_id,
    problem: "DIFFERS",
    looked_at: { part: "header", name: "x-signature" },
  });
});

test("a secret that cannot be stored is not confirmed to its provider", async () => {
  const { path } = await given("ASANA", false);

  expect((await send(path)).status).toBe(503);
  expect(server.lines.join("")).toContain("ingest.secret_not_learned");
});
