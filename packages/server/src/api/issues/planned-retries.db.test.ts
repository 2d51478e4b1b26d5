import { internalId, publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../../ids.ts";
import type { IssueKey } from "../../store/issues.ts";
import { givenApi, givenEvent, givenRequest, type GivenApi } from "../../testing/given-api.ts";
import { moveAllNews } from "../../workers/counting.ts";
import { openIssues } from "../../workers/issue-opening.ts";
import { readPlannedRetries } from "./planned-retries.sql.ts";

const QUIET = { debug() {}, info() {}, warn() {}, error() {} };

let api: GivenApi;
let source_id: string;
let webhook_id: string;
beforeAll(async () => {
  api = await givenApi();
  const config = { url: "https://api.example.com/hooks" };
  const body = { name: "orders", source: { name: "shop" }, destination: { name: "orders", config } };
  const { id, source } = (await api.call("POST", "/connections", { body })).body;
  webhook_id = internalId("connection", id) ?? "";
  source_id = internalId("source", source.id) ?? "";
});
afterAll(() => api.stop());
beforeEach(() => api.db.query("delete from attempts; delete from events"));

/** An event whose attempts ended with these statuses, and that is due so many seconds from now. */
async function givenTried(responses: readonly number[], dueSeconds: number | null): Promise<void> {
  const { team_id, db } = api;
  const request_id = await givenRequest(db, { team_id, source_id });
  const attempts = responses.length;
  const id = await givenEvent(db, { team_id, request_id, webhook_id, attempts, status: "FAILED" });
  await db.query("update events set next_attempt_at = now() + $2 * interval '1 second' where id = $1", [
    id,
    dueSeconds,
  ]);
  for (const [at, response] of responses.entries())
    await db.query(
      `insert into attempts (team_id, event_id, webhook_id, attempt_number, trigger, status, response_status, created_at)
       values ($1, $2, $3, $4, 'INITIAL', 'FAILED', $5, now())`,
      [team_id, id, webhook_id, at + 1, response],
    );
}

async function issueOf(response_status: number): Promise<string> {
  await moveAllNews(api.db);
  await openIssues(api.db, QUIET);
  const keys = `aggregation_keys[response_status]=${response_status}`;
  return (await api.call("GET", `/issues?${keys}`)).body.models[0].id;
}

const ask = async (id: string, key = api.key) =>
  api.call("GET", `//dashboard-api/issues/${id}/planned-retries`, { key });

test("counts the events of the issue that wait, and knows the first of them", async () => {
  await givenTried([503], 7200);
  await givenTried([404, 503], 3600);
  await givenTried([503], null);
  await givenTried([404], 60);

  const { status, body } = await ask(await issueOf(503));

  expect([status, body]).toEqual([
    200,
    { count: 2, is_more: false, next_attempt_at: expect.stringMatching(/^\d{4}-.*Z$/) },
  ]);
  const inMinutes = (Date.parse(body.next_attempt_at) - Date.now()) / 60_000;
  expect(inMinutes).toBeGreaterThan(30);
  expect(inMinutes).toBeLessThan(90);
});

test("an issue of which nothing waits has no next attempt", async () => {
  await givenTried([503], null);

  const { body } = await ask(await issueOf(503));

  expect(body).toEqual({ count: 0, is_more: false, next_attempt_at: null });
});

test("a look that ends early says so, and still knows the first", async () => {
  const dues = [40, 20, 30];
  for (const due of dues) await givenTried([503], due);
  const issue: IssueKey = { team_id: api.team_id, type: "delivery", subject_id: webhook_id, key: "503" };

  const cut = await readPlannedRetries(api.db, issue, 2);
  const whole = await readPlannedRetries(api.db, issue);

  expect(cut).toEqual({ count: 2, is_more: true, next_attempt_at: whole.next_attempt_at });
  expect(whole).toMatchObject({ count: 3, is_more: false });
});

test("only deliveries are attempted again", async () => {
  await givenTried([503], 60);
  const issue: IssueKey = { team_id: api.team_id, type: "request", subject_id: webhook_id, key: "503" };

  expect(await readPlannedRetries(api.db, issue)).toMatchObject({ count: 0 });
});

test("an unknown issue, and one of another project, are not found", async () => {
  await givenTried([503], 60);
  const id = await issueOf(503);

  expect((await ask(publicId("issue", newId()))).status).toBe(404);
  expect((await ask(id, api.other.key)).status).toBe(404);
});
