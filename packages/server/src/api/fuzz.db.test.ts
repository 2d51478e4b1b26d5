/**
 * Can a caller send anything that makes the API answer 500, hang or crash?
 *
 * Sends random calls to every route, from a known seed, as bytes on real sockets. Each call must get an
 * intended answer in time, and the log must not contain a fault of ours.
 *
 * Chance makes the values, and a list deals the kinds of bad input: every route meets each kind at least once. Left to
 * chance, 50,000 calls missed a quarter of these pairs. Routes of older versions get fewer calls, because the handler of
 * the canonical route answers them.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../ids.ts";
import { createProject } from "../store/new-project.ts";
import { createSealer } from "../store/seal.ts";
import { MASTER_KEY } from "../testing/given-access.ts";
import { givenApi, type GivenApi } from "../testing/given-api.ts";
import { givenTenant, type Tenant } from "../testing/given-tenant.ts";
import { randomFrom, type Random } from "../testing/random.ts";
import { TEXTS, hostileValue, pick, randomBody, randomPath, randomQuery } from "../testing/random-calls.ts";
import { createRawClient } from "../testing/raw-http.ts";
import { ALL_ROUTES, type Route } from "../testing/route-table.ts";

const SEED = 20_261_115;
/** Calls of a route without a dealt flaw. Half of their bodies and queries have a hostile part, and a fifth of their ids. */
const CALLS_PER_ROUTE = 50;
const CALLS_PER_OLDER_ROUTE = 12;
/** Fewer than the database's connections, so that calls do not wait for each other. */
const AT_ONCE = 8;
/** Deletions cannot be undone: after this many calls, start over with a complete project. */
const CALLS_PER_TENANT = 1_000;
const ANSWER_WITHIN_MS = 60_000;

let api: GivenApi;
let dashboardDir: string;
beforeAll(async () => {
  dashboardDir = await mkdtemp(join(tmpdir(), "posthorn-dist-"));
  await writeFile(join(dashboardDir, "index.html"), "<!doctype html>"); // without it, every other path gets 503
  api = await givenApi({ dashboardDir });
});
afterAll(async () => {
  await api.stop();
  await rm(dashboardDir, { recursive: true });
});

const CONTENT_TYPES = [
  "application/json; charset=utf-8",
  "application/json;charset=\u00ff",
  "application/merge-patch+json",
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/xml",
  "application/octet-stream",
  "",
  ";",
  "a".repeat(200),
];
const BROKEN_BODIES = [
  "",
  " ",
  "{",
  "}",
  "nul",
  "NaN",
  '{"a":}',
  '{"a":1,}',
  "{'a':1}",
  '{"a":1}{"a":1}',
  '"\\ud800"',
  '{"__proto__":{"a":1},"name":"n"}',
  '{"name":"n","name":{}}',
  `{"name":${"[".repeat(20_000)}`,
  `${"[".repeat(5_000)}${"]".repeat(5_000)}`,
  `{"name":${'{"a":'.repeat(3_000)}1${"}".repeat(3_000)}}`,
  `{"n":${"9".repeat(5_000)}}`,
  "\u0000",
  "\ufeff{}",
  "--x\r\ncontent-disposition: form-data; name=a\r\n\r\n1\r\n--x--",
  "a=1&b[]=2",
];
/** Paths outside the contract: pages, health, sign-in, and paths that do not exist. */
const ELSEWHERE = [
  "/",
  "//",
  "/healthz",
  "/docs",
  "/docs/start.js",
  "/readyz",
  "/events",
  "/sources?limit=1",
  "/2025-07-01",
  "/2025-07-01/",
  "/2025-07-01/openapi",
  "/2020-01-01/events",
  "/2025-07-01/nothing",
  "/2025-07-01/events/%",
  "/2025-07-01/events/%zz",
  "/2025-07-01/events/%c0%ae",
  `/2025-07-01/events/${"e".repeat(5_000)}`,
  "/2025-07-01/events/a/b/c/d",
  "/2025-07-01//events",
  "/2025-07-01/../events",
  "/2025-07-01/events;a=b",
  "/dashboard-api/setup",
  "/dashboard-api/session",
  "/dashboard-api/%00",
  "/auth/get-session",
  "/auth/ok",
  "/auth/%",
  "/auth/nothing",
  "/assets/../../../etc/passwd",
  "/assets/%2e%2e/%2e%2e/package.json",
  "/%",
  "/%ff",
  "/__proto__",
  "/constructor",
];
const ODD_HEADERS = ["x-project-id", "x-team-id", "cookie", "accept", "origin", "x-forwarded-for"];
const METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE"] as const;

/** What is wrong with a call as a whole. */
const FLAWS = ["another method", "no key", "an odd header"] as const;
const FLAWS_OF_BODIES = [
  "no body",
  "an odd content type",
  "broken text",
  "bytes that are no text",
  "any value",
] as const;
type Flaw = (typeof FLAWS)[number] | (typeof FLAWS_OF_BODIES)[number];

/** A call before chance has made its values. */
type Dealt = { route: Route; flaw: Flaw | null } | { elsewhere: string; method: string };

interface RandomCall {
  method: string;
  url: string;
  headers: string[];
  body: Buffer | null;
}

function isWithBody(method: string): boolean {
  return method !== "GET" && method !== "HEAD";
}

function flawsOf({ endpoint }: Route): readonly Flaw[] {
  return isWithBody(endpoint.method) ? [...FLAWS, ...FLAWS_OF_BODIES] : FLAWS;
}

/** All calls of the test, in random order. */
function dealCalls(random: Random): Dealt[] {
  const dealt: Dealt[] = [
    ...ALL_ROUTES.flatMap((route) => [
      ...flawsOf(route).map((flaw) => ({ route, flaw })),
      ...Array.from({ length: route.isCanonical ? CALLS_PER_ROUTE : CALLS_PER_OLDER_ROUTE }, () => ({
        route,
        flaw: null,
      })),
    ]),
    ...ELSEWHERE.flatMap((elsewhere) => METHODS.map((method) => ({ elsewhere, method }))),
  ];
  const drawn = dealt.map((call) => ({ call, at: random(2 ** 31) }));
  return drawn.toSorted((a, b) => a.at - b.at).map(({ call }) => call);
}

function bodyOf(random: Random, flaw: Flaw | null, { endpoint }: Route, ids: Tenant["ids"]): Buffer {
  if (flaw === "broken text") return Buffer.from(pick(random, BROKEN_BODIES));
  const value =
    flaw === "any value" ? hostileValue(random, Object.values(ids)) : randomBody(endpoint, ids, random);
  const text = Buffer.from(JSON.stringify(value) ?? "");
  return flaw === "bytes that are no text" ? Buffer.concat([text, Buffer.from([0xff, 0xfe])]) : text;
}

/** A header value is sent as raw bytes; a line break in it would start another header. */
function headerText(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, "").slice(0, 300);
}

function randomCall(random: Random, dealt: Dealt, { key, ids }: Tenant): RandomCall {
  const authorization = `authorization: Bearer ${key}`;
  if ("elsewhere" in dealt)
    return {
      method: dealt.method,
      url: dealt.elsewhere,
      headers: [authorization, "content-type: application/json"],
      body: isWithBody(dealt.method) ? Buffer.from("{}") : null,
    };
  const { route, flaw } = dealt;
  const { endpoint, prefix } = route;
  const method = flaw === "another method" ? pick(random, METHODS) : endpoint.method;
  const headers = flaw === "no key" ? [] : [authorization];
  const hasBody = isWithBody(method) && flaw !== "no body";
  if (hasBody)
    headers.push(
      `content-type: ${flaw === "an odd content type" ? pick(random, CONTENT_TYPES) : "application/json"}`,
    );
  if (flaw === "an odd header")
    headers.push(`${pick(random, ODD_HEADERS)}: ${headerText(pick(random, TEXTS))}`);
  return {
    method,
    url: prefix + randomPath(endpoint, ids, random) + randomQuery(endpoint, ids, random),
    headers,
    body: hasBody ? bodyOf(random, flaw, route, ids) : null,
  };
}

function bytesOf({ method, url, headers, body }: RandomCall): Buffer {
  // A control character or too long a path ends the request line, so the server may not see the path at all.
  const path = url.replaceAll(/[\p{Cc} ]/gu, "+").slice(0, 12_000);
  const lines = [`${method} ${path} HTTP/1.1`, "host: localhost", ...headers.filter(Boolean)];
  if (body) lines.push(`content-length: ${body.length}`);
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), body ?? Buffer.alloc(0)]);
}

/** The part of a call that a person needs to send it again. */
function callText({ method, url, body }: RandomCall): string {
  return `${method} ${url.slice(0, 600)} ${body?.toString().slice(0, 600) ?? ""}`;
}

async function newTenant(): Promise<Tenant> {
  const project = { organization_id: newId(), name: "Project" };
  return givenTenant(api.db, await createProject(api.db, createSealer(MASTER_KEY), project));
}

/** Returns what is wrong with this answer, or null. */
function faultOf(
  { method, url }: RandomCall,
  { status, body }: { status: number; body: string },
): string | null {
  if (status < 200 || status >= 500) return `answered ${status}`;
  if (method === "HEAD" || status < 400 || !/^\/20\d\d-\d\d-\d\d\//.test(url)) return null;
  const { code, message, status: told } = JSON.parse(body) as Record<string, unknown>; // any JSON object
  const isOurs = typeof code === "string" && typeof message === "string" && told === status;
  return isOurs ? null : `answered ${status} without saying why`;
}

test("random calls with every kind of bad input never meet our own fault", { timeout: 900_000 }, async () => {
  const random = randomFrom(SEED);
  const dealt = dealCalls(random);
  const seen = new Map<number, number>();
  const faults: string[] = [];
  const startedAt = performance.now();

  for (let done = 0; done < dealt.length; done += CALLS_PER_TENANT) {
    const tenant = await newTenant();
    const calls = dealt.slice(done, done + CALLS_PER_TENANT).map((call) => randomCall(random, call, tenant));
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const client = createRawClient(api.url, ANSWER_WITHIN_MS);
        try {
          for (let call = calls.pop(); call; call = calls.pop()) {
            const answer = await client.ask(bytesOf(call));
            seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
            const fault = faultOf(call, answer);
            if (fault !== null) faults.push(`${fault}: ${callText(call)}`);
          }
        } finally {
          client.close();
        }
      }),
    );
  }

  const told = [...seen].toSorted(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  process.stdout.write(
    `${dealt.length} random calls over ${ALL_ROUTES.length} routes in ${seconds} s: ${told.join(", ")}\n`,
  );
  expect(faults.toSorted().toReversed().slice(0, 20)).toEqual([]);
  // The calls must not all be refused, or they would never reach the code behind validation.
  expect(seen.get(200) ?? 0).toBeGreaterThan(dealt.length / 5);
  expect([...seen.keys()]).toEqual(expect.arrayContaining([400, 401, 404, 415, 422]));
  expect(api.logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});
