import { publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../ids.ts";
import { issueApiKey } from "../store/api-keys.ts";
import { type Answer, type GivenApi, givenApi } from "../testing/given-api.ts";

const LIMIT = 3;
let api: GivenApi;
let cookie: string;
let project_id: string;
beforeAll(async () => {
  api = await givenApi({ apiRateLimitPerMinute: LIMIT });
  ({ cookie } = await api.signUp());
  const { rows } = await api.db.query<{ id: string }>(
    "select projects.id from projects join members using (organization_id)",
  );
  project_id = rows[0]?.id ?? "";
});
afterAll(() => api.stop());

const givenKey = (team_id: string) => issueApiKey(api.db, { team_id, name: "CI", expires_at: null });
const told = ({ headers }: Answer, name: string) => headers.get(`x-ratelimit-${name}`);
const asOwner = () => ({ key: null, headers: { cookie, origin: "http://127.0.0.1:4400" } });

test("a key makes as many calls as it may, whatever comes of them, and the next one gets 429", async () => {
  const { key } = await givenKey(api.team_id);

  const listed = await api.call("GET", "/sources", { key });
  const refused = await api.call("PUT", "/sources", { key, body: {} });
  const last = await api.call("GET", "//dashboard-api/events-24h", { key });
  const tooMany = await api.call("GET", "/sources", { key });
  const other = await api.call("GET", "/sources");

  expect([listed, refused, last, tooMany].map(({ status }) => status)).toEqual([200, 422, 200, 429]);
  expect([listed, refused, last, tooMany].map((answer) => told(answer, "limit"))).toEqual(
    Array.from({ length: 4 }, () => String(LIMIT)),
  );
  expect([listed, refused, last, tooMany].map((answer) => told(answer, "remaining"))).toEqual([
    "2",
    "1",
    "0",
    "0",
  ]);
  expect(tooMany.body).toEqual({ code: "TOO_MANY_REQUESTS", status: 429, message: "Too many requests" });
  expect(listed.headers.get("retry-after")).toBe("0");
  expect(Number(tooMany.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(told(tooMany, "reset")).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect([other.status, told(other, "remaining")]).toEqual([200, "2"]);
});

test("replies to nobody tell what a key has", async () => {
  for (const answer of [
    await api.call("GET", "/sources", { key: null }),
    await api.call("GET", "/sources", { key: "phk_wrong" }),
    await api.call("GET", "/nothing-here"),
    await api.call("GET", "/openapi", { key: null }),
  ]) {
    expect([told(answer, "limit"), told(answer, "remaining")]).toEqual([String(LIMIT), String(LIMIT)]);
    expect(Date.parse(told(answer, "reset") ?? "")).not.toBeNaN();
    expect(answer.headers.get("retry-after")).toBe("0");
  }
});

test("people are not limited", async () => {
  for (let call = 0; call <= LIMIT; call += 1) {
    const answer = await api.call("GET", "/sources", { key: null, headers: { cookie } });
    expect([answer.status, told(answer, "limit")]).toEqual([200, "2147483647"]);
  }
});

test("an owner gives a key a limit of its own and takes it away again", async () => {
  const { id: uuid, key } = await givenKey(project_id);
  const id = publicId("api_key", uuid);
  const put = (rate_limit: unknown) =>
    api.call("PUT", `//dashboard-api/api-keys/${id}`, { ...asOwner(), body: { rate_limit } });
  const kept = async () =>
    (await api.call("GET", "//dashboard-api/api-keys", asOwner())).body.models.find(
      (model: { id: string }) => model.id === id,
    );

  expect((await put(1)).body).toEqual({ id, rate_limit: 1 });

  const only = await api.call("GET", "/sources", { key });
  expect([only.status, told(only, "limit"), told(only, "remaining")]).toEqual([200, "1", "0"]);
  expect((await api.call("GET", "/sources", { key })).status).toBe(429);
  expect(await kept()).toMatchObject({ id, name: "CI", expires_at: null, rate_limit: 1 });
  expect((await put(null)).body).toEqual({ id, rate_limit: null });
  expect(await kept()).toMatchObject({ rate_limit: null });
  const again = await api.call("GET", "/sources", { key });
  expect([again.status, told(again, "limit")]).toEqual([200, String(LIMIT)]);
});

test("a limit is a number from 1 to a million, of a key that is there, and no key sets it", async () => {
  const { id: uuid } = await givenKey(project_id);
  const foreign = await givenKey(api.other.team_id);
  const put = (id: string, body: unknown, options: object = asOwner()) =>
    api.call("PUT", `//dashboard-api/api-keys/${id}`, { ...options, body });
  const id = publicId("api_key", uuid);

  expect((await put(id, { rate_limit: 0 })).body.data).toEqual([
    "rate_limit must be larger than or equal to 1",
  ]);
  expect((await put(id, { rate_limit: 1_000_001 })).body.data).toEqual([
    "rate_limit must be less than or equal to 1000000",
  ]);
  expect((await put(id, {})).body.data).toEqual(["rate_limit is required"]);
  for (const other of [publicId("api_key", foreign.id), publicId("api_key", newId()), "apk_1"]) {
    expect((await put(other, { rate_limit: 5 })).body).toMatchObject({ status: 404, data: { id: other } });
  }
  const { key } = await givenKey(project_id);
  expect((await put(id, { rate_limit: 5 }, { key })).status).toBe(403);
});
