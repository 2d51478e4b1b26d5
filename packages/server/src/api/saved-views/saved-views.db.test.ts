import {
  MATCHES_COUNTED_MOST,
  SAVED_VIEWS_MAX,
  SAVED_VIEW_FILTERS_MAX_CHARACTERS,
} from "@posthorn/contract/limits";
import { internalId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { firstIdAt, newId } from "../../ids.ts";
import { givenApi, givenEvent, givenRequest, type GivenApi } from "../../testing/given-api.ts";

const PATH = "//dashboard-api/saved-views";
let api: GivenApi;
beforeAll(async () => {
  api = await givenApi();
});
afterAll(() => api.stop());
beforeEach(() => api.db.query("delete from saved_views"));

const FILTERS = { status: ["FAILED"], date: { relative: "today" } };
const save = (change: object = {}, key = api.key) =>
  api.call("POST", PATH, {
    body: { resource: "events", name: "Failed today", filters: FILTERS, ...change },
    key,
  });
const change = (id: string, body: object, version?: string) =>
  api.call("PUT", `${PATH}/${id}`, {
    body,
    ...(version !== undefined && { headers: { "if-match": `"${version}"` } }),
  });
const names = async (resource = "events", key = api.key): Promise<string[]> =>
  (await api.call("GET", `${PATH}?resource=${resource}`, { key })).body.models.map(
    ({ name }: { name: string }) => name,
  );

test("a view is saved, listed by name, renamed, changed and deleted", async () => {
  const { status, body: view } = await save({ name: "  Stripe refunds " });
  await save({ name: "all failures", is_cli: true });

  expect(status).toBe(200);
  expect(view).toEqual({
    id: expect.stringMatching(/^viw_/),
    resource: "events",
    name: "Stripe refunds",
    filters: FILTERS,
    is_cli: false,
    created_at: expect.any(String),
    updated_at: view.created_at,
  });
  expect(await names()).toEqual(["all failures", "Stripe refunds"]);

  const renamed = await change(view.id, { name: "Refunds" });
  expect(renamed.body).toMatchObject({ name: "Refunds", filters: FILTERS });
  const changed = await change(view.id, { filters: { status: ["HOLD"] } });
  expect(changed.body).toMatchObject({ name: "Refunds", filters: { status: ["HOLD"] } });

  expect((await api.call("DELETE", `${PATH}/${view.id}`)).body).toEqual({ id: view.id });
  expect((await api.call("DELETE", `${PATH}/${view.id}`)).status).toBe(404);
  expect((await change(view.id, { name: "Refunds" })).status).toBe(404);
  expect(await names()).toEqual(["all failures"]);
});

test("each list has its own views, and each project", async () => {
  await save();
  await save({ resource: "requests", name: "Rejected" });

  expect(await names("events")).toEqual(["Failed today"]);
  expect(await names("requests")).toEqual(["Rejected"]);
  expect(await names("events", api.other.key)).toEqual([]);
  expect((await save({}, api.other.key)).status).toBe(200);
});

test("a name is taken within a list, in whatever case", async () => {
  const { body: first } = await save();
  const { body: second } = await save({ name: "Held" });

  const taken = { code: "RESOURCE_ALREADY_EXISTS", data: { id: first.id, resource_type: "saved_view" } };
  expect((await save({ name: "failed TODAY" })).body).toMatchObject(taken);
  expect((await change(second.id, { name: "FAILED today" })).body).toMatchObject(taken);
  expect((await change(first.id, { name: "FAILED today" })).body.name).toBe("FAILED today");
  expect((await save({ resource: "requests" })).status).toBe(200);
});

test("of two people who change the same view, the second is told", async () => {
  const { body: view } = await save();
  const { body: theirs } = await change(view.id, { filters: { status: ["HOLD"] } }, view.updated_at);

  const refused = await change(view.id, { filters: { status: ["CANCELLED"] } }, view.updated_at);

  expect(refused.status).toBe(412);
  expect(refused.body).toMatchObject({
    code: "CHANGED_MEANWHILE",
    data: { updated_at: theirs.updated_at },
  });
  const { body } = await api.call("GET", `${PATH}?resource=events`);
  expect(body.models).toMatchObject([{ filters: { status: ["HOLD"] } }]);
  const again = await change(view.id, { filters: { status: ["CANCELLED"] } }, theirs.updated_at);
  expect(again.status).toBe(200);
});

test("the default CLI view is not editable", async () => {
  for (const { status, body } of [
    await change("cli", { name: "Mine" }),
    await api.call("DELETE", `${PATH}/cli`),
  ]) {
    expect([status, body.message]).toEqual([422, "The default CLI view is not editable"]);
  }
});

test("a list has at most 250 views, also if two people save the last one at once", async () => {
  await api.db.query(
    `insert into saved_views (id, team_id, resource, name, filters, is_cli, updated_at)
     select gen_random_uuid(), $1, 'events', 'View ' || n, '{"status":["FAILED"]}', false, now()
     from generate_series(1, $2::int) as n`,
    [api.team_id, SAVED_VIEWS_MAX - 1],
  );

  const answers = await Promise.all(["a", "b"].map((name) => save({ name })));

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  expect(answers.find(({ status }) => status === 422)?.body.message).toBe("Views limit reached");
  expect((await save({ resource: "requests" })).status).toBe(200);
});

test("what is no view is refused with the reason", async () => {
  const tooLong = { search_term: "x".repeat(SAVED_VIEW_FILTERS_MAX_CHARACTERS) };
  for (const [given, said] of [
    [{ name: " " }, "name is not allowed to be empty"],
    [{ name: "a\u0000" }, "name must be Unicode text without null characters"],
    [{ filters: {} }, "filters must have at least one filter"],
    [{ filters: { path: "\ud800" } }, "filters must be Unicode text without null characters"],
    [{ filters: tooLong }, "filters must be at most 16384 characters long"],
    [{ resource: "sources" }, "resource must be one of [events, requests]"],
  ] as const) {
    const { status, body } = await save(given);
    expect([status, body.data]).toEqual([422, [said]]);
  }
  expect((await save({ filters: { "Not a name": 1 } })).status).toBe(422);
});

test("counts what a view matches, and nothing that needs a look into payloads", async () => {
  const config = { url: "https://api.example.com/hooks" };
  const body = { name: "orders", source: { name: "shop" }, destination: { name: "backend", config } };
  const connection = (await api.call("POST", "/connections", { body })).body;
  const ids = {
    team_id: api.team_id,
    source_id: internalId("source", connection.source.id) ?? newId(),
    webhook_id: internalId("connection", connection.id) ?? newId(),
  };
  for (const status of ["FAILED", "FAILED", "SUCCESSFUL"]) {
    const request_id = await givenRequest(api.db, ids);
    await givenEvent(api.db, { ...ids, request_id, status });
  }
  const count = async (path: string, key = api.key) =>
    (await api.call("GET", `//dashboard-api/${path}`, { key })).body;

  expect(await count("events/count?status=FAILED")).toEqual({ count: 2, is_more: false });
  expect(await count(`requests/count?source_id=${connection.source.id}`)).toEqual({
    count: 3,
    is_more: false,
  });
  expect(await count("events/count", api.other.key)).toEqual({ count: 0, is_more: false });
  expect(await count("events/count?search_term=hello")).toEqual({ count: null, is_more: false });
});

test("knows how many there are beyond the bound of counting rows, as the bars above the list do", async () => {
  const config = { url: "https://api.example.com/hooks" };
  const body = { name: "many", source: { name: "many" }, destination: { name: "many", config } };
  const connection = (await api.call("POST", "/connections", { body })).body;
  const minuteMs = Math.floor(Date.now() / 60_000) * 60_000 - 10 * 60_000;
  const all = MATCHES_COUNTED_MOST + 7;
  await api.db.query(
    `insert into events (team_id, id, webhook_id, event_data_id, status, attempts, trigger, updated_at)
     select $1, id, $2, id, 'HOLD', 0, 'INITIAL', now()
     from (select ($3 || to_hex(281474976710656 - $4::int + at)::text)::uuid as id
           from generate_series(0, $4::int - 1) as at) as made`,
    [api.team_id, internalId("connection", connection.id), firstIdAt(minuteMs).slice(0, 24), all],
  );
  const from = new Date(minuteMs).toISOString();
  const ask = async (path: string) => (await api.call("GET", `//dashboard-api/${path}`)).body;
  const filters = `status=HOLD&webhook_id=${connection.id}`;

  const dated = await ask(`events/count?${filters}&created_at[gte]=${from}`);
  const undated = await ask(`events/count?${filters}`);
  const bars = await ask(
    `histograms/events?${filters}&date[min]=${from}&date[max]=${new Date().toISOString()}`,
  );

  expect(dated).toEqual({ count: all, is_more: false });
  expect(undated).toEqual({ count: MATCHES_COUNTED_MOST, is_more: true });
  expect(bars.rows.map(({ count }: { count: number }) => count)).toEqual([all]);
});
