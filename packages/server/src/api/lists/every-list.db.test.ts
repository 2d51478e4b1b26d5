/**
 * Does every list of the API keep the conventions of lists?
 *
 * The test reads the lists, their sort keys and their filters from the contract, so it also covers lists that are added
 * later. lists.db.test.ts and the tests of each resource check what a filter finds.
 */
import type { Endpoint } from "@posthorn/contract/endpoint";
import { BULK_TYPES } from "@posthorn/contract/causes";
import { attemptId, internalId, publicId } from "@posthorn/contract/ids";
import { RESPONSE_STATUS_LEAST, RESPONSE_STATUS_MOST } from "@posthorn/contract/limits";
import { listIssues } from "@posthorn/contract/issues";
import { listIgnoredEvents } from "@posthorn/contract/request-events";
import { PUBLIC_ENDPOINTS } from "@posthorn/contract/routes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { newId } from "../../ids.ts";
import { givenApi, givenEvent, givenRequest, type Answer, type GivenApi } from "../../testing/given-api.ts";

const HOW_MANY = 5;
const NAMES = ["delta", "Alpha", "charlie", "bravo", "echo"];
const BULK_PATHS = {
  "events.retry": "/bulk/events/retry",
  "events.cancel": "/bulk/events/cancel",
  "ignored_events.retry": "/bulk/ignored-events/retry",
  "requests.retry": "/bulk/requests/retry",
  "requests.replay": "/bulk/requests/replay",
} as const;

let api: GivenApi;
/** The value for `{id}` in a list's path. */
let owners: Record<string, string>;
/** By the path of their list, in the order of creation. */
let made: Map<string, string[]>;

beforeAll(async () => {
  api = await givenApi();
  made = new Map();
  const post = async (path: string, body: object): Promise<Answer["body"]> => {
    const answer = await api.call("POST", path, { body });
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.body;
  };
  const keep = (path: string, id: string) => made.set(path, [...(made.get(path) ?? []), id]);
  const { team_id, db } = api;
  const destination = { config: { url: "https://api.example.com/hooks" } };
  await db.query("delete from issue_triggers where team_id = $1", [team_id]); // those that every project begins with

  const connections: Answer["body"][] = [];
  for (const name of NAMES) {
    const ends = { source: { name }, destination: { name, ...destination } };
    const connection = await post("/connections", { name: `to-${name}`, ...ends });
    connections.push(connection);
    keep("/connections", connection.id);
    keep("/sources", connection.source.id);
    keep("/destinations", connection.destination.id);
    keep("/transformations", (await post("/transformations", { name, code: "1" })).id);
    const configs = { username: "u", password: "p" };
    const integration = await post("/integrations", { provider: "BASIC_AUTH", label: name, configs });
    keep("/integrations", integration.id);
  }
  const [{ id: webhook, source }] = connections;
  const source_id = internalId("source", source.id) ?? "";
  const webhook_id = internalId("connection", webhook) ?? "";

  const event_ids: string[] = [];
  for (let number = 1; number <= HOW_MANY; number += 1) {
    const id = await givenRequest(db, { team_id, source_id });
    keep("/requests", publicId("request", id));
    const event_id = await givenEvent(db, { team_id, request_id: id, webhook_id, attempts: number });
    event_ids.push(event_id);
    keep("/events", publicId("event", event_id));
    const data = { event_data_id: publicId("payload", id), webhook_id: webhook };
    keep("/bookmarks", (await post("/bookmarks", { ...data, label: `number ${number}` })).id);
    const trigger = await post("/issue-triggers", {
      type: "delivery",
      channels: null,
      name: `trigger-${number}`,
    });
    keep("/issue-triggers", trigger.id);
    const issue = newId();
    await db.query(
      `insert into issues (id, team_id, type, subject_id, key, issue_trigger_id, status, status_changed_at, opened_at,
         first_seen_at, last_seen_at, updated_at)
       values ($1, $2, 'delivery', $3, $4, $5, 'OPENED', now(), now(), now(), now(), now())`,
      [issue, team_id, webhook_id, String(500 + number), internalId("issue_trigger", trigger.id)],
    );
    keep("/issues", publicId("issue", issue));
    keep("/markers", (await post("/markers", { title: `deploy ${number}` })).id);
  }

  const request_id = await givenRequest(db, { team_id, source_id });
  keep("/requests", publicId("request", request_id));
  for (const [at, { id }] of connections.entries()) {
    const uuid = await givenEvent(db, { team_id, request_id, webhook_id, ordinal: at + 1, attempts: 1 });
    keep("/events", publicId("event", uuid));
    keep("/requests/{id}/events", publicId("event", uuid));
    await db.query(
      `insert into ignored_events (team_id, request_id, webhook_id, cause) values ($1, $2, $3, 'DISABLED')`,
      [team_id, request_id, internalId("connection", id)],
    );
    keep("/requests/{id}/ignored_events", `${publicId("request", request_id)}:${id}`);
    const event_id = event_ids[0] ?? "";
    await db.query(
      `insert into attempts (team_id, event_id, webhook_id, attempt_number, trigger, status, response_status, created_at)
       values ($1, $2, $1, $3, 'AUTOMATIC', 'FAILED', 500, now())`,
      [team_id, event_id, at + 1],
    );
    keep("/attempts", attemptId(event_id, at + 1));
  }

  const transformation = made.get("/transformations")?.[0] ?? "";
  for (let number = 1; number <= HOW_MANY; number += 1) {
    const execution = newId();
    await db.query(
      `insert into transformation_executions (team_id, id, transformation_id, webhook_id,
         original_event_data_id, log_level, logs)
       values ($1, $2, $3, $4, $5, 'info', '[]')`,
      [team_id, execution, internalId("transformation", transformation), webhook_id, request_id],
    );
    keep("/transformations/{id}/executions", publicId("execution", execution));
    for (const [at, type] of BULK_TYPES.entries()) {
      const operation = newId();
      await db.query(
        `insert into bulk_operations (id, team_id, number, type, query, filters, last_id, done_until,
           estimated_count, estimated_batch, completed_at)
         values ($1, $2, $3, $4, '{}', '{}', $1, $1, 1, 1, now())`,
        [operation, team_id, number * 10 + at, type],
      );
      keep(BULK_PATHS[type], publicId("bulk_operation", operation));
    }
  }
  owners = { "/requests": publicId("request", request_id), "/transformations": transformation };
});
afterAll(() => api.stop());

type JsonSchema = z.core.JSONSchema.BaseSchema;
const schemas = new Map<Endpoint, Record<string, JsonSchema>>();
function querySchema(endpoint: Endpoint): Record<string, JsonSchema> {
  const known = schemas.get(endpoint);
  if (known) return known;
  const { properties = {} } = z.toJSONSchema(endpoint.query, { io: "input", unrepresentable: "any" });
  // The cast is safe: JSON Schema also allows a bare `true`, but no field of ours is that.
  const described = properties as Record<string, JsonSchema>;
  schemas.set(endpoint, described);
  return described;
}
const isList = (endpoint: Endpoint) => endpoint.method === "GET" && "limit" in querySchema(endpoint);
const LISTS = PUBLIC_ENDPOINTS.filter(isList);
const COUNTS = PUBLIC_ENDPOINTS.filter(({ path }) => path.endsWith("/count"));

function sortKeys(endpoint: Endpoint): string[] {
  const { order_by } = querySchema(endpoint);
  return order_by?.anyOf?.find((one) => one.enum)?.enum?.map(String) ?? [];
}

/** The fields that take operators, by the kind of their values. */
function fieldsOf(endpoint: Endpoint, kind: "date" | "name" | "integer"): string[] {
  return Object.entries(querySchema(endpoint))
    .filter(([, { anyOf = [] }]) => {
      const operators = anyOf.find(({ properties }) => properties?.["gte"])?.properties;
      if (!operators) return false;
      const isNumber = JSON.stringify(operators["gte"]).includes('"integer"');
      return kind === (!operators["contains"] ? "date" : isNumber ? "integer" : "name");
    })
    .map(([name]) => name);
}
const ownerOf = (path: string) => owners[path.split("/{")[0] ?? ""] ?? "";
const addressOf = ({ path }: Endpoint, query: string) => `${path.replace("{id}", ownerOf(path))}?${query}`;
const idsOf = (body: Answer["body"]): string[] => body.models.map((model: { id: string }) => model.id);

async function ask(endpoint: Endpoint, query: string): Promise<Answer["body"]> {
  const { status, body } = await api.call("GET", addressOf(endpoint, query));
  expect([endpoint.path, query, status, status === 200 || body]).toEqual([endpoint.path, query, 200, true]);
  return body;
}
/** The ids that the setup made for this list. */
const madeOf = ({ path }: Endpoint) => made.get(path) ?? [];

/** How many rows a list has. Some lists leave out disabled rows unless the caller asks for them. */
async function countOf(list: Endpoint, query: string): Promise<number> {
  return (await ask(list, `${query}&disabled=true`)).count;
}

/** Reads every page of this order, forwards and backwards, by cursors and by bare ids. */
async function walk(list: Endpoint, order: string): Promise<void> {
  const whole = await ask(list, `${order}&limit=255`);
  expect(Object.keys(whole.pagination)).toEqual(["order_by", "dir", "limit"]);
  expect(typeof whole.pagination.order_by).toBe("string");
  expect(["asc", "desc"]).toContain(whole.pagination.dir);
  const ids = idsOf(whole);
  expect(ids.toSorted()).toEqual(madeOf(list).toSorted());

  const pages = [await ask(list, `${order}&limit=2`)];
  for (let page = pages[0]; page.pagination.next; pages.push(page)) {
    page = await ask(list, `${order}&limit=2&next=${page.pagination.next}`);
  }
  expect([order, pages.flatMap(idsOf)]).toEqual([order, ids]);
  const before = await ask(list, `${order}&limit=2&prev=${pages.at(-1).pagination.prev}`);
  expect([order, idsOf(before)]).toEqual([order, idsOf(pages.at(-2))]);
  const first = await ask(list, `${order}&limit=2&prev=${pages[1].pagination.prev}`);
  expect([order, idsOf(first), "prev" in first.pagination]).toEqual([order, ids.slice(0, 2), false]);

  const third = encodeURIComponent(ids[2] ?? "");
  expect([order, idsOf(await ask(list, `${order}&next=${third}`))]).toEqual([order, ids.slice(3)]);
  expect([order, idsOf(await ask(list, `${order}&prev=${third}&limit=1`))]).toEqual([order, [ids[1]]]);
}

describe.each(LISTS.map((list) => [list.path, list] as const))("GET %s", (path, list) => {
  test("comes whole, newest first, in an envelope with the defaults of all lists", async () => {
    const body = await ask(list, "");

    expect(body.pagination).toEqual({
      order_by: path === "/requests" ? "ingested_at" : "created_at",
      dir: "desc",
      limit: 100,
    });
    expect(body.count).toBe(body.models.length);
    expect(idsOf(body)).toEqual(madeOf(list).toReversed());
  });

  test("by every sort key and in both directions, pages lead through it once and back", async () => {
    const keys = sortKeys(list);
    expect(keys).not.toEqual([]);
    const [first = ""] = keys;
    const orders = [
      ...keys.flatMap((key) => ["asc", "DESC"].map((dir) => `order_by=${key}&dir=${dir}`)),
      `order_by[]=${keys.at(-1)}&order_by[]=${first}&dir[]=desc&dir[]=asc`,
    ];
    await Promise.all(orders.map((order) => walk(list, order)));
  });

  test("keeps to its limits", async () => {
    expect(await ask(list, "limit=0")).toMatchObject({ count: 0, models: [], pagination: { limit: 0 } });
    expect((await ask(list, "limit=255")).pagination.limit).toBe(255);
    for (const [query, text] of [
      ["limit=256", "limit must be less than or equal to 255"],
      ["limit=-1", "limit must be larger than or equal to 0"],
      ["limit=many", "limit must be a number"],
      ["order_by=colour", `order_by must be one of [${sortKeys(list).join(", ")}]`],
      ["dir=up", "dir must be one of [asc, desc, ASC, DESC]"],
      ["next=x", "next is not a cursor of this list"],
      ["prev=cur_x", "prev is not a cursor of this list"],
    ]) {
      const { status, body } = await api.call("GET", addressOf(list, query ?? ""));
      expect([query, status, body.code, body.message, body.data]).toEqual([
        query,
        422,
        "UNPROCESSABLE_ENTITY",
        text,
        [text],
      ]);
    }
  });

  test("lets parameters pass that it does not know", async () => {
    const { models } = await ask(list, "");

    expect((await ask(list, "colour=red&a[b][]=1&progressive=true")).models).toEqual(models);
  });

  test("has times that are times, and ids and names that are text", async () => {
    const { models } = await ask(list, querySchema(list)["include"] ? "include=data" : "");

    for (const model of models) {
      for (const [name, value] of Object.entries<unknown>(model)) {
        if (name.endsWith("_at") && value !== null)
          expect([name, value]).toEqual([
            name,
            expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          ]);
        if (name.endsWith("_count")) expect(value).toSatisfy(Number.isInteger);
      }
      expect(model).toMatchObject({
        id: expect.any(String),
        team_id: publicId("project", api.team_id),
        created_at: expect.any(String),
      });
      // Ignored events are the only ones without it.
      expect("updated_at" in model).toBe(list !== listIgnoredEvents);
      // The data of an issue is its example; elsewhere it is a request.
      if (model.data && list !== listIssues)
        expect(model.data).toMatchObject({ headers: expect.any(Object) });
    }
  });

  const withIds = "id" in querySchema(list) ? [list] : [];
  test.each(withIds)("takes a list of ids in every spelling", async () => {
    const [first = "", second = ""] = madeOf(list).map(encodeURIComponent);
    for (const query of [
      `id=${first}&id=${second}`,
      `id[]=${first}&id[]=${second}`,
      `id[0]=${first}&id[1]=${second}`,
      `id%5B0%5D=${first}&id%5B1%5D=${second}`,
      `id%5B%5D=${first}&id%5B%5D=${second}`,
      `id=${first},${second}`,
      `id[]=${first},${second}`,
    ]) {
      const ids = idsOf(await ask(list, `${query}&limit=10`));
      expect([query, ids.toSorted()]).toEqual([query, madeOf(list).slice(0, 2).toSorted()]);
    }
  });

  test.each(fieldsOf(list, "date"))("takes every spelling of a date for %s", async (field) => {
    const [all, some, none] = await Promise.all([
      countOf(list, ""),
      countOf(list, `${field}[any]=true`),
      countOf(list, `${field}=`),
    ]);

    expect(some + none).toBe(all);
    const moment = "2000-01-01T00:00:00.000Z";
    for (const [operators, expected] of [
      [`${field}=null`, none],
      [`${field}[any]=false`, none],
      [`${field}=${moment}`, 0],
      [`${field}=2000-01-01`, 0],
      [`${field}[gt]=${moment}`, some],
      [`${field}[gte]=${moment}`, some],
      [`${field}[le]=${moment}`, 0],
      [`${field}[lt]=${moment}`, 0],
      [`${field}[lte]=${moment}`, 0],
      [`${field}%5Bgte%5D=${moment}&${field}%5Blt%5D=2100-01-01&${field}[any]=true`, some],
      [`${field}[gte]=${moment}&${field}[lte]=2000-01-02`, 0],
    ] as const) {
      expect([operators, await countOf(list, operators)]).toEqual([operators, expected]);
    }
  });

  test.each(fieldsOf(list, "name"))("takes every operator of text for %s", async (field) => {
    const [all, some, none] = await Promise.all([
      countOf(list, ""),
      countOf(list, `${field}[any]=true`),
      countOf(list, `${field}[any]=false`),
    ]);

    expect(some + none).toBe(all);
    for (const [operators, expected] of [
      [`${field}=no-such-name`, 0],
      [`${field}=a&${field}=b`, 0],
      [`${field}[0]=a&${field}[1]=b`, 0],
      [`${field}[all]=true`, all],
      [`${field}[gt]=zzz`, 0],
      [`${field}[gte]=A`, some],
      [`${field}[le]=A`, 0],
      [`${field}[lt]=A`, 0],
      [`${field}[lte]=zzz`, some],
      [`${field}[contains]=`, some],
      [`${field}[gte]=A&${field}[lte]=zzz&${field}[contains]=no-such-name`, 0],
    ] as const) {
      expect([operators, await countOf(list, operators)]).toEqual([operators, expected]);
    }
  });

  test.each(fieldsOf(list, "integer"))("takes every operator of numbers for %s", async (field) => {
    const [all, some, none] = await Promise.all([
      countOf(list, ""),
      countOf(list, `${field}[any]=true`),
      countOf(list, `${field}[any]=false`),
    ]);

    expect(some + none).toBe(all);
    const [least, most] =
      field === "response_status" ? [RESPONSE_STATUS_LEAST, RESPONSE_STATUS_MOST] : [0, 999_999];
    for (const [operators, expected] of [
      [`${field}=${most}`, 0],
      [`${field}=${most - 1}&${field}=${most}`, 0],
      [`${field}[]=${most - 1}&${field}[]=${most}`, 0],
      [`${field}[all]=true`, all],
      [`${field}[gt]=${most}`, 0],
      [`${field}[gte]=${least}`, some],
      [`${field}[le]=${least}`, 0],
      [`${field}[lt]=${least}`, 0],
      [`${field}[lte]=${most}`, some],
      [`${field}[contains]=99999`, 0],
      [`${field}[gte]=${least}&${field}[lt]=${most}&${field}[any]=true`, some],
    ] as const) {
      expect([operators, await countOf(list, operators)]).toEqual([operators, expected]);
    }
  });
});

test.each(COUNTS.map((endpoint) => [endpoint.path, endpoint] as const))(
  "GET %s counts what the list shows",
  async (path, endpoint) => {
    const listPath = path.replace("/count", "");
    const ids = (made.get(listPath) ?? []).slice(0, 2);
    const isSwitched = "disabled" in querySchema(endpoint);
    if (isSwitched) await api.call("PUT", `${listPath}/${ids[0]}/disable`);

    for (const query of [
      "",
      "colour=red&limit=1",
      `id=${ids.join()}`,
      `id[0]=${ids[0]}`,
      "name[contains]=A",
      ...(isSwitched
        ? ["disabled=false", "disabled=true", "disabled_at[any]=true", "disabled_at=null", "disabled_at="]
        : []),
    ]) {
      const counted = await api.call("GET", `${path}?${query}`);
      const listed = await api.call("GET", `${listPath}?${query.replace("&limit=1", "")}`);
      expect([query, counted.status, counted.body]).toEqual([query, 200, { count: listed.body.count }]);
    }
    if (isSwitched) {
      const count = async (query: string) => (await api.call("GET", `${path}?${query}`)).body.count;
      expect((await count("disabled=true")) - (await count(""))).toBe(1);
      expect(await count("disabled_at[any]=true")).toBe(1);
      await api.call("PUT", `/connections/${made.get("/connections")?.[0]}/enable`);
    }
  },
);

test("the contract has lists and counts, or the tables above prove nothing", () => {
  expect(LISTS.length).toBeGreaterThan(13);
  expect(COUNTS.length).toBeGreaterThan(3);
  expect(LISTS.flatMap((list) => fieldsOf(list, "date")).length).toBeGreaterThan(15);
  expect(LISTS.flatMap((list) => fieldsOf(list, "name")).length).toBeGreaterThan(5);
  expect(LISTS.flatMap((list) => fieldsOf(list, "integer")).length).toBeGreaterThan(5);
});
