import { internalId, publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../../ids.ts";
import { givenApi, givenEvent, givenRequest, type GivenApi } from "../../testing/given-api.ts";
import { findEvent } from "../events/events.sql.ts";
import { readFailingSince } from "./failing-since.sql.ts";

let api: GivenApi;
let source_id: string;
let webhook_id: string;
let other_id: string;
beforeAll(async () => {
  api = await givenApi();
  const config = { url: "https://api.example.com/hooks" };
  const ids: string[] = [];
  for (const name of ["orders", "refunds"]) {
    const body = { name, source: { name: `${name}-source` }, destination: { name, config } };
    const { id, source } = (await api.call("POST", "/connections", { body })).body;
    ids.push(internalId("connection", id) ?? "");
    source_id = internalId("source", source.id) ?? "";
  }
  [webhook_id = "", other_id = ""] = ids;
});
afterAll(() => api.stop());
beforeEach(() => api.db.query("delete from events"));

type Change = Partial<Parameters<typeof givenEvent>[1]>;

const DOWN = { status: "FAILED", response_status: 503 };

/** In the order in which they were created. */
async function given(...changes: readonly Change[]): Promise<string[]> {
  const ids: string[] = [];
  for (const change of changes) {
    const request_id = await givenRequest(api.db, { team_id: api.team_id, source_id });
    ids.push(await givenEvent(api.db, { team_id: api.team_id, request_id, webhook_id, ...change }));
  }
  return ids;
}

const ask = async (id: string | undefined, key = api.key) =>
  api.call("GET", `//dashboard-api/events/${publicId("event", id ?? newId())}/failing-since`, { key });
const createdAt = async (id: string | undefined): Promise<string> =>
  (await api.call("GET", `/events/${publicId("event", id ?? newId())}`)).body.created_at;

test("counts the events that failed alike around it, since the last success", async () => {
  const ids = await given(
    DOWN,
    { status: "SUCCESSFUL", response_status: 200 },
    DOWN,
    { status: "FAILED", error_code: "TIMEOUT" },
    { ...DOWN, webhook_id: other_id },
    DOWN,
    { status: "QUEUED", attempts: 0 },
    DOWN,
    { status: "SUCCESSFUL", response_status: 200 },
    DOWN,
  );

  const first = { since: await createdAt(ids[2]), is_earlier: false, count: 3, is_more: false };
  for (const at of [2, 5, 7]) expect((await ask(ids[at])).body).toEqual(first);
  expect((await ask(ids[3])).body).toMatchObject({ since: await createdAt(ids[3]), count: 1 });
  expect((await ask(ids[9])).body).toMatchObject({ since: await createdAt(ids[9]), count: 1 });
});

test("an event that has not failed has no since, and one of another project is not found", async () => {
  const [delivered, failed] = await given({ status: "SUCCESSFUL", response_status: 200 }, DOWN);

  expect((await ask(delivered)).body).toBeNull();
  expect((await ask(failed, api.other.key)).status).toBe(404);
});

test("looks at so many events and no more, and says so", async () => {
  const ids = await given(DOWN, DOWN, DOWN, DOWN, DOWN);
  const middle = await findEvent(api.db, api.team_id, ids[2] ?? "");
  if (!middle) throw new Error("the event is gone");

  expect(await readFailingSince(api.db, middle, 1)).toEqual({
    since: await createdAt(ids[1]),
    is_earlier: true,
    count: 3,
    is_more: true,
  });
});
