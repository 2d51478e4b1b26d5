import { internalId, publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { givenApi, givenEvent, givenRequest, type Answer, type GivenApi } from "../../testing/given-api.ts";

let api: GivenApi;
beforeAll(async () => {
  api = await givenApi();
});
afterAll(() => api.stop());

const config = { url: "https://api.example.com/hooks" };
const page = async (path: string): Promise<Answer["body"]> => (await api.call("GET", path)).body;
const names = (body: Answer["body"]): string[] => body.models.map((model: { name: string }) => model.name);

const numbers = (body: Answer["body"]): number[] =>
  body.models.map((model: { attempts: number }) => model.attempts);

/** Every page of a list, followed by `next`. */
async function allPages(path: string): Promise<Answer["body"][]> {
  const pages = [await page(path)];
  while (pages.at(-1).pagination.next) pages.push(await page(`${path}&next=${pages.at(-1).pagination.next}`));
  return pages;
}

describe("pages of sources", () => {
  const made = ["delta", "Alpha", "charlie", "bravo", "echo"];
  beforeAll(async () => {
    for (const name of made) await api.call("POST", "/sources", { body: { name } });
  });

  test("come newest first, in an envelope that says so", async () => {
    expect(await page("/sources?limit=2")).toMatchObject({
      pagination: { order_by: "created_at", dir: "desc", limit: 2, next: expect.any(String) },
      count: 2,
      models: [{ name: "echo" }, { name: "bravo" }],
    });
    expect((await page("/sources")).pagination).toEqual({ order_by: "created_at", dir: "desc", limit: 100 });
  });

  test.each([
    ["order_by=created_at&dir=asc", made],
    ["order_by=created_at&dir=DESC", made.toReversed()],
    ["order_by=name&dir=asc", ["Alpha", "bravo", "charlie", "delta", "echo"]],
    ["order_by=updated_at&dir=asc", made],
    [
      "order_by[]=name&order_by[]=created_at&dir[]=desc&dir[]=asc",
      ["echo", "delta", "charlie", "bravo", "Alpha"],
    ],
  ])("by %s, next leads through all of them once and prev leads back", async (query, expected) => {
    const pages = await allPages(`/sources?${query}&limit=2`);

    expect(pages.flatMap(names)).toEqual(expected);
    expect(pages.map((body) => "prev" in body.pagination)).toEqual([false, true, true]);
    const second = await page(`/sources?${query}&limit=2&prev=${pages[2].pagination.prev}`);
    expect(names(second)).toEqual(names(pages[1]));
    const first = await page(`/sources?${query}&limit=2&prev=${second.pagination.prev}`);
    expect(names(first)).toEqual(names(pages[0]));
    expect([typeof first.pagination.next, first.pagination.prev]).toEqual(["string", undefined]);
  });

  test("a bare id works as a cursor in every order", async () => {
    const { models } = await page("/sources?name=charlie");

    expect(names(await page(`/sources?next=${models[0].id}`))).toEqual(["Alpha", "delta"]);
    expect(names(await page(`/sources?prev=${models[0].id}&limit=1`))).toEqual(["bravo"]);
    expect(names(await page(`/sources?order_by=name&dir=asc&next=${models[0].id}`))).toEqual([
      "delta",
      "echo",
    ]);
  });

  test("what is no cursor of this list is refused", async () => {
    const { pagination } = await page("/sources?limit=1&order_by=name");

    for (const cursor of ["x", "cur_xyz", "evt_1", pagination.next]) {
      const { status, body } = await api.call("GET", `/sources?next=${cursor}`);
      expect([status, body.data]).toEqual([422, ["next is not a cursor of this list"]]);
    }
  });

  test("rows that appear between two pages neither repeat nor hide any", async () => {
    const first = await page("/sources?limit=2");
    await api.call("POST", "/sources", { body: { name: "zulu" } });

    const second = await page(`/sources?limit=2&next=${first.pagination.next}`);

    expect(names(second)).toEqual(["charlie", "Alpha"]);
    await api.call("DELETE", `/sources/${(await page("/sources?name=zulu")).models[0].id}`);
  });

  test("in the order of names, rows that come, go and change between two pages move nobody", async () => {
    const asked = "order_by=name&dir=asc&limit=2";
    const first = await page(`/sources?${asked}`);
    const passed = first.models[1].id;
    for (const name of ["aardvark", "zulu"]) await api.call("POST", "/sources", { body: { name } });
    await api.call("PUT", `/sources/${passed}`, { body: { name: "yankee" } });

    const second = await page(`/sources?${asked}&next=${first.pagination.next}`);
    await api.call("PUT", `/sources/${passed}`, { body: { name: "bravo" } });
    for (const { id } of (await page("/sources?name=aardvark&name=zulu")).models) {
      await api.call("DELETE", `/sources/${id}`);
      // Deleted rows have a place in the list, too.
      expect((await api.call("GET", `/sources?${asked}&next=${id}`)).status).toBe(200);
    }

    expect([names(first), names(second)]).toEqual([
      ["Alpha", "bravo"],
      ["charlie", "delta"],
    ]);
    expect(names(await page(`/sources?${asked}&prev=${second.pagination.prev}`))).toEqual(["Alpha", "bravo"]);
  });

  test("a limit of none gives none", async () => {
    expect(await page("/sources?limit=0")).toEqual({
      pagination: { order_by: "created_at", dir: "desc", limit: 0 },
      count: 0,
      models: [],
    });
  });

  test.each([
    ["name=bravo", ["bravo"]],
    ["name=bravo&name=echo", ["echo", "bravo"]],
    ["name[contains]=A", ["bravo", "charlie", "Alpha", "delta"]],
    ["name[gte]=delta", ["echo", "delta"]],
    ["name[any]=false", []],
    ["name[all]=true&name[lt]=b", ["Alpha"]],
    ["type=WEBHOOK&name=echo", ["echo"]],
    ["id=", []],
    ["progressive=true&name=echo", ["echo"]],
  ])("%s finds what it says", async (query, expected) => {
    expect(names(await page(`/sources?${query}`))).toEqual(expected);
  });
});

describe("pages of events", () => {
  let connection: Answer["body"];
  let events: string[];
  beforeAll(async () => {
    const body = { name: "c", source: { name: "s" }, destination: { name: "d", config } };
    connection = (await api.call("POST", "/connections", { body })).body;
    const source_id = internalId("source", connection.source.id) ?? "";
    const webhook_id = internalId("connection", connection.id) ?? "";
    events = [];
    for (let number = 1; number <= 7; number += 1) {
      const request_id = await givenRequest(api.db, { team_id: api.team_id, source_id });
      const id = await givenEvent(api.db, {
        team_id: api.team_id,
        request_id,
        webhook_id,
        attempts: number,
        status: number === 3 ? "FAILED" : "SUCCESSFUL",
        response_status: number === 3 ? 500 : 200,
        error_code: number === 4 ? "TIMEOUT" : null,
      });
      events.push(publicId("event", id));
    }
  });
  test("come newest first, through all pages and back", async () => {
    const pages = await allPages("/events?limit=3");

    expect(pages.map(numbers)).toEqual([[7, 6, 5], [4, 3, 2], [1]]);
    expect(numbers(await page(`/events?limit=3&prev=${pages[2].pagination.prev}`))).toEqual([4, 3, 2]);
    expect(numbers(await page("/events?limit=3&dir=asc"))).toEqual([1, 2, 3]);
    expect(numbers(await page(`/events?next=${events[2]}`))).toEqual([2, 1]);
  });

  test("are found by every filter", async () => {
    const [source, destination] = [connection.source.id, connection.destination.id];
    const third = (await page(`/events/${events[2]}`)) as { request_id: string; event_data_id: string };

    for (const [query, expected] of [
      [`id=${events[0]},${events[6]}`, [7, 1]],
      ["status=FAILED", [3]],
      ["status[]=FAILED&status[]=QUEUED", [3]],
      [`webhook_id=${connection.id}&limit=1`, [7]],
      [`source_id=${source}&limit=1`, [7]],
      [`destination_id=${destination}&limit=1`, [7]],
      ["source_id=src_unknown", []],
      [`request_id=${third.request_id}`, [3]],
      [`event_data_id=${third.event_data_id}`, [3]],
      ["attempts[gte]=6", [7, 6]],
      ["attempts[gt]=1&attempts[le]=4", [3, 2].toSorted((a, b) => b - a)],
      ["attempts=2", [2]],
      ["response_status=500", [3]],
      ["response_status[]=500&response_status[]=404", [3]],
      ["error_code=TIMEOUT", [4]],
      ["created_at[lt]=2020-01-01", []],
      [`created_at[gte]=${new Date(Date.now() - 3_600_000).toISOString()}&limit=1`, [7]],
      ["successful_at=", [3]],
      ["successful_at[any]=false", [3]],
      ["last_attempt_at[gte]=2020-01-01T00:00:00Z&limit=1", [7]],
      ["next_attempt_at[any]=true", []],
      ["created_at=0000-01-01", []],
    ] as const) {
      expect([query, numbers(await page(`/events?${query}`))]).toEqual([query, [...expected]]);
    }
  });

  test.each([
    ["response_status=199", "response_status must be larger than or equal to 200"],
    ["response_status=601", "response_status must be less than or equal to 600"],
    ["response_status=-200", "response_status must be larger than or equal to 200"],
    ["response_status[]=500&response_status[]=1000", "response_status[1] must be less than or equal to 600"],
    ["response_status[gte]=199", "response_status.gte must be larger than or equal to 200"],
    ["response_status[lt]=601", "response_status.lt must be less than or equal to 600"],
  ])("%s is no status that a destination can answer", async (query, message) => {
    for (const path of ["/events", "/bulk/events/retry/plan"]) {
      const asked =
        path === "/events" ? query : query.replaceAll("response_status", "query[response_status]");
      const { status, body } = await api.call("GET", `${path}?${asked}`);
      expect([path, status, body.data]).toEqual([
        path,
        422,
        [path === "/events" ? message : `query.${message}`],
      ]);
    }
  });

  test.each(["200", "600", ""])("the status %j can be asked for", async (asked) => {
    expect((await api.call("GET", `/events?response_status=${asked}`)).status).toBe(200);
    expect((await api.call("GET", "/events?response_status[contains]=50")).status).toBe(200);
  });

  test("with their data, end early rather than grow without bound", async () => {
    const source_id = internalId("source", connection.source.id) ?? "";
    const webhook_id = internalId("connection", connection.id) ?? "";
    const body = Buffer.alloc(7 * 1024 * 1024, "x");
    for (const attempts of [101, 102, 103]) {
      const request_id = await givenRequest(api.db, { team_id: api.team_id, source_id, body });
      await givenEvent(api.db, { team_id: api.team_id, request_id, webhook_id, attempts });
    }

    const pages = await allPages("/events?include=data&limit=5");

    expect(pages.map(numbers)).toEqual([
      [103, 102],
      [101, 7, 6, 5, 4],
      [3, 2, 1],
    ]);
    const back = await page(`/events?include=data&limit=5&prev=${pages[1].pagination.prev}`);
    expect(numbers(back)).toEqual([103, 102]);
    expect(pages[0].models[0].data).toMatchObject({ is_large_payload: true });
  });
});
