import { internalId, publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../ids.ts";
import { keepPayload } from "../../store/kept-payloads.ts";
import { givenApi, givenEvent, givenRequest, type Answer, type GivenApi } from "../../testing/given-api.ts";

let api: GivenApi;
let connection: Answer["body"];
beforeAll(async () => {
  api = await givenApi();
  connection = await givenConnection("shop");
});
afterAll(() => api.stop());

async function givenConnection(name: string, rules: unknown[] = []): Promise<Answer["body"]> {
  const body = {
    name,
    source: { name },
    destination: { name, config: { url: "https://api.example.com/hooks" } },
    rules,
  };
  return (await api.call("POST", "/connections", { body })).body;
}

/** The public id of a request's payload. */
async function givenData(body = '{"n":1}', source_id: string = connection.source.id): Promise<string> {
  const request = { team_id: api.team_id, source_id: internalId("source", source_id) ?? "", body };
  return publicId("payload", await givenRequest(api.db, request));
}

async function bookmarked(change: Record<string, unknown> = {}): Promise<Answer["body"]> {
  const body = {
    event_data_id: await givenData(),
    webhook_id: connection.id,
    label: "A good one",
    ...change,
  };
  const answer = await api.call("POST", "/bookmarks", { body });
  expect(answer.status).toBe(200);
  return answer.body;
}

/** Deletes the payload, as retention does when it drops the request's day. */
async function dayIsGone(eventDataId: string): Promise<void> {
  await api.db.query("delete from payloads where id = $1", [internalId("payload", eventDataId)]);
}

async function keptCount(eventDataId: string): Promise<number> {
  const { rowCount } = await api.db.query("select 1 from kept_payloads where id = $1", [
    internalId("payload", eventDataId),
  ]);
  return rowCount;
}

describe("a bookmark", () => {
  test("has what the contract says, with its data", async () => {
    const event_data_id = await givenData('{"order":7}');

    const created = await bookmarked({ event_data_id, label: "First order", name: "first-order" });

    expect(created).toEqual({
      id: expect.stringMatching(/^bmk_[0-9A-Za-z]{22}$/),
      team_id: publicId("project", api.team_id),
      webhook_id: connection.id,
      event_data_id,
      label: "First order",
      alias: "first-order",
      data: {
        path: "/orders",
        query: "",
        parsed_query: {},
        headers: { "content-type": "application/json" },
        body: { order: 7 },
        is_large_payload: false,
      },
      last_used_at: null,
      updated_at: created.created_at,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect((await api.call("GET", `/bookmarks/${created.id}`)).body).toEqual(created);
    expect((await api.call("GET", `/bookmarks/${created.id}/raw_body`)).body).toEqual({
      body: '{"order":7}',
    });
  });

  test("keeps its data when the day it came on is gone, for the event and the request too", async () => {
    const source_id = internalId("source", connection.source.id) ?? "";
    const request_id = await givenRequest(api.db, { team_id: api.team_id, source_id });
    const event = await givenEvent(api.db, {
      team_id: api.team_id,
      request_id,
      webhook_id: internalId("connection", connection.id) ?? "",
      status: "FAILED",
    });
    const { id, event_data_id } = await bookmarked({ event_data_id: publicId("payload", request_id) });

    await dayIsGone(event_data_id);

    const read = async (path: string) => (await api.call("GET", path)).body;
    expect((await read(`/bookmarks/${id}`)).data.body).toEqual({ hello: "world" });
    expect((await read(`/bookmarks?id=${id}`)).models[0].data.body).toEqual({ hello: "world" });
    expect(await read(`/bookmarks/${id}/raw_body`)).toEqual({ body: '{"hello":"world"}' });
    expect((await read(`/events/${publicId("event", event)}`)).data.body).toEqual({ hello: "world" });
    expect((await read(`/events?id=${publicId("event", event)}&include=data`)).models[0].data.body).toEqual({
      hello: "world",
    });
    expect(await read(`/requests/${publicId("request", request_id)}`)).toMatchObject({
      original_event_data_id: event_data_id,
      data: { body: { hello: "world" } },
    });
    expect((await api.call("POST", `/events/${publicId("event", event)}/retry`)).status).toBe(200);
    expect((await bookmarked({ event_data_id, label: "Another on the same data" })).data).not.toBeNull();
  });

  test.each([
    ["label is required", { label: undefined }],
    ["label is required", { label: "  " }],
    ["webhook_id is required", { webhook_id: undefined }],
    ["event_data_id is required", { event_data_id: undefined }],
    ["colour is not allowed", { colour: "red" }],
    ["name may contain only letters, digits, hyphens and underscores", { name: "not a name" }],
  ])("is refused: %s", async (message, change) => {
    const body = { event_data_id: await givenData(), webhook_id: connection.id, label: "x", ...change };

    const answer = await api.call("POST", "/bookmarks", { body });

    expect([answer.status, answer.body.data]).toEqual([422, [message]]);
  });

  test("cannot have a label without end", async () => {
    const body = { event_data_id: await givenData(), webhook_id: connection.id, label: "x".repeat(256) };

    expect((await api.call("POST", "/bookmarks", { body })).status).toBe(422);
    expect((await api.call("POST", "/bookmarks", { body: { ...body, label: "x".repeat(255) } })).status).toBe(
      200,
    );
  });

  test("cannot be made of archived data, and nothing is left of the attempt", async () => {
    const event_data_id = await givenData();
    await dayIsGone(event_data_id);

    for (const archived of [event_data_id, publicId("payload", newId()), "nonsense"]) {
      const body = { event_data_id: archived, webhook_id: connection.id, label: "x" };
      const answer = await api.call("POST", "/bookmarks", { body });
      expect([answer.status, answer.body.code, answer.body.message]).toEqual([
        422,
        "DATA_ARCHIVED",
        "The associated data is archived",
      ]);
    }
    expect((await api.call("GET", `/bookmarks?event_data_id=${event_data_id}`)).body.count).toBe(0);
  });

  test("needs a connection that is there", async () => {
    const gone = await givenConnection("short-lived");
    await api.call("DELETE", `/connections/${gone.id}`);
    const event_data_id = await givenData();
    const made = async (webhook_id: string) =>
      (await api.call("POST", "/bookmarks", { body: { event_data_id, webhook_id, label: "x" } })).status;

    expect([await made(gone.id), await made(publicId("connection", newId())), await made("x")]).toEqual([
      410, 404, 404,
    ]);
    expect(await keptCount(event_data_id)).toBe(0);
  });

  test("is changed in part; new data is kept and old data let go", async () => {
    const created = await bookmarked({ name: "alias" });
    const other = await givenConnection("other");
    const event_data_id = await givenData('{"n":2}');

    const labelled = await api.call("PUT", `/bookmarks/${created.id}`, { body: { label: "Better" } });
    const moved = await api.call("PUT", `/bookmarks/${created.id}`, {
      body: { webhook_id: other.id, event_data_id, name: null },
    });

    expect(labelled.body).toMatchObject({ label: "Better", alias: "alias", webhook_id: connection.id });
    expect(moved.body).toMatchObject({
      label: "Better",
      alias: null,
      webhook_id: other.id,
      event_data_id,
      data: { body: { n: 2 } },
    });
    expect([await keptCount(created.event_data_id), await keptCount(event_data_id)]).toEqual([0, 1]);
    expect((await api.call("PUT", `/bookmarks/${created.id}`, { body: { label: "" } })).status).toBe(422);
  });

  test("takes its copy along when it goes, unless another needs it", async () => {
    const first = await bookmarked();
    const second = await bookmarked({ event_data_id: first.event_data_id });

    expect((await api.call("DELETE", `/bookmarks/${first.id}`)).body).toEqual({ id: first.id });
    const whileNeeded = await keptCount(first.event_data_id);
    await api.call("DELETE", `/bookmarks/${second.id}`);

    expect([whileNeeded, await keptCount(first.event_data_id)]).toEqual([1, 0]);
    expect((await api.call("GET", `/bookmarks/${first.id}`)).status).toBe(404);
    expect((await api.call("DELETE", `/bookmarks/${first.id}`)).status).toBe(404);
  });

  test("that is made while the last other one goes keeps its data", async () => {
    const first = await bookmarked();
    const key = { team_id: api.team_id, event_data_id: internalId("payload", first.event_data_id) ?? "" };
    let deleting: Promise<Answer> | undefined;

    await api.db.transaction(async (tx) => {
      await keepPayload(tx, key);
      deleting = api.call("DELETE", `/bookmarks/${first.id}`);
      await tx.query(
        `insert into bookmarks (id, team_id, webhook_id, event_data_id, label) values ($1, $2, $3, $4, 'late')`,
        [newId(), api.team_id, internalId("connection", connection.id), key.event_data_id],
      );
    });

    expect((await deleting)?.status).toBe(200);
    expect(await keptCount(first.event_data_id)).toBe(1);
  });

  test("is found by every filter, newest first", async () => {
    const one = await bookmarked({ label: "Filter me once", name: "filter-one" });
    const two = await bookmarked({ label: "Filter me twice" });
    await api.db.query("update bookmarks set last_used_at = '2026-01-14T12:00:00Z' where id = $1", [
      internalId("bookmark", two.id),
    ]);
    const found = async (query: string) =>
      (await api.call("GET", `/bookmarks?${query}`)).body.models.map(({ id }: { id: string }) => id);

    expect(await found(`id=${one.id},${two.id}`)).toEqual([two.id, one.id]);
    expect(await found(`id=${one.id},${two.id}&dir=asc&order_by=created_at`)).toEqual([one.id, two.id]);
    expect(await found("name=filter-one")).toEqual([one.id]);
    expect(await found("label[contains]=me%20twi")).toEqual([two.id]);
    expect(await found(`event_data_id=${one.event_data_id}`)).toEqual([one.id]);
    expect(await found(`webhook_id=${connection.id}&label=Filter%20me%20once`)).toEqual([one.id]);
    expect(await found("last_used_at[gte]=2026-01-14&last_used_at[lt]=2026-01-15")).toEqual([two.id]);
    expect(await found(`last_used_at[any]=false&id=${one.id},${two.id}`)).toEqual([one.id]);
  });

  test("is not there for another project, whatever is asked of it", async () => {
    const { id, event_data_id } = await bookmarked();

    for (const [method, path, body] of [
      ["GET", `/bookmarks/${id}`, undefined],
      ["GET", `/bookmarks/${id}/raw_body`, undefined],
      ["PUT", `/bookmarks/${id}`, { label: "mine" }],
      ["POST", `/bookmarks/${id}/trigger`, undefined],
      ["DELETE", `/bookmarks/${id}`, undefined],
    ] as const) {
      const { status, body: answer } = await api.call(method, path, { key: api.other.key, body });
      expect([status, answer.data]).toEqual([404, { id }]);
    }
    expect((await api.call("GET", "/bookmarks", { key: api.other.key })).body.count).toBe(0);
    expect(await keptCount(event_data_id)).toBe(1);
  });
});

const eventsAfter = (id: string) => api.call("POST", `/bookmarks/${id}/trigger`);

describe("a trigger", () => {
  test("makes a request and an event of the bookmark's data, and remembers when", async () => {
    const created = await bookmarked({ event_data_id: await givenData('{"again":true}') });
    await dayIsGone(created.event_data_id);

    const { status, body } = await eventsAfter(created.id);

    expect(status).toBe(200);
    expect(body).toEqual([
      expect.objectContaining({
        webhook_id: connection.id,
        event_data_id: created.event_data_id,
        status: "QUEUED",
        attempts: 0,
      }),
    ]);
    expect((await api.call("GET", `/events/${body[0].id}`)).body.data.body).toEqual({ again: true });
    const request = (await api.call("GET", `/requests/${body[0].request_id}`)).body;
    expect(request).toMatchObject({
      source_id: connection.source.id,
      original_event_data_id: created.event_data_id,
      rejection_cause: null,
      events_count: 1,
      data: { body: { again: true } },
    });
    expect(
      (await api.call("GET", `/requests?id=${request.id}&include=data`)).body.models[0].data.body,
    ).toEqual({
      again: true,
    });
    expect((await api.call("GET", `/requests/${request.id}/raw_body`)).body).toEqual({
      body: '{"again":true}',
    });
    const used = (await api.call("GET", `/bookmarks/${created.id}`)).body;
    expect(Date.parse(used.last_used_at)).toBeGreaterThanOrEqual(Date.parse(created.created_at));
    expect(used.updated_at).toBe(created.updated_at);
  });

  test("goes through its own connection only", async () => {
    const second = await api.call("POST", "/connections", {
      body: {
        name: "beside",
        source_id: connection.source.id,
        destination: { name: "beside", config: { url: "https://b.example.com" } },
      },
    });
    const { id } = await bookmarked({ webhook_id: second.body.id });

    expect((await eventsAfter(id)).body.map((event: Answer["body"]) => event.webhook_id)).toEqual([
      second.body.id,
    ]);
  });

  test("makes no event when the connection's filter refuses the data, and says so with an empty list", async () => {
    const picky = await givenConnection("picky", [{ type: "filter", body: { n: 2 } }]);
    const { id } = await bookmarked({ webhook_id: picky.id });

    expect((await eventsAfter(id)).body).toEqual([]);
    expect((await api.call("GET", `/bookmarks/${id}`)).body.last_used_at).not.toBeNull();
    const { models } = (await api.call("GET", `/requests?source_id=${picky.source.id}`)).body;
    expect(models).toMatchObject([{ events_count: 0, ignored_count: 1 }]);
  });

  test("holds what it makes while the connection is paused", async () => {
    const paused = await givenConnection("paused");
    await api.call("PUT", `/connections/${paused.id}/pause`);
    const { id } = await bookmarked({ webhook_id: paused.id });

    expect((await eventsAfter(id)).body).toMatchObject([{ status: "HOLD" }]);
  });

  test("needs a connection that is there and enabled", async () => {
    const stopped = await givenConnection("stopped");
    const { id } = await bookmarked({ webhook_id: stopped.id });

    await api.call("PUT", `/connections/${stopped.id}/disable`);
    const disabled = await eventsAfter(id);
    await api.call("DELETE", `/connections/${stopped.id}`);
    const deleted = await eventsAfter(id);

    expect([disabled.status, disabled.body.code, disabled.body.message]).toEqual([
      422,
      "WEBHOOK_DISABLED",
      "The connection of this bookmark is disabled",
    ]);
    expect([deleted.status, deleted.body.code, deleted.body.message]).toEqual([
      422,
      "WEBHOOK_DELETED",
      "The connection of this bookmark was deleted",
    ]);
    expect((await api.call("GET", `/bookmarks/${id}`)).body.last_used_at).toBeNull();
  });

  test("takes the target that older versions name, and nothing else", async () => {
    const { id } = await bookmarked();
    const status = async (path: string, target: string) =>
      (await api.call("POST", `${path}/bookmarks/${id}/trigger`, { body: { target } })).status;

    expect(await status("//2024-03-01", "http")).toBe(200);
    expect(await status("//2024-03-01", "ftp")).toBe(422);
    expect(await status("", "http")).toBe(422);
  });
});

test("the count is of all bookmarks of the project, not of a page", async () => {
  const count = async (key = api.key) =>
    (await api.call("GET", "//dashboard-api/bookmarks/count", { key })).body.count;
  const before = await count();

  await bookmarked();
  await bookmarked();

  expect(await count()).toBe(before + 2);
  expect((await api.call("GET", "/bookmarks?limit=1")).body.count).toBe(1);
  expect(await count(api.other.key)).toBe(0);
});
