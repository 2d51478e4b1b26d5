/**
 * Where can a bulk replay go, which input does it take, and when are two of them the same? Its
 * run: workers/bulk-replay.
 */
import { internalId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { givenApi, givenRequest, type Answer, type GivenApi } from "../../testing/given-api.ts";

const PATH = "//2026-09-01/bulk/requests/replay";

let api: GivenApi;
let here: Answer["body"];
let elsewhere: Answer["body"];
beforeAll(async () => {
  api = await givenApi();
  here = await connected("here", api.key);
  elsewhere = await connected("elsewhere", api.key);
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.db.query("delete from bulk_operations");
  await api.db.query("delete from requests");
});

async function connected(name: string, key: string): Promise<Answer["body"]> {
  const destination = { name, config: { url: "https://api.example.com" } };
  const body = { name, source: { name }, destination };
  return (await api.call("POST", "/connections", { key, body })).body;
}

async function given(rejection_cause?: string): Promise<void> {
  const source_id = internalId("source", here.source.id) ?? "";
  const cause = rejection_cause === undefined ? {} : { rejection_cause };
  await givenRequest(api.db, { team_id: api.team_id, source_id, ...cause });
}

const create = (query: unknown) => api.call("POST", PATH, { body: { query } });
const to = (webhook_ids: string[]) => create({ status: "accepted", target: { webhook_ids } });
const planned = async (query: string): Promise<number> =>
  (await api.call("GET", `${PATH}/plan?${query}`)).body.estimated_count;
const countOf = async (query: string): Promise<number> =>
  (await api.call("GET", `${PATH}?${query}`)).body.count;

async function refusal(target: object): Promise<unknown[]> {
  const { status, body } = await create({ target });
  return [status, body.data];
}

test("takes every request that fits, but for those whose body was not kept", async () => {
  for (const cause of [undefined, "SOURCE_DISABLED", "VERIFICATION_FAILED", "PAYLOAD_TOO_LARGE"])
    await given(cause);

  expect(await planned("")).toBe(3);
  expect(await planned("query[status]=accepted")).toBe(1);
  expect(await planned("query[rejection_cause]=SOURCE_DISABLED")).toBe(1);
  expect(await planned("query[rejection_cause]=PAYLOAD_TOO_LARGE")).toBe(0);
  expect(await planned(`query[target][source_id]=${elsewhere.source.id}`)).toBe(3);
});

test("must be told where to, and keeps what it was told", async () => {
  await given();
  const target = { source_id: here.source.id, webhook_ids: [here.id] };

  expect((await create({})).body.data).toEqual(["query.target is required"]);
  expect(await refusal({ ...target, webhook_id: here.id })).toEqual([
    422,
    ["query.target.webhook_id is not allowed"],
  ]);
  expect(await refusal({ webhook_ids: [] })).toEqual([
    422,
    ["query.target.webhook_ids must contain a number of items larger than or equal to 1"],
  ]);
  expect((await create({ target })).body.query).toEqual({ target });
});

test("is refused where it could not go", async () => {
  await given();
  const foreign = await connected("foreign", api.other.key);
  const deleted = await connected("deleted", api.key);
  await api.call("DELETE", `/sources/${deleted.source.id}`);
  const off = await connected("off", api.key);
  await api.call("PUT", `/sources/${off.source.id}/disable`);

  for (const id of [foreign.source.id, deleted.source.id, "src_unknown"])
    expect(await refusal({ source_id: id })).toEqual([
      422,
      ["query.target.source_id is not the id of a source"],
    ]);
  for (const id of [foreign.id, deleted.id, "web_unknown"])
    expect(await refusal({ webhook_ids: [elsewhere.id, id] })).toEqual([
      422,
      ["query.target.webhook_ids[1] is not the id of a connection of the project"],
    ]);
  expect(await refusal({ source_id: here.source.id, webhook_ids: [elsewhere.id] })).toEqual([
    422,
    ["query.target.webhook_ids[0] is not the id of a connection of the source"],
  ]);
  for (const target of [{ source_id: off.source.id }, { webhook_ids: [here.id, off.id] }])
    expect(await refusal(target)).toEqual([400, { source_id: off.source.id }]);
  expect(await countOf("")).toBe(0);
});

test("of the same requests to the same connections is the same; to others it is another", async () => {
  await given();
  expect((await to([here.id, elsewhere.id])).status).toBe(200);
  const again = await to([elsewhere.id, here.id, elsewhere.id]);
  expect([again.status, again.body.message]).toEqual([
    422,
    "An identical bulk operation is already ongoing.",
  ]);
  expect((await to([here.id])).status).toBe(200);

  const asText = encodeURIComponent(
    JSON.stringify({ status: "accepted", target: { webhook_ids: [here.id] } }),
  );
  expect(await countOf(`query=${asText}`)).toBe(1);
  expect(await countOf("query[status]=accepted")).toBe(2);
  expect(await countOf("query[status]=rejected")).toBe(0);
  expect(await countOf("query[status]=accepted&query_partial_match=true")).toBe(2);
});

test("is there in 2026-09-01 only", async () => {
  for (const version of ["2024-03-01", "2024-09-01", "2025-01-01", "2025-07-01"])
    expect((await api.call("GET", `//${version}/bulk/requests/replay`)).status).toBe(404);
});
