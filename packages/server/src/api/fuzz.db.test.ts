/**
 * Can a caller send anything that makes the API answer 500, hang or crash?
 *
 * Sends random calls to every route, from a known seed, as bytes on real sockets. Each call must get an
 * intended answer in time, and the log must not contain a fault of ours.
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
import { ALL_ROUTES } from "../testing/route-table.ts";

const SEED = 20_261_115;
const CALLS = 50_000;
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
const METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE"] as const;

interface RandomCall {
  method: string;
  url: string;
  headers: string[];
  body: Buffer | null;
}

function bodyOf(random: Random, value: unknown): Buffer {
  if (random(25) === 0) return Buffer.from(pick(random, BROKEN_BODIES));
  const text = JSON.stringify(value) ?? "";
  // Bytes that are not text in any encoding.
  return random(50) === 0 ? Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe])]) : Buffer.from(text);
}

/** A header value is sent as raw bytes; a line break in it would start another header. */
function headerText(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, "").slice(0, 300);
}

function randomCall(random: Random, { key, ids }: Tenant): RandomCall {
  const { endpoint, prefix } = pick(random, ALL_ROUTES);
  const isElsewhere = random(40) === 0;
  const method = random(60) === 0 ? pick(random, METHODS) : endpoint.method;
  const asked = prefix + randomPath(endpoint, ids, random) + randomQuery(endpoint, ids, random);
  const headers = [random(100) === 0 ? "" : `authorization: Bearer ${key}`];
  const hasBody = method !== "GET" && method !== "HEAD" && random(50) > 0;
  if (hasBody)
    headers.push(`content-type: ${random(25) === 0 ? pick(random, CONTENT_TYPES) : "application/json"}`);
  if (random(50) === 0)
    headers.push(
      `${pick(random, ["x-project-id", "x-team-id", "cookie", "accept", "origin", "x-forwarded-for"])}: ${headerText(pick(random, TEXTS))}`,
    );
  return {
    method,
    url: isElsewhere ? pick(random, ELSEWHERE) : asked,
    headers,
    body: hasBody
      ? bodyOf(
          random,
          random(20) === 0 ? hostileValue(random, Object.values(ids)) : randomBody(endpoint, ids, random),
        )
      : null,
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

test(`${CALLS} random calls never meet our own fault`, { timeout: 900_000 }, async () => {
  const random = randomFrom(SEED);
  const seen = new Map<number, number>();
  const faults: string[] = [];
  const startedAt = performance.now();

  for (let done = 0; done < CALLS; done += CALLS_PER_TENANT) {
    const tenant = await newTenant();
    const calls = Array.from({ length: CALLS_PER_TENANT }, () => randomCall(random, tenant));
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
    `${CALLS} random calls over ${ALL_ROUTES.length} routes in ${seconds} s: ${told.join(", ")}\n`,
  );
  expect(faults.toSorted().toReversed().slice(0, 20)).toEqual([]);
  // The calls must not all be refused, or they would never reach the code behind validation.
  expect(seen.get(200) ?? 0).toBeGreaterThan(CALLS / 5);
  expect([...seen.keys()]).toEqual(expect.arrayContaining([400, 401, 404, 415, 422]));
  expect(api.logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});
