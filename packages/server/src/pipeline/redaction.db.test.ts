/** Does a redacted value get past ingest? From the sender to every table, the far end, the API and the log. */
import { createHmac } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../testing/gateway.ts";
import type { Answer, GivenApi } from "../testing/given-api.ts";
import { givenApiWithGateway, type ApiWithGateway } from "../testing/given-api-with-gateway.ts";
import { tablesWith } from "../testing/tables-with.ts";

let whole: ApiWithGateway;
let api: GivenApi;
beforeAll(async () => {
  whole = await givenApiWithGateway();
  ({ api } = whole);
});
afterAll(() => whole.stop());

const JANE = "jane.roe@example.com";
const LIST = ["body.customer.email", "body.items[*].card", "headers.x-person", "query.person"];
const BODY = `{"customer": {"email":"${JANE}","id": 1.0},"items":[{"card":"${JANE}"}, {"n":2}]}`;
const MASKED = `{"customer": {"email":"[redacted]","id": 1.0},"items":[{"card":"[redacted]"}, {"n":2}]}`;

const post = (url: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  fetch(`${url}?person=${JANE}&a=1`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-person": JANE, ...headers },
    body: typeof body === "string" ? body : new Uint8Array(body),
  });

async function arrival(path: string) {
  const of = () => whole.farEnd.received.filter(({ url }) => url.startsWith(path));
  const [received] = await eventually(
    async () => of(),
    (all) => all.length > 0,
  );
  if (!received) throw new Error("nothing arrived");
  return received;
}

async function stored(source: string): Promise<Answer["body"]> {
  const { body } = await api.call("GET", `//dashboard-api/requests?source_id=${source}&include=data`);
  return body.models[0];
}

const config = (change: object = {}) => ({ config: { redaction: LIST, ...change } });

test("it is in no table, no delivery, no log of code, and no reply, and everything else is byte for byte", async () => {
  const code = `addHandler("transform", (request) => { console.log(JSON.stringify(request)); return request; });`;
  const rules = [{ type: "transform", transformation: { name: "says-all", code } }];
  const plain = await whole.connect({ source: config() });
  const transformed = await whole.connect({ source: config(), rules });

  for (const { url } of [plain, transformed]) expect((await post(url, BODY)).status).toBe(200);

  const received = await arrival(plain.path);
  expect(received.body.toString()).toBe(MASKED);
  expect(received.headers["x-person"]).toBe("[redacted]");
  expect(received.url).toContain("person=%5Bredacted%5D&a=1");
  expect(JSON.stringify(await arrival(transformed.path))).not.toContain(JANE);
  const request = await stored(plain.connection.source.id);
  expect(request.data.redaction).toEqual({ paths: LIST, count: 4 });
  expect((await api.call("GET", `/requests/${request.id}`)).body.data).not.toHaveProperty("redaction");
  expect((await api.call("GET", `/requests/${request.id}/raw_body`)).body.body).toBe(MASKED);
  expect(await tablesWith(api.db, JANE)).toEqual([]);
  expect(api.logged.join("")).not.toContain(JANE);
});

test("the signature counts for what the sender sent, and the header stays", async () => {
  const auth = {
    algorithm: "sha256",
    encoding: "hex",
    header_key: "x-signature",
    webhook_secret_key: "s3cret",
  };
  const { url, path } = await whole.connect({ source: config({ auth_type: "HMAC", auth }) });
  const signature = createHmac("sha256", "s3cret").update(BODY).digest("hex");

  expect((await post(url, BODY, { "x-signature": signature })).status).toBe(200);

  expect((await arrival(path)).headers["x-signature"]).toBe(signature);
  expect((await post(url, BODY, { "x-signature": "00".repeat(32) })).status).toBe(401);
  expect(await tablesWith(api.db, JANE)).toEqual([]);
});

test("a compressed body is masked inside and delivered compressed", async () => {
  const { url, path } = await whole.connect({ source: config() });

  expect((await post(url, gzipSync(BODY), { "content-encoding": "gzip" })).status).toBe(200);

  const received = await arrival(path);
  expect(received.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(received.body).toString()).toBe(MASKED);
});

test.each([
  ["text/plain", JANE, {}],
  ["application/json", BODY, { "content-encoding": "zstd" }],
])("a body that cannot be read is rejected and not stored: %s", async (type, body, headers) => {
  const { url, connection } = await whole.connect({ source: config() });

  const answer = await post(url, body, { "content-type": type, ...headers });

  expect(answer.status).toBe(415);
  expect(await answer.json()).toMatchObject({
    message: "Body must be JSON or a form, because this source redacts values in it",
  });
  const request = await stored(connection.source.id);
  expect(request).toMatchObject({ status: "rejected", rejection_cause: "UNSUPPORTED_CONTENT_TYPE" });
  expect(request.data.redaction).toEqual({ paths: LIST.slice(2), count: 2, body_removed: true });
  expect(await tablesWith(api.db, JANE)).toEqual([]);
});

test("broken JSON is rejected as ever, without its body", async () => {
  const { url, connection } = await whole.connect({ source: config() });

  expect((await post(url, BODY.slice(0, -1))).status).toBe(400);

  const request = await stored(connection.source.id);
  expect(request).toMatchObject({ rejection_cause: "UNPARSABLE_JSON" });
  expect(request.data.redaction.body_removed).toBe(true);
});

test("a rejected request that came before the list is masked when it is retried", async () => {
  const { url, path, connection } = await whole.connect({
    source: { config: { allowed_http_methods: ["PUT"] } },
  });
  expect((await post(url, BODY)).status).toBe(405);
  const { id } = await stored(connection.source.id);
  const { type } = connection.source;
  const update = { type, config: { allowed_http_methods: ["POST"], redaction: LIST } };
  await api.call("PUT", `/sources/${connection.source.id}`, { body: update });

  expect((await api.call("POST", `/requests/${id}/retry`)).status).toBe(200);

  expect((await arrival(path)).body.toString()).toBe(MASKED);
  expect((await stored(connection.source.id)).data.redaction).toEqual({ paths: LIST, count: 4 });
  expect(await tablesWith(api.db, JANE)).toEqual([]);
});

test("published, test and example requests are masked, too", async () => {
  const list = { redaction: ["body[*]", "headers.user-agent"] };
  const { connection, path } = await whole.connect({ source: { config: list } });
  const { id } = connection.source;

  await api.call("POST", `//dashboard-api/sources/${id}/test-request`, { body: {} });
  const received = await arrival(path);
  await api.call("POST", `//dashboard-api/connections/${connection.id}/test-event`, {});

  const values = Object.values(JSON.parse(received.body.toString()));
  expect(values.length).toBeGreaterThan(0);
  expect(new Set(values)).toEqual(new Set(["[redacted]"]));
  const { body } = await api.call("GET", `//dashboard-api/requests?source_id=${id}&include=data`);
  expect(body.models).toHaveLength(2);
  for (const { data } of body.models)
    expect(new Set(Object.values(data.body))).toEqual(new Set(["[redacted]"]));
});

test("a trial counts what the newest request has at each path, and shows nothing", async () => {
  const { url, connection } = await whole.connect({ source: config() });
  const trial = async (redaction: string[]) =>
    (
      await api.call("POST", `//dashboard-api/sources/${connection.source.id}/redaction-trial`, {
        body: { redaction },
      })
    ).body;
  expect(await trial(["body.x"])).toEqual({
    request: null,
    paths: [{ path: "body.x", count: 0 }],
    is_unreadable: false,
  });

  await post(url, BODY);

  expect(await trial(["body.items[*]", "body.customer.email", "query.b"])).toEqual({
    request: { id: expect.stringMatching(/^req_/), created_at: expect.any(String) },
    paths: [
      { path: "body.items[*]", count: 2 },
      { path: "body.customer.email", count: 1 },
      { path: "query.b", count: 0 },
    ],
    is_unreadable: false,
  });
});
