/**
 * What does a trial of rules show, and what does it leave behind? Against the API, a real sandbox and a real database.
 */
import { internalId, publicId } from "@posthorn/contract/ids";
import { RULES_TRIAL_BODY_MAX_BYTES } from "@posthorn/contract/limits";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newRequestIdBytes, uuidText } from "../../ids.ts";
import { givenApi, givenRequest, type Answer, type GivenApi } from "../../testing/given-api.ts";
import { createTenantDigest } from "../../testing/tenant-digest.ts";

let api: GivenApi;
beforeAll(async () => {
  api = await givenApi();
});
afterAll(() => api.stop());

let made = 0;

async function connected(rules: unknown[] = []): Promise<Answer["body"]> {
  const name = `n-${++made}`;
  const { status, body } = await api.call("POST", "/connections", {
    body: {
      name,
      source: { name },
      destination: { name, config: { url: "https://api.example.com" } },
      rules,
    },
  });
  expect([status, body]).toEqual([200, body]);
  return body;
}

/** A minute ago, so that later ones are still in the past. */
const FIRST_MS = Date.now() - 60_000;

/** Requests at the source that came so many milliseconds after the first. Returns their public ids. */
async function requestsAt(
  source: string,
  given: { atMs: number; body?: unknown; headers?: string[]; rejection_cause?: string }[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const { atMs, body = {}, ...rest } of given) {
    const time = (FIRST_MS + atMs).toString(16).padStart(12, "0");
    const id = `${time.slice(0, 8)}-${time.slice(8)}${uuidText(newRequestIdBytes()).slice(13)}`;
    const source_id = internalId("source", source) ?? "";
    const text = typeof body === "string" ? body : JSON.stringify(body);
    ids.push(
      publicId(
        "request",
        await givenRequest(api.db, { team_id: api.team_id, source_id, id, body: text, ...rest }),
      ),
    );
  }
  return ids;
}

const trial = (body: object, options: object = {}) =>
  api.call("POST", "//dashboard-api/rules-trial", { body, ...options });

const adding = (field: string) =>
  `addHandler("transform", (request) => ({ ...request, body: { ...request.body, ${field} } }));`;

const CHOOSY = `addHandler("transform", (request) => {
  if (request.body.kind === "bad") throw new Error("no such kind");
  return request;
});`;

test("each request shows what the saved rules make of it and what the edited ones would, the newest first", async () => {
  const { id, source } = await connected([{ type: "filter", body: { kind: { $neq: "refund" } } }]);
  const [order, again, refund, bad, plain] = await requestsAt(source.id, [
    { atMs: 0, body: { kind: "order", n: 1 } },
    { atMs: 500, body: { kind: "order", n: 1 } },
    { atMs: 600, body: { kind: "refund", n: 2 } },
    { atMs: 700, body: { kind: "bad", n: 3 } },
    { atMs: 800, body: { kind: "plain", n: 4 } },
  ]);

  const { status, body } = await trial({
    source_id: source.id,
    webhook_id: id,
    rules: [
      { type: "deduplicate", window: 1_000 },
      {
        type: "transform",
        transformation: {
          name: "choosy",
          code: CHOOSY.replace("return request", "request.body.seen = true; return request"),
        },
      },
      { type: "filter", body: { kind: { $neq: "plain" } }, headers: { "x-not-there": "1" } },
      { type: "retry", strategy: "linear", interval: 1_000, count: 1 },
      { type: "delay", delay: 60_000 },
    ],
  });

  expect(status, JSON.stringify(body)).toBe(200);
  const delivered = { status: "delivered", is_transformed: false };
  expect(
    body.requests.map(({ id: request, before, after }: Answer["body"]) => ({
      id: request,
      before,
      after: { ...after, message: undefined },
    })),
  ).toEqual([
    { id: plain, before: delivered, after: { status: "filtered", parts: ["body", "headers"] } },
    { id: bad, before: delivered, after: { status: "failed", line: 2 } },
    {
      id: refund,
      before: { status: "filtered", parts: ["body"] },
      after: { status: "filtered", parts: ["headers"] },
    },
    {
      id: again,
      before: delivered,
      after: {
        status: "deduplicated",
        duplicate_of: { id: order, created_at: new Date(FIRST_MS).toISOString() },
      },
    },
    { id: order, before: delivered, after: { status: "filtered", parts: ["headers"] } },
  ]);
  expect(body.requests[1].after.message).toContain("no such kind");
  expect(body.requests[0]).toMatchObject({ method: "POST", path: "/orders", change: null });
  expect(body.before).toEqual({ delivered: 4, filtered: 1, deduplicated: 0, failed: 0, skipped: 0 });
  expect(body.after).toEqual({ delivered: 0, filtered: 3, deduplicated: 1, failed: 1, skipped: 0 });
});

test("a changed content is shown beside what the saved rules deliver, or beside the request if they deliver nothing", async () => {
  const saved = [
    { type: "transform", transformation: { name: "stamp", code: adding("stamp: 1"), env: { KEY: "v" } } },
    { type: "filter", body: { kind: "order" } },
  ];
  const { id, source } = await connected(saved);
  await requestsAt(source.id, [
    { atMs: 0, body: { kind: "order" } },
    { atMs: 1, body: { kind: "refund" } },
  ]);

  const same = await trial({ source_id: source.id, webhook_id: id, rules: saved });
  const { body } = await trial({
    source_id: source.id,
    webhook_id: id,
    rules: [{ type: "transform", transformation: { name: "stamp", code: adding("stamp: process.env.KEY") } }],
  });

  expect(same.body.requests.map(({ change }: Answer["body"]) => change)).toEqual([null, null]);
  expect(same.body.changed).toBe(0);
  const [refund, order] = body.requests;
  expect(order.change).toMatchObject({
    from: "saved",
    parts: ["body"],
    contents: {
      before: { path: "/orders", query: null, body: '{"kind":"order","stamp":1}' },
      after: { body: '{"kind":"order","stamp":"v"}', headers: { "content-type": "application/json" } },
    },
  });
  expect(refund.change).toMatchObject({
    from: "request",
    contents: { before: { body: '{"kind":"refund"}' }, after: { body: '{"kind":"refund","stamp":"v"}' } },
  });
  expect(body.changed).toBe(1);
});

test("without a connection the saved rules are none; rejected requests and other sources are left out", async () => {
  const { source } = await connected();
  const other = await connected();
  const [, kept] = await requestsAt(source.id, [
    { atMs: 0, rejection_cause: "VERIFICATION_FAILED" },
    { atMs: 1, rejection_cause: "NO_CONNECTION" },
  ]);
  await requestsAt(other.source.id, [{ atMs: 0 }]);

  const { body } = await trial({ source_id: source.id, rules: [{ type: "filter", path: "/nowhere" }] });

  expect(body.requests).toMatchObject([
    { id: kept, before: { status: "delivered" }, after: { status: "filtered", parts: ["path"] } },
  ]);
  expect((await trial({ source_id: source.id, rules: [], limit: 1 })).body.requests.length).toBe(1);
});

test("a source without requests has an empty trial", async () => {
  const { source } = await connected();

  expect((await trial({ source_id: source.id, rules: [] })).body).toMatchObject({ requests: [], changed: 0 });
});

test("a body that is too large is skipped", async () => {
  const { source } = await connected();
  await requestsAt(source.id, [{ atMs: 0, body: "x".repeat(RULES_TRIAL_BODY_MAX_BYTES + 1) }]);

  expect((await trial({ source_id: source.id, rules: [] })).body.requests).toMatchObject([
    { before: { status: "skipped", reason: "too_large" }, after: { status: "skipped" }, change: null },
  ]);
});

test("a trial leaves nothing behind, in no table", async () => {
  const rules = [
    { type: "deduplicate", window: 60_000 },
    { type: "transform", transformation: { name: "left", code: adding("left: 1") } },
  ];
  const { id, source } = await connected(rules);
  await requestsAt(source.id, [{ atMs: 0 }, { atMs: 1 }]);
  const digest = await createTenantDigest(api.db);
  const before = await digest.of(api.team_id, api.other.team_id);
  const keys = async () =>
    (await api.db.query<{ count: number }>("select count(*) as count from duplicate_keys")).rows;
  const keysBefore = await keys();

  const { status } = await trial({
    source_id: source.id,
    webhook_id: id,
    rules: [
      rules[0],
      { type: "transform", transformation: { name: "brand-new", code: CHOOSY, env: { A: "1" } } },
    ],
  });

  expect(status).toBe(200);
  expect(await digest.of(api.team_id, api.other.team_id)).toBe(before);
  expect(await keys()).toEqual(keysBefore);
});

test("what cannot be tried is refused in words", async () => {
  const { id, source } = await connected();
  const other = await connected();
  const message = async (body: object) => (await trial({ rules: [], ...body })).body.message;

  expect(await message({ source_id: source.id, webhook_id: other.id })).toBe(
    "webhook_id is not the id of a connection of the source",
  );
  expect(
    await message({ source_id: source.id, rules: [{ type: "transform", transformation: { name: "none" } }] }),
  ).toBe("rules[0].transformation.code is required, there is no transformation named none");
  expect(
    await message({ source_id: source.id, rules: [{ type: "transform", transformation_id: "trs_none" }] }),
  ).toBe("rules[0].transformation_id is not the id of a transformation");
  expect((await trial({ source_id: source.id, rules: [] }, { key: api.other.key })).status).toBe(404);
  await api.call("DELETE", `/connections/${id}`);
  expect((await trial({ source_id: source.id, webhook_id: id, rules: [] })).status).toBe(410);
  await api.call("DELETE", `/sources/${source.id}`);
  expect((await trial({ source_id: source.id, rules: [] })).status).toBe(410);
});
