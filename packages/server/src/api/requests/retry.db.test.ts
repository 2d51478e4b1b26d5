/** What became of a request, and what does a retry make of it? */
import { createHmac, randomBytes } from "node:crypto";
import { internalId, publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { firstIdAt, newId, uuidText } from "../../ids.ts";
import { keepPayload } from "../../store/kept-payloads.ts";
import { dropOldDays } from "../../store/old-days.ts";
import { ensurePartitions } from "../../store/partitions.ts";
import { TABLES_OF_DATA } from "../../store/retention.ts";
import {
  givenApi,
  givenEvent,
  givenRequest,
  type Answer,
  type GivenApi,
  type GivenRequest,
} from "../../testing/given-api.ts";
import { requestIdAt } from "../../testing/request-id-at.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

let api: GivenApi;
beforeAll(async () => {
  api = await givenApi();
});
afterAll(() => api.stop());

let sources = 0;
async function givenSource(config: Record<string, unknown> = {}): Promise<Answer["body"]> {
  return (await api.call("POST", "/sources", { body: { name: `source-${++sources}`, config } })).body;
}

async function connected(source: Answer["body"], rules: unknown[] = []): Promise<string> {
  const body = {
    name: `connection-${++sources}`,
    source_id: source.id,
    destination: { name: `destination-${sources}`, config: { url: "https://api.example.com" } },
    rules,
  };
  return (await api.call("POST", "/connections", { body })).body.id;
}

/** Returns the request's public id. */
async function given(source: Answer["body"], change: Partial<GivenRequest> = {}): Promise<string> {
  const source_id = internalId("source", source.id) ?? "";
  return publicId("request", await givenRequest(api.db, { team_id: api.team_id, source_id, ...change }));
}

async function ignored(
  request: string,
  connection: string,
  cause: string,
  meta: unknown = null,
): Promise<void> {
  await api.db.query(
    `insert into ignored_events (team_id, request_id, webhook_id, cause, meta) values ($1, $2, $3, $4, $5)`,
    [
      api.team_id,
      internalId("request", request),
      internalId("connection", connection),
      cause,
      meta === null ? null : JSON.stringify(meta),
    ],
  );
}

/** Only the dashboard sees it. */
const failureOf = async (id: string) =>
  (await api.call("GET", `//dashboard-api/requests/${id}`)).body.verification_failure;
const retry = (id: string, body?: unknown) =>
  api.call("POST", `//dashboard-api/requests/${id}/retry`, { body });
const ignoredOf = async (id: string) =>
  (await api.call("GET", `/requests/${id}/ignored_events`)).body.models.map(
    (row: Answer["body"]) => row.webhook_id,
  );
const connectionsOf = (answer: Answer) => answer.body.events.map((event: Answer["body"]) => event.webhook_id);

describe("the ignored events of a request", () => {
  test("say which connections made no event of it, and why", async () => {
    const source = await givenSource();
    const [disabled, filtered, failed] = [
      await connected(source),
      await connected(source),
      await connected(source),
    ];
    const request = await given(source);
    const transformation = newId();
    await ignored(request, failed, "TRANSFORMATION_FAILED", { transformation_id: transformation });
    await ignored(request, disabled, "DISABLED");
    await ignored(request, filtered, "FILTERED", ["body", "path"]);

    const { status, body } = await api.call("GET", `//dashboard-api/requests/${request}/ignored_events`);

    const { created_at } = (await api.call("GET", `/requests/${request}`)).body;
    const common = {
      team_id: publicId("project", api.team_id),
      request_id: request,
      created_at,
      updated_at: created_at,
    };
    expect(status).toBe(200);
    expect(body).toEqual({
      pagination: { order_by: "created_at", dir: "desc", limit: 100 },
      count: 3,
      models: [
        {
          ...common,
          id: `${request}:${failed}`,
          webhook_id: failed,
          cause: "TRANSFORMATION_FAILED",
          meta: { transformation_id: publicId("transformation", transformation) },
        },
        {
          ...common,
          id: `${request}:${filtered}`,
          webhook_id: filtered,
          cause: "FILTERED",
          meta: ["body", "path"],
        },
        { ...common, id: `${request}:${disabled}`, webhook_id: disabled, cause: "DISABLED", meta: null },
      ],
    });
  });

  test("are paged, turned round and picked out by id", async () => {
    const source = await givenSource();
    const connections = [await connected(source), await connected(source), await connected(source)];
    const request = await given(source);
    for (const connection of connections) await ignored(request, connection, "DUPLICATE");
    const read = async (query: string) => {
      const { body } = await api.call("GET", `/requests/${request}/ignored_events?${query}`);
      return { next: body.pagination?.next, ids: body.models?.map((row: Answer["body"]) => row.webhook_id) };
    };

    const first = await read("limit=2&dir=asc");
    expect(first.ids).toEqual(connections.slice(0, 2));
    expect((await read(`limit=2&dir=asc&next=${first.next}`)).ids).toEqual(connections.slice(2));
    expect((await read(`dir=asc&next=${request}:${connections[1]}`)).ids).toEqual(connections.slice(2));
    expect((await read("")).ids).toEqual(connections.toReversed());
    expect((await read(`id=${request}:${connections[1]}`)).ids).toEqual([connections[1]]);
    expect((await read("id=nonsense")).ids).toEqual([]);
  });
});

test("the events of a request are those of no other, with every filter of the list of events", async () => {
  const source = await givenSource();
  const connection = await connected(source);
  const [request, other] = [await given(source), await given(source)];
  const event = async (of: string, ordinal: number, status: string) =>
    publicId(
      "event",
      await givenEvent(api.db, {
        team_id: api.team_id,
        request_id: internalId("request", of) ?? "",
        webhook_id: internalId("connection", connection) ?? "",
        ordinal,
        status,
      }),
    );
  const [successful, failed] = [await event(request, 1, "SUCCESSFUL"), await event(request, 2, "FAILED")];
  const foreign = await event(other, 1, "FAILED");
  const found = async (query = "") =>
    (await api.call("GET", `/requests/${request}/events?${query}`)).body.models.map(
      (row: Answer["body"]) => row.id,
    );

  expect(await found()).toEqual([failed, successful]);
  expect(await found("status=FAILED")).toEqual([failed]);
  expect(await found(`id=${foreign}`)).toEqual([]);
  expect(await found(`request_id=${other}`)).toEqual([failed, successful]);
  const { body } = await api.call("GET", `/requests/${request}/events?include=data&limit=1`);
  expect([body.count, body.models[0].data.body]).toEqual([1, { hello: "world" }]);
});

test("nothing of a request is there for another project or an unknown id", async () => {
  const source = await givenSource();
  const request = await given(source, { rejection_cause: "VERIFICATION_FAILED" });

  for (const [id, key] of [
    [request, api.other.key],
    [publicId("request", newId()), api.key],
    ["nonsense", api.key],
  ] as const) {
    for (const [method, path] of [
      ["GET", "events"],
      ["GET", "ignored_events"],
      ["POST", "retry"],
    ] as const) {
      const { status, body } = await api.call(method, `/requests/${id}/${path}`, { key });
      expect([status, body.data]).toEqual([404, { id }]);
    }
  }
});

describe("a retry of an accepted request", () => {
  test("decides anew for the connections that ignored it, and for no other", async () => {
    const source = await givenSource();
    const [ignoring, delivered] = [await connected(source), await connected(source)];
    const request = await given(source);
    await givenEvent(api.db, {
      team_id: api.team_id,
      request_id: internalId("request", request) ?? "",
      webhook_id: internalId("connection", delivered) ?? "",
    });
    await ignored(request, ignoring, "FILTERED", ["body"]);
    const late = await connected(source);

    const answer = await retry(request);

    expect(answer.status).toBe(200);
    expect(answer.body.request).toMatchObject({
      id: request,
      rejection_cause: null,
      events_count: 2,
      ignored_count: 0,
    });
    expect(Date.parse(answer.body.request.updated_at)).toBeGreaterThan(
      Date.parse(answer.body.request.created_at),
    );
    expect(answer.body.events).toMatchObject([
      { webhook_id: ignoring, request_id: request, status: "QUEUED" },
    ]);
    expect(connectionsOf(answer)).not.toContain(late);
    expect(await ignoredOf(request)).toEqual([]);
  });

  test("leaves what is still refused, with the cause of today", async () => {
    const source = await givenSource();
    const picky = await connected(source, [{ type: "filter", path: "/elsewhere" }]);
    const request = await given(source);
    await ignored(request, picky, "DISABLED");

    const answer = await retry(request, {});

    expect([answer.status, answer.body.events, answer.body.request.ignored_count]).toEqual([200, [], 1]);
    const { models } = (await api.call("GET", `/requests/${request}/ignored_events`)).body;
    expect(models).toMatchObject([{ webhook_id: picky, cause: "FILTERED", meta: ["path"] }]);
  });

  test("takes a subset of the connections", async () => {
    const source = await givenSource();
    const [one, two] = [await connected(source), await connected(source)];
    const request = await given(source);
    for (const connection of [one, two]) await ignored(request, connection, "DISABLED");

    expect(connectionsOf(await retry(request, { webhook_ids: [two] }))).toEqual([two]);
    expect(await ignoredOf(request)).toEqual([one]);
    const again = await retry(request, { webhook_ids: [two] });
    expect([again.status, again.body.code, again.body.message, again.body.data]).toEqual([
      400,
      "BAD_REQUEST",
      "The request is not eligible for retry: none of these connections ignored it",
      { request_id: request },
    ]);
    expect((await retry(request, { webhook_ids: [] })).status).toBe(422);
    expect((await retry(request, { webhook_id: two })).body.data).toEqual(["webhook_id is not allowed"]);
  });

  test("asked twice at once makes one event, not two", async () => {
    const source = await givenSource();
    const connection = await connected(source);
    const request = await given(source);
    await ignored(request, connection, "DISABLED");

    const answers = await Promise.all([retry(request), retry(request), retry(request)]);

    expect(answers.flatMap((answer) => answer.body.events ?? [])).toHaveLength(1);
    expect((await api.call("GET", `/requests/${request}`)).body.events_count).toBe(1);
  });

  test("with nothing to retry is refused, and so is one whose data is archived", async () => {
    const source = await givenSource();
    const connection = await connected(source);
    const [fine, archived] = [await given(source), await given(source)];
    await ignored(archived, connection, "DISABLED");
    await api.db.query("delete from payloads where id = $1", [internalId("request", archived)]);

    const [nothing, gone] = [await retry(fine), await retry(archived)];

    expect([nothing.status, nothing.body.message]).toEqual([
      400,
      "The request is not eligible for retry: it was accepted and has no ignored events",
    ]);
    expect([gone.status, gone.body.code, gone.body.message]).toEqual([
      422,
      "DATA_ARCHIVED",
      "The data of this request is archived",
    ]);
  });
});

test.each(["ignored", "rejected"])(
  "a retry of an archived request that was %s makes no event, although a bookmark keeps its data",
  async (outcome) => {
    const madeAtMs = Date.now() - 40 * DAY_MS;
    await ensurePartitions(api.db, madeAtMs);
    const source = await givenSource();
    const connection = await connected(source);
    const id = uuidText(requestIdAt(madeAtMs));
    const isRejected = outcome === "rejected";
    const request = await given(source, { id, ...(isRejected && { rejection_cause: "NO_CONNECTION" }) });
    if (!isRejected) await ignored(request, connection, "DISABLED");
    await keepPayload(api.db, { team_id: api.team_id, event_data_id: id });
    for (const table of TABLES_OF_DATA) await dropOldDays(api.db, table, madeAtMs + 2 * DAY_MS);

    const { status, body } = await retry(request);

    expect([status, body.code]).toEqual([422, "DATA_ARCHIVED"]);
    expect((await api.call("GET", `/requests/${request}`)).body).toMatchObject({
      events_count: 0,
      rejection_cause: isRejected ? "NO_CONNECTION" : null,
    });
  },
);

describe("a retry of a rejected request", () => {
  test("that meets a fixed source goes to the connections that were there when it came", async () => {
    const source = await givenSource({ allowed_http_methods: ["PUT"] });
    const before = await connected(source);
    const request = await given(source, { rejection_cause: "UNSUPPORTED_HTTP_METHOD" });
    const late = await connected(source);

    const still = await retry(request);
    await api.call("PUT", `/sources/${source.id}`, {
      body: { type: "WEBHOOK", config: { allowed_http_methods: ["PUT", "POST"] } },
    });
    const fixed = await retry(request);

    expect([still.status, still.body.request.rejection_cause, still.body.events]).toEqual([
      200,
      "UNSUPPORTED_HTTP_METHOD",
      null,
    ]);
    expect(still.body.request).toMatchObject({ status: "rejected", retried: true });
    expect(fixed.body.request).toMatchObject({ status: "accepted", retried: true });
    expect(fixed.body.request).toMatchObject({ rejection_cause: null, events_count: 1 });
    expect(connectionsOf(fixed)).toEqual([before]);
    expect(connectionsOf(fixed)).not.toContain(late);
    expect((await retry(request)).status).toBe(400);
  });

  test("verifies its sender again, by the source as it is now", async () => {
    const auth = { username: "ada", password: "lovelace" };
    const source = await givenSource({ auth_type: "BASIC_AUTH", auth });
    const connection = await connected(source);
    const credentials = Buffer.from("ada:lovelace").toString("base64");
    const request = await given(source, {
      rejection_cause: "VERIFICATION_FAILED",
      headers: ["Content-Type", "application/json", "Authorization", "Basic d3Jvbmc="],
    });
    const proven = await given(source, {
      rejection_cause: "VERIFICATION_FAILED",
      headers: ["Content-Type", "application/json", "Authorization", `Basic ${credentials}`],
    });

    const still = await retry(request);
    const now = await retry(proven);

    expect(still.body).toMatchObject({
      request: { rejection_cause: "VERIFICATION_FAILED", verified: false },
      events: null,
    });
    expect(now.body.request).toMatchObject({ rejection_cause: null, verified: true });
    expect(connectionsOf(now)).toEqual([connection]);
    expect(await failureOf(request)).toEqual({
      problem: "DIFFERS",
      looked_at: { part: "header", name: "authorization" },
    });
    expect(await failureOf(proven)).toBeNull();
  });

  test("looks at the clock of its arrival: a signature does not grow old in our store", async () => {
    const key = randomBytes(24);
    const auth = { webhook_secret_key: `whsec_${key.toString("base64")}` };
    const source = await givenSource({ auth_type: "STANDARD_WEBHOOKS", auth });
    const anHourAgoMs = Date.now() - 60 * 60 * 1000;
    const signedAt = (seconds: number) => [
      "webhook-id",
      "msg_1",
      "webhook-timestamp",
      String(seconds),
      "webhook-signature",
      `v1,${createHmac("sha256", key).update(`msg_1.${seconds}.{}`).digest("base64")}`,
    ];
    const cameAt = (ms: number, headers: string[]) =>
      given(source, { id: firstIdAt(ms), rejection_cause: "VERIFICATION_FAILED", headers, body: "{}" });

    const fresh = await cameAt(anHourAgoMs, signedAt(Math.floor(anHourAgoMs / 1000) - 200));
    const ahead = await cameAt(anHourAgoMs + 1, signedAt(Math.floor(Date.now() / 1000)));

    expect((await retry(fresh)).body.request).toMatchObject({ status: "accepted", verified: true });
    expect((await retry(ahead)).body.request).toMatchObject({
      rejection_cause: "VERIFICATION_FAILED",
      verified: false,
    });
  });

  test("that fails for another reason now says so, unless its source is only switched off", async () => {
    const source = await givenSource();
    await connected(source);
    const broken = await given(source, { rejection_cause: "UNSUPPORTED_HTTP_METHOD", body: "{" });
    const off = await given(source, { rejection_cause: "VERIFICATION_FAILED" });

    const unparsable = await retry(broken);
    await api.call("PUT", `/sources/${source.id}/disable`);
    const disabled = await retry(off);

    expect([unparsable.body.request.rejection_cause, unparsable.body.events]).toEqual([
      "UNPARSABLE_JSON",
      null,
    ]);
    expect([disabled.body.request.rejection_cause, disabled.body.events]).toEqual([
      "VERIFICATION_FAILED",
      null,
    ]);
  });

  test("that found no connection goes to those that are there now", async () => {
    const source = await givenSource();
    const request = await given(source, { rejection_cause: "NO_CONNECTION" });

    const none = await retry(request);
    const [one, two] = [await connected(source), await connected(source)];
    const some = await retry(request);

    expect([none.status, none.body.events, none.body.request.rejection_cause]).toEqual([
      200,
      [],
      "NO_CONNECTION",
    ]);
    expect(some.body.request).toMatchObject({ rejection_cause: null, events_count: 2 });
    expect(connectionsOf(some)).toEqual([one, two]);
  });

  test("of a source that had no connection then is accepted, without an event", async () => {
    const source = await givenSource();
    const request = await given(source, { rejection_cause: "UNSUPPORTED_HTTP_METHOD" });
    const late = await connected(source);

    const answer = await retry(request);
    const named = await retry(await given(source, { rejection_cause: "UNSUPPORTED_HTTP_METHOD" }), {
      webhook_ids: [publicId("connection", newId())],
    });

    expect([answer.status, answer.body.events, answer.body.request.rejection_cause]).toEqual([
      200,
      [],
      "NO_CONNECTION",
    ]);
    expect(connectionsOf(await retry(request))).toEqual([late]);
    expect([named.status, named.body.message]).toEqual([
      400,
      "None of these connections was there when the request came in",
    ]);
  });

  test.each([
    "SOURCE_DISABLED",
    "UNSUPPORTED_CONTENT_TYPE",
    "UNPARSABLE_JSON",
    "PAYLOAD_TOO_LARGE",
    "INGESTION_FATAL",
    "UNKNOWN",
  ])("with %s is refused, because no change of the source could help", async (rejection_cause) => {
    const request = await given(await givenSource(), { rejection_cause });

    const { status, body } = await retry(request);

    expect([status, body.code, body.message, body.data]).toEqual([
      400,
      "BAD_REQUEST",
      `A request that was rejected with ${rejection_cause} is not eligible for retry`,
      { request_id: request },
    ]);
  });

  test("whose source was deleted is refused", async () => {
    const source = await givenSource();
    const request = await given(source, { rejection_cause: "VERIFICATION_FAILED" });
    await api.call("DELETE", `/sources/${source.id}`);

    const { status, body } = await retry(request);

    expect([status, body.message]).toEqual([400, "The source of this request was deleted"]);
  });

  test("asked twice at once is accepted once", async () => {
    const source = await givenSource();
    await connected(source);
    const request = await given(source, { rejection_cause: "UNSUPPORTED_HTTP_METHOD" });

    await Promise.all([retry(request), retry(request), retry(request)]);

    expect((await api.call("GET", `/requests/${request}`)).body.events_count).toBe(1);
  });
});
