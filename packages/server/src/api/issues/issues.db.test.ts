/** What the endpoints of issues and triggers answer, and what belongs to an issue. */
import { internalId, publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../ids.ts";
import { moveAllNews } from "../../workers/counting.ts";
import { openIssues } from "../../workers/issue-opening.ts";
import { givenApi, givenEvent, givenRequest, type Answer, type GivenApi } from "../../testing/given-api.ts";

const QUIET = { debug() {}, info() {}, warn() {}, error() {} };

let api: GivenApi;
beforeAll(async () => {
  api = await givenApi();
});
afterAll(() => api.stop());

const get = async (path: string) => (await api.call("GET", path)).body;

async function givenConnection(name: string): Promise<Answer["body"]> {
  const destination = { name, config: { url: "https://api.example.com/hooks" } };
  return (await api.call("POST", "/connections", { body: { name, source: { name }, destination } })).body;
}

interface Tried {
  /** What each of its attempts ended with. */
  responses: readonly (number | "TIMEOUT")[];
}

/** An event of the connection, with these attempts. */
async function givenTried(connection: Answer["body"], { responses }: Tried): Promise<string> {
  const { team_id, db } = api;
  const source_id = internalId("source", connection.source.id) ?? "";
  const webhook_id = internalId("connection", connection.id) ?? "";
  const request_id = await givenRequest(db, { team_id, source_id });
  const last = responses.at(-1);
  const isOk = last === 200;
  const id = await givenEvent(db, {
    team_id,
    request_id,
    webhook_id,
    attempts: responses.length,
    status: isOk ? "SUCCESSFUL" : "FAILED",
    ...(typeof last === "number" ? { response_status: last } : { error_code: "TIMEOUT" }),
  });
  for (const [at, response] of responses.entries())
    await db.query(
      `insert into attempts (team_id, event_id, webhook_id, attempt_number, trigger, status, response_status, error_code,
         created_at, is_final)
       values ($1, $2, $3, $4, 'INITIAL', $5, $6, $7, now(), false)`,
      [
        team_id,
        id,
        webhook_id,
        at + 1,
        response === 200 ? "SUCCESSFUL" : "FAILED",
        typeof response === "number" ? response : null,
        response === "TIMEOUT" ? "TIMEOUT" : null,
      ],
    );
  return publicId("event", id);
}

async function look(): Promise<void> {
  await moveAllNews(api.db);
  await openIssues(api.db, QUIET);
}

/** The issue of the connection with this key. */
async function issueOf(
  connection: Answer["body"],
  key: { response_status: number } | { error_code: string },
) {
  const [[name, value] = []] = Object.entries(key);
  const { models } = await get(
    `/issues?aggregation_keys[webhook_id]=${connection.id}&aggregation_keys[${name}]=${value}`,
  );
  return models[0];
}

const idsOf = (body: Answer["body"]): string[] => body.models.map(({ id }: { id: string }) => id);

describe("an issue of deliveries", () => {
  test("shows its keys, an example, and who changed it", async () => {
    const orders = await givenConnection("orders");
    const event = await givenTried(orders, { responses: [503] });
    await look();

    const issue = await issueOf(orders, { response_status: 503 });

    expect(issue).toMatchObject({
      id: expect.stringMatching(/^iss_/),
      type: "delivery",
      status: "OPENED",
      aggregation_keys: { webhook_id: [orders.id], response_status: [503], error_code: [] },
      reference: { event_id: event },
      data: { trigger_event: { id: event }, trigger_attempt: { event_id: event, response_status: 503 } },
      issue_trigger_id: expect.stringMatching(/^it_/),
      dismissed_at: null,
      merged_with: null,
    });
    expect(await get(`/issues/${issue.id}`)).toEqual(issue);
  });

  test.each([
    ["PUT", "ACKNOWLEDGED"],
    ["PATCH", "RESOLVED"],
    ["PUT", "IGNORED"],
  ])("is changed with %s, and counted by its status: %s", async (method, status) => {
    const connection = await givenConnection(`changed-${status}`);
    await givenTried(connection, { responses: [500] });
    await look();
    const { id } = await issueOf(connection, { response_status: 500 });
    const keys = `aggregation_keys[webhook_id]=${connection.id}`;

    const { body } = await api.call(method, `/issues/${id}`, { body: { status } });

    expect(body).toMatchObject({ id, status });
    expect(body).not.toHaveProperty("data");
    expect(await get(`/issues/count?${keys}&status=${status}`)).toEqual({ count: 1 });
    expect(await get(`/issues/count?${keys}&status=OPENED`)).toEqual({ count: 0 });
  });

  test("is dismissed once, and opens again by hand only", async () => {
    const connection = await givenConnection("dismissed");
    await givenTried(connection, { responses: [500] });
    await look();
    const { id } = await issueOf(connection, { response_status: 500 });

    const { body: dismissed } = await api.call("DELETE", `/issues/${id}`);
    const { body: again } = await api.call("DELETE", `/issues/${id}`);
    await givenTried(connection, { responses: [500] });
    await look();
    const recurred = await get(`/issues/${id}`);
    const { body: reopened } = await api.call("PUT", `/issues/${id}`, { body: { status: "OPENED" } });

    expect(dismissed).toMatchObject({ status: "IGNORED", dismissed_at: expect.any(String) });
    expect(again.dismissed_at).toBe(dismissed.dismissed_at);
    expect(recurred).toMatchObject({ status: "IGNORED", dismissed_at: dismissed.dismissed_at });
    expect(reopened).toMatchObject({ status: "OPENED", dismissed_at: null });
  });

  test("has the events that failed in its way once, also if they arrived later", async () => {
    const connection = await givenConnection("several");
    const failed = await givenTried(connection, { responses: [503, 503] });
    const later = await givenTried(connection, { responses: [503, 200] });
    const timedOut = await givenTried(connection, { responses: ["TIMEOUT", 503] });
    await givenTried(connection, { responses: [200] });
    await givenTried(connection, { responses: ["TIMEOUT"] });
    await look();
    const unavailable = await issueOf(connection, { response_status: 503 });
    const slow = await issueOf(connection, { error_code: "TIMEOUT" });
    const range = `date_range[start]=${hoursFromNow(-1)}&date_range[end]=${hoursFromNow(1)}`;

    const listed = await get(`/events?issue_id=${unavailable.id}`);
    const stillFailed = await get(`/events?issue_id=${unavailable.id}&status=FAILED`);
    const byIssue = await get(
      `/metrics/events-by-issue?${range}&measures[]=count&dimensions[]=issue_id&filters[issue_id]=${unavailable.id},${slow.id}`,
    );
    const all = await get(`/metrics/events?${range}&measures[]=count&filters[issue_ids]=${unavailable.id}`);
    const { body: plan } = await api.call(
      "GET",
      `/bulk/events/retry/plan?query[issue_id]=${unavailable.id}&query[status]=FAILED`,
    );

    expect(idsOf(listed)).toEqual([timedOut, later, failed]);
    expect(idsOf(stillFailed)).toEqual([timedOut, failed]);
    expect(countsOf(byIssue)).toEqual({ [unavailable.id]: 3, [slow.id]: 2 });
    expect(all.data).toMatchObject([{ metrics: { count: 3 } }]);
    expect(plan.estimated_count).toBe(2);
  });
});

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

function countsOf({ data }: Answer["body"]): Record<string, number> {
  return Object.fromEntries(
    data.map(({ dimensions, metrics }: { dimensions: { issue_id: string }; metrics: { count: number } }) => [
      dimensions.issue_id,
      metrics.count,
    ]),
  );
}

test("an issue of a transformation has the executions of its level, and what they dropped", async () => {
  const { team_id, db } = api;
  const connection = await givenConnection("transformed");
  const { body: transformation } = await api.call("POST", "/transformations", {
    body: { name: "tidy", code: "1" },
  });
  const transformation_id = internalId("transformation", transformation.id) ?? "";
  const webhook_id = internalId("connection", connection.id) ?? "";
  const runs: Record<string, string> = {};
  for (const level of ["info", "warn", "fatal"]) {
    const request_id = await givenRequest(db, {
      team_id,
      source_id: internalId("source", connection.source.id) ?? "",
    });
    const id = newId();
    runs[level] = publicId("execution", id);
    await db.query(
      `insert into transformation_executions (team_id, id, transformation_id, webhook_id, original_event_data_id, log_level, logs)
       values ($1, $2, $3, $4, $5, $6, '[]')`,
      [team_id, id, transformation_id, webhook_id, request_id, level],
    );
    if (level === "fatal")
      await db.query(
        "insert into ignored_events (team_id, request_id, webhook_id, cause, meta) values ($1, $2, $3, 'TRANSFORMATION_FAILED', $4)",
        [team_id, request_id, webhook_id, JSON.stringify({ transformation_id })],
      );
  }
  await look();

  const { models } = await get(
    `/issues?type=transformation&aggregation_keys[transformation_id]=${transformation.id}`,
  );
  const ofLevel = (level: string) =>
    models.find((issue: Answer["body"]) => issue.aggregation_keys.log_level[0] === level);
  const executions = `/transformations/${transformation.id}/executions`;
  const range = `date_range[start]=${hoursFromNow(-1)}&date_range[end]=${hoursFromNow(1)}`;
  const ignored = (issue: string) =>
    get(`/bulk/ignored-events/retry/plan?query[issue_id]=${issue}&query[cause]=TRANSFORMATION_FAILED`);

  expect(models).toHaveLength(2);
  expect(ofLevel("fatal")).toMatchObject({
    reference: { transformation_execution_id: runs["fatal"] },
    data: { transformation_execution: { id: runs["fatal"], issue_id: ofLevel("fatal").id } },
  });
  expect(idsOf(await get(`${executions}?issue_id=${ofLevel("warn").id}`))).toEqual([runs["warn"]]);
  expect((await get(`${executions}/${runs["info"]}`)).issue_id).toBeNull();
  expect(
    countsOf(
      await get(
        `/metrics/transformations?${range}&measures[]=count&dimensions[]=issue_id&filters[transformation_id]=${transformation.id}`,
      ),
    ),
  ).toEqual({ "": 1, [ofLevel("warn").id]: 1, [ofLevel("fatal").id]: 1 });
  expect((await ignored(ofLevel("fatal").id)).estimated_count).toBe(1);
  expect((await ignored(ofLevel("warn").id)).estimated_count).toBe(0);
});

const openOf = (id: string) => get(`//dashboard-api/open-issues?concerns=${id}`);
const change = (id: string, status: string) => api.call("PUT", `/issues/${id}`, { body: { status } });

describe("what concerns one thing", () => {
  test("an event has the issues in whose way an attempt of it failed, and no other event has them", async () => {
    const connection = await givenConnection("events-know");
    const failed = await givenTried(connection, { responses: [503] });
    const arrivedLater = await givenTried(connection, { responses: ["TIMEOUT", 503, 200] });
    const arrived = await givenTried(connection, { responses: [200] });
    const otherwise = await givenTried(await givenConnection("events-know-not"), { responses: [503] });
    await look();
    const unavailable = await issueOf(connection, { response_status: 503 });
    const slow = await issueOf(connection, { error_code: "TIMEOUT" });

    expect(await openOf(failed)).toMatchObject({
      first: { id: unavailable.id, status: "OPENED", opened_at: unavailable.opened_at },
      name: "events-know",
      count: 1,
    });
    expect((await openOf(arrivedLater)).count).toBe(2);
    expect(await openOf(arrived)).toBeNull();
    expect((await openOf(otherwise)).first.id).not.toBe(unavailable.id);
    for (const event of [failed, arrivedLater, arrived, otherwise])
      for (const { id } of [unavailable, slow]) {
        const isListed = idsOf(await get(`/events?issue_id=${id}`)).includes(event);
        expect(idsOf(await get(`/issues?concerns=${event}`)).includes(id)).toBe(isListed);
      }
  });

  test("a destination has the issues of its own and of the connections that lead to it", async () => {
    const orders = await givenConnection("leads-there");
    const { body: second } = await api.call("POST", "/connections", {
      body: { name: "second", source: { name: "second" }, destination_id: orders.destination.id },
    });
    await givenTried(orders, { responses: [500] });
    await givenTried(second, { responses: [404] });
    await look();
    const ofOrders = await issueOf(orders, { response_status: 500 });
    const ofSecond = await issueOf(second, { response_status: 404 });

    expect(new Set(idsOf(await get(`/issues?concerns=${orders.destination.id}`)))).toEqual(
      new Set([ofOrders.id, ofSecond.id]),
    );
    expect(await get(`/issues/count?concerns=${orders.id}`)).toEqual({ count: 1 });
    expect((await openOf(second.id)).first.id).toBe(ofSecond.id);

    await api.call("DELETE", `/connections/${second.id}`);
    expect((await openOf(orders.destination.id)).count).toBe(1);
  });

  test("an issue that nobody looks at comes first, and one that is over is not open", async () => {
    const connection = await givenConnection("in-order");
    const event = await givenTried(connection, { responses: [500, 404, 403] });
    await look();
    const [first, second, third] = await Promise.all(
      [500, 404, 403].map((response_status) => issueOf(connection, { response_status })),
    );

    await change(first.id, "ACKNOWLEDGED");
    await change(second.id, "IGNORED");
    expect(await openOf(connection.id)).toMatchObject({ first: { id: third.id }, count: 2 });
    await change(third.id, "RESOLVED");
    expect(await openOf(connection.id)).toMatchObject({
      first: { id: first.id, status: "ACKNOWLEDGED" },
      count: 1,
    });
    await change(first.id, "RESOLVED");
    expect(await openOf(connection.id)).toBeNull();
    expect(await openOf(event)).toBeNull();
  });

  test("a transformation's issue brings the line that its title has, and a source has its rejections", async () => {
    const { team_id, db } = api;
    const connection = await givenConnection("runs-and-rejects");
    const { body: transformation } = await api.call("POST", "/transformations", {
      body: { name: "normalise", code: "1" },
    });
    const source_id = internalId("source", connection.source.id) ?? "";
    const request_id = await givenRequest(db, { team_id, source_id });
    await db.query(
      `insert into transformation_executions (team_id, id, transformation_id, webhook_id, original_event_data_id, log_level, logs)
       values ($1, $2, $3, $4, $5, 'fatal', '[{"type": "error", "message": "sku is undefined"}]')`,
      [
        team_id,
        newId(),
        internalId("transformation", transformation.id),
        internalId("connection", connection.id),
        request_id,
      ],
    );
    await api.call("POST", "/issue-triggers", {
      body: { type: "request", channels: null, configs: { sources: [connection.source.id], per_minute: 1 } },
    });
    await givenRequest(db, { team_id, source_id, rejection_cause: "VERIFICATION_FAILED" });
    await look();

    expect(await openOf(transformation.id)).toMatchObject({
      first: {
        type: "transformation",
        data: { transformation_execution: { logs: [{ message: "sku is undefined" }] } },
      },
      name: "normalise",
      count: 1,
    });
    expect(await openOf(connection.source.id)).toMatchObject({
      first: { type: "request", aggregation_keys: { rejection_cause: ["VERIFICATION_FAILED"] } },
      name: "runs-and-rejects",
      count: 1,
    });
  });

  test.each(["nonsense", "evt_0", "iss_1", ""])("%j has none", async (id) => {
    expect(await openOf(id)).toBeNull();
    expect(await get(`/issues/count?concerns=${id}`)).toEqual({ count: 0 });
  });
});

const attach = (channels: object) =>
  api.call("POST", "//dashboard-api/issue-triggers/attach-channels", { body: { channels } });
const create = (body: object) => api.call("POST", "/issue-triggers", { body });

describe("a trigger", () => {
  test("has defaults, is changed in parts, disabled, enabled and deleted", async () => {
    const { body: trigger } = await create({ type: "backpressure", channels: { email: {} }, name: "slow" });

    expect(trigger).toMatchObject({
      type: "backpressure",
      configs: { delay: 600_000, destinations: "*" },
      channels: { email: {} },
      disabled_at: null,
    });
    const at = `/issue-triggers/${trigger.id}`;
    const { body: changed } = await api.call("PUT", at, { body: { configs: { delay: 60_000 } } });
    expect(changed.configs).toEqual({ delay: 60_000, destinations: "*" });
    expect((await api.call("PUT", `${at}/disable`)).body.disabled_at).toEqual(expect.any(String));
    expect(idsOf(await get("/issue-triggers?disabled_at[any]=true"))).toContain(trigger.id);
    expect((await api.call("PUT", `${at}/enable`)).body.disabled_at).toBeNull();
    expect((await api.call("DELETE", at)).body).toEqual({ id: trigger.id });
    expect((await api.call("GET", at)).status).toBe(404);
  });

  test("is found by its name, and its name is taken once", async () => {
    const body = { type: "delivery", channels: null, name: "named", configs: { connections: ["web_1"] } };
    const { body: created } = await api.call("PUT", "/issue-triggers", { body });
    const { body: same } = await api.call("PUT", "/issue-triggers", {
      body: { ...body, channels: { email: {} } },
    });
    const taken = await create({ type: "delivery", channels: null, name: "named" });

    expect(same).toMatchObject({ id: created.id, channels: { email: {} }, configs: created.configs });
    expect(taken.status).toBe(409);
    expect((await get("//dashboard-api/name-is-used?kind=issue_trigger&name=named")).used).toBe(true);
    expect((await get("//dashboard-api/name-is-used?kind=issue_trigger&name=other")).used).toBe(false);
  });

  test.each([
    [
      "a delay below a minute",
      { type: "backpressure", configs: { delay: 59_999 } },
      "Delay must be at least 1 minute",
    ],
    [
      "a delay above a day",
      { type: "backpressure", configs: { delay: 86_400_001 } },
      "Delay must be at most 1 day",
    ],
    [
      "configurations of another type",
      { type: "delivery", configs: { delay: 60_000 } },
      "configs.delay is not allowed",
    ],
    ["no scope", { type: "delivery", configs: { connections: "  " } }, "configs.connections is required"],
    [
      "an unknown level",
      { type: "transformation", configs: { log_level: "info" } },
      "configs.log_level must be one of [warn, error, fatal]",
    ],
  ])("is refused with %s", async (_what, body, message) => {
    const { status, body: answer } = await create({ channels: null, ...body });

    expect([status, answer.data]).toEqual([422, [message]]);
  });

  test("gets channels with all others", async () => {
    const { body: trigger } = await create({ type: "delivery", channels: { email: {} } });

    await attach({ pagerduty: {} });

    expect((await get(`/issue-triggers/${trigger.id}`)).channels).toEqual({ email: {}, pagerduty: {} });
  });

  test("keeps the channel that a person has chosen for it, when all others get one", async () => {
    const own = { slack: { channel_name: "#checkout" } };
    const { body: chosen } = await create({ type: "delivery", channels: own });
    const { body: silent } = await create({ type: "delivery", channels: null });
    const before = await get("/issue-triggers?limit=250");

    const attached = await attach({ slack: { channel_name: "#all" } });

    expect(attached.body.count).toBe(before.models.length - 1);
    expect(await get(`/issue-triggers/${chosen.id}`)).toMatchObject({
      channels: own,
      updated_at: chosen.updated_at,
    });
    expect((await get(`/issue-triggers/${silent.id}`)).channels).toEqual({ slack: { channel_name: "#all" } });
    expect((await attach({ slack: { channel_name: "#all" } })).body.count).toBe(0);
  });
});

test("a new project is told of deliveries, transformations and backpressure by mail", async () => {
  const { rows } = await api.db.query<{ type: string; channels: object }>(
    "select type, channels from issue_triggers where team_id = $1 order by id",
    [api.other.team_id],
  );

  expect(rows).toEqual(
    ["delivery", "transformation", "backpressure"].map((type) => ({ type, channels: { email: {} } })),
  );
});
