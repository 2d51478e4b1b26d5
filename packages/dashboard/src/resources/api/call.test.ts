import { createConnection, listConnections, pauseConnection } from "@posthorn/contract/connections";
import { isNameUsed } from "@posthorn/contract/dashboard-api";
import { listEvents } from "@posthorn/contract/events";
import { expect, test } from "vitest";
import { failureOf, firstMessage, retryAfterSeconds } from "./api-failure.ts";
import { requestOf, urlOf } from "./call.ts";
import { pollEvery, retryWaitMs, shouldRetry } from "./retry-policy.ts";

const now = new Date("2026-11-15T12:00:00Z");

function answer(status: number, body: string, headers: Record<string, string> = {}): Response {
  return new Response(body, { status, headers });
}

test("public endpoints are asked under the version, the dashboard's own under their prefix", () => {
  expect(urlOf(listConnections, {})).toBe("/2025-07-01/connections");
  expect(urlOf(isNameUsed, { query: { kind: "source", name: "stripe" } })).toBe(
    "/dashboard-api/name-is-used?kind=source&name=stripe",
  );
});

test("nested filters go into the query as the API reads them", () => {
  const query = { webhook_id: ["web_1", "web_2"], created_at: { gte: "2026-11-14" }, limit: 5 };

  expect(urlOf(listEvents, { query })).toBe(
    "/2025-07-01/events?webhook_id[0]=web_1&webhook_id[1]=web_2&created_at[gte]=2026-11-14&limit=5",
  );
});

test("an id in the path cannot reach another path", () => {
  expect(urlOf(pauseConnection, { params: { id: "web_1/../x" } })).toBe(
    "/2025-07-01/connections/web_1%2F..%2Fx/pause",
  );
  expect(() => urlOf(pauseConnection, {})).toThrow("/connections/{id}/pause was called without id");
});

test("a call names its project, and a body its type", () => {
  const bare = requestOf(listConnections, {}, "tm_1");
  const full = requestOf(createConnection, { body: { source_id: "src_1", destination_id: "des_1" } }, null);

  expect(new Headers(bare.headers).get("x-project-id")).toBe("tm_1");
  expect(new Headers(bare.headers).has("content-type")).toBe(false);
  expect(new Headers(full.headers).has("x-project-id")).toBe(false);
  expect(full).toMatchObject({ method: "POST", body: '{"source_id":"src_1","destination_id":"des_1"}' });
});

test("the server's error comes through with code, status, sentence and data", async () => {
  const body = JSON.stringify({
    code: "UNPROCESSABLE_ENTITY",
    status: 422,
    message: "Bad",
    data: ["name x"],
  });

  const failure = await failureOf(answer(422, body), now);

  expect(failure).toMatchObject({
    kind: "refused",
    code: "UNPROCESSABLE_ENTITY",
    status: 422,
    message: "Bad",
  });
  expect(firstMessage(failure)).toBe("name x");
});

test("an error page that is not ours counts as unreachable and keeps its status", async () => {
  const failure = await failureOf(answer(502, "<h1>Bad Gateway</h1>"), now);

  expect(failure).toMatchObject({ kind: "unreachable", code: "UNREACHABLE", status: 502 });
});

test("Retry-After is read as seconds and as a date, and nonsense is ignored", () => {
  expect(retryAfterSeconds("7", now)).toBe(7);
  expect(retryAfterSeconds("0.2", now)).toBe(1);
  expect(retryAfterSeconds("Sun, 15 Nov 2026 12:00:30 GMT", now)).toBe(30);
  expect(retryAfterSeconds("soon", now)).toBeUndefined();
  expect(retryAfterSeconds(null, now)).toBeUndefined();
});

test("what was refused is not asked again; what failed on the way is, and 429 waits as told", async () => {
  const refused = await failureOf(
    answer(404, '{"code":"NOT_FOUND","status":404,"message":"Not Found"}'),
    now,
  );
  const tooMany = await failureOf(
    answer(429, '{"code":"TOO_MANY_REQUESTS","status":429,"message":"Too many"}', { "retry-after": "45" }),
    now,
  );
  const gateway = await failureOf(answer(502, "no"), now);

  expect([refused, tooMany, gateway].map((failure) => shouldRetry(0, failure))).toEqual([false, true, true]);
  expect(shouldRetry(2, gateway)).toBe(false);
  expect(retryWaitMs(1, gateway)).toBe(2000);
  expect(retryWaitMs(0, tooMany)).toBe(45_000);
  expect(pollEvery(5000)({ state: { status: "error", error: tooMany } })).toBe(45_000);
  expect(pollEvery(5000)({ state: { status: "error", error: gateway } })).toBe(30_000);
  expect(pollEvery(5000)({ state: { status: "success", error: null } })).toBe(5000);
});
