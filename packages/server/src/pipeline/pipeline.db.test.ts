/** The path of one request through all stages, with a real database and a real destination. */
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { internalId } from "@posthorn/contract/ids";
import type { Rules } from "@posthorn/contract/rules";
import { eventIdRange } from "../ids.ts";
import {
  markConnectionPaused,
  markConnectionUnpaused,
  markConnectionsDeleted,
  markConnectionsDisabled,
} from "../store/connections.ts";
import { type Fact, countersOf } from "../store/counters.ts";
import { requeueEvent } from "../store/events.ts";
import { eventually, givenConnection, startFarEnd, startGateway } from "../testing/gateway.ts";
import { reservePort } from "../testing/reserved-port.ts";
import { givenManyEvents } from "../testing/given-events.ts";

let gateway: Awaited<ReturnType<typeof startGateway>>;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

interface EventRow {
  id: string;
  status: string;
  attempts: number;
  response_status: number | null;
  error_code: string | null;
  lease_owner: number | null;
}

async function eventsOf(project: string): Promise<EventRow[]> {
  const { rows } = await gateway.db.query<EventRow>(
    `select id, status, attempts, response_status, error_code, lease_owner from events where team_id = $1 order by id`,
    [project],
  );
  return rows;
}

async function settledEvents(project: string, count = 1): Promise<EventRow[]> {
  return eventually(
    () => eventsOf(project),
    (events) =>
      events.length >= count &&
      events.every((event) => event.lease_owner === null && event.status !== "QUEUED"),
  );
}

async function post(path: string, body: string | Buffer, headers: Record<string, string> = {}) {
  const response = await fetch(gateway.url + path, { method: "POST", body, headers });
  return {
    status: response.status,
    body: (await response.json()) as { request_id: string; message: string; status: string },
  }; // safe: our own server answers
}

test("an acknowledged request is stored byte for byte and delivered byte for byte", async () => {
  const farEnd = await startFarEnd((_, response) =>
    response.writeHead(202, { "x-answer": "yes" }).end("thanks"),
  );
  const given = await givenConnection(gateway.db, { url: `${farEnd.url}/hooks` });
  const sent = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x00, 0x22, 0x7d, 0x0a]);

  const answer = await post(`${given.path}/orders?x=1&y=%20`, sent, {
    "content-type": "text/plain",
    "x-custom": "kept",
  });
  const [delivered] = await farEnd.arrivals(1);
  const [event] = await settledEvents(given.project);

  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    status: "SUCCESS",
    message: `Request handled by Posthorn. Check your dashboard to inspect the request: http://posthorn.test/requests/${answer.body.request_id}`,
  });
  expect(delivered?.body.equals(sent)).toBe(true);
  expect(delivered).toMatchObject({
    method: "POST",
    url: "/hooks/orders?x=1&y=%20",
    headers: {
      "x-custom": "kept",
      "x-posthorn-requestid": answer.body.request_id,
      "x-posthorn-attempt-count": "1",
      "x-posthorn-attempt-trigger": "INITIAL",
      "x-posthorn-original-ip": "127.0.0.1",
    },
  });
  expect(event).toMatchObject({ status: "SUCCESSFUL", attempts: 1, response_status: 202, error_code: null });
  const requestId = internalId("request", answer.body.request_id) ?? "";
  const { rows: stored } = await gateway.db.query<{ body: Buffer; query: string; path: string }>(
    `select body, query, path from payloads where team_id = $1 and id = $2`,
    [given.project, requestId],
  );
  expect(stored[0]).toMatchObject({ query: "x=1&y=%20", path: "/orders" });
  expect(stored[0]?.body.equals(sent)).toBe(true);
  const range = eventIdRange(requestId);
  expect(event && event.id > range.above && event.id <= range.upTo).toBe(true);
  const { rows: attempts } = await gateway.db.query(
    `select attempt_number, trigger, status, response_status, requested_url, http_method, convert_from(response_body, 'utf8') as body from attempts where event_id = $1`,
    [event?.id],
  );
  expect(attempts).toEqual([
    {
      attempt_number: 1,
      trigger: "INITIAL",
      status: "SUCCESSFUL",
      response_status: 202,
      requested_url: `${farEnd.url}/hooks/orders?x=1&y=%20`,
      http_method: "POST",
      body: "thanks",
    },
  ]);
  farEnd.close();
});

test("a request without a further path is delivered to exactly the destination's URL, with its query", async () => {
  const farEnd = await startFarEnd();
  const given = await givenConnection(gateway.db, { url: `${farEnd.url}/hook` });

  await post(`${given.path}?x=1`, "{}", { "content-type": "application/json" });

  expect((await farEnd.arrivals(1)).map(({ url }) => url)).toEqual(["/hook?x=1"]);
  farEnd.close();
});

test("the signature opens with the project's secret", async () => {
  const farEnd = await startFarEnd();
  const given = await givenConnection(gateway.db, { url: farEnd.url });

  await post(given.path, '{"a":1}', { "content-type": "application/json" });
  const [delivered] = await farEnd.arrivals(1);

  const signature = String(delivered?.headers["x-posthorn-signature"]);
  expect(Buffer.from(signature, "base64")).toHaveLength(createHmac("sha256", "x").digest().length);
  expect(delivered?.headers["idempotency-key"]).toBe(delivered?.headers["x-posthorn-eventid"]);
  farEnd.close();
});

test("a request fans out to every enabled connection, and a disabled one ignores it", async () => {
  const [first, second, third] = await Promise.all([startFarEnd(), startFarEnd(), startFarEnd()]);
  const given = await givenConnection(gateway.db, { url: first.url });
  const other = await givenConnection(gateway.db, { url: second.url });
  const off = await givenConnection(gateway.db, { url: third.url });
  await gateway.db.query(`update connections set source_id = $1, team_id = $2 where id = any ($3)`, [
    given.source,
    given.project,
    [other.connection, off.connection],
  ]);
  await gateway.db.query(`update connections set disabled_at = now() where id = $1`, [off.connection]);
  await gateway.caughtUp();

  await post(given.path, "x");
  const events = await settledEvents(given.project, 2);

  expect(events.map((event) => event.status)).toEqual(["SUCCESSFUL", "SUCCESSFUL"]);
  expect(third.received).toEqual([]);
  const { rows } = await gateway.db.query<{ cause: string }>(
    `select cause from ignored_events where webhook_id = $1`,
    [off.connection],
  );
  expect(rows[0]?.cause).toBe("DISABLED");
  for (const farEnd of [first, second, third]) farEnd.close();
});

test("a destination that fails leaves the event failed, and a manual retry makes attempt 2", async () => {
  let isBroken = true;
  const farEnd = await startFarEnd((_, response) => response.writeHead(isBroken ? 503 : 200).end("sorry"));
  const given = await givenConnection(gateway.db, { url: farEnd.url });

  await post(given.path, "x");
  const [failed] = await settledEvents(given.project);
  isBroken = false;
  const isRequeued = await requeueEvent(gateway.db, {
    team_id: given.project,
    id: failed?.id ?? "",
    trigger: "MANUAL",
  });
  await farEnd.arrivals(2);
  const [retried] = await eventually(
    () => eventsOf(given.project),
    ([event]) => event?.status === "SUCCESSFUL",
  );

  expect(failed).toMatchObject({ status: "FAILED", attempts: 1, response_status: 503 });
  expect(isRequeued).toBe(true);
  expect(retried).toMatchObject({ attempts: 2, response_status: 200 });
  expect(
    farEnd.received.map(({ headers }) => [
      headers["x-posthorn-attempt-count"],
      headers["x-posthorn-attempt-trigger"],
    ]),
  ).toEqual([
    ["1", "INITIAL"],
    ["2", "MANUAL"],
  ]);
  farEnd.close();
});

test("a destination that refuses the connection is told apart from one that answers", async () => {
  const { port, release } = await reservePort();
  const given = await givenConnection(gateway.db, { url: `http://127.0.0.1:${port}` });

  await post(given.path, "x");
  const [event] = await settledEvents(given.project);

  expect(event).toMatchObject({ status: "FAILED", response_status: null, error_code: "CONNECTION_REFUSED" });
  release();
});

test("an inward address is refused before anything is dialled", async () => {
  const given = await givenConnection(gateway.db, { url: "http://169.254.169.254/latest" });

  await post(given.path, "x");
  const [event] = await settledEvents(given.project);

  expect(event).toMatchObject({ status: "FAILED", error_code: "INVALID_URL" });
});

test("an answer without end is cut at what is kept, and its status counts", async () => {
  const farEnd = await startFarEnd((_, response) => {
    const chunk = Buffer.alloc(64 * 1024, 0x61);
    const pour = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on("drain", pour);
    pour();
  });
  const given = await givenConnection(gateway.db, { url: farEnd.url });

  await post(given.path, "x");
  const [event] = await settledEvents(given.project);

  expect(event).toMatchObject({ status: "SUCCESSFUL", response_status: 200 });
  const { rows } = await gateway.db.query(
    `select length(response_body) as bytes, response_body_cut as cut from attempts where event_id = $1`,
    [event?.id],
  );
  expect(rows).toEqual([{ bytes: 131_072, cut: true }]);
  farEnd.close();
});

test("while a connection is paused its events are held, and the unpause delivers them", async () => {
  const farEnd = await startFarEnd();
  const given = await givenConnection(gateway.db, { url: farEnd.url });
  const connection = { team_id: given.project, id: given.connection };
  await markConnectionPaused(gateway.db, connection);

  const held = await eventually(
    () => post(given.path, "x").then(() => eventsOf(given.project)),
    (events) => events.some((event) => event.status === "HOLD"),
  );
  const arrivedBefore = farEnd.received.length;
  await markConnectionUnpaused(gateway.db, connection);
  await eventually(
    () => eventsOf(given.project),
    (events) => events.every((event) => event.status === "SUCCESSFUL"),
  );

  expect(held.filter((event) => event.status === "HOLD").length).toBeGreaterThan(0);
  expect(
    farEnd.received.slice(arrivedBefore).map(({ headers }) => headers["x-posthorn-attempt-trigger"]),
  ).toContain("UNPAUSE");
  farEnd.close();
});

test("disabling a connection cancels what still waits", async () => {
  const farEnd = await startFarEnd();
  const given = await givenConnection(gateway.db, { url: farEnd.url });
  await markConnectionPaused(gateway.db, { team_id: given.project, id: given.connection });
  await eventually(
    () => post(given.path, "x").then(() => eventsOf(given.project)),
    (events) => events.some((event) => event.status === "HOLD"),
  );

  await markConnectionsDisabled(gateway.db, given.project, [given.connection]);

  await eventually(
    () => eventsOf(given.project),
    (rows) => rows.every((event) => event.status !== "HOLD"),
  );
  const events = await settledEvents(given.project);
  expect(new Set(events.map((event) => `${event.status} ${event.error_code}`)).has("FAILED CANCELLED")).toBe(
    true,
  );
  expect(events.filter((event) => event.status === "HOLD")).toEqual([]);
  farEnd.close();
});

/** Waits until the connection's events have followed its state, then makes a due event, and returns its id. */
async function comesDue(given: Parameters<typeof givenManyEvents>[1], status: string): Promise<string> {
  await eventually(
    async () =>
      (
        await gateway.db.query("select from connections where id = $1 and followed_number = 1", [
          given.connection,
        ])
      ).rowCount,
    (count) => count === 1,
  );
  const [id = ""] = await givenManyEvents(gateway.db, given, 1, status);
  await gateway.db.query("update events set next_attempt_at = now() where id = $1", [id]);
  return id;
}

const statusOf = async (id: string) => {
  const { rows } = await gateway.db.query<{ told: string }>(
    "select concat_ws(' ', status, error_code) as told from events where id = $1",
    [id],
  );
  return rows[0]?.told;
};

test.each([
  ["a delayed event", "SCHEDULED"],
  ["a planned retry", "FAILED"],
  ["an event that was written on old knowledge", "QUEUED"],
])("%s that comes due during a pause is held, and delivered after it", async (_, status) => {
  const farEnd = await startFarEnd();
  const given = await givenConnection(gateway.db, { url: farEnd.url });
  const connection = { team_id: given.project, id: given.connection };
  await markConnectionPaused(gateway.db, connection);

  const id = await comesDue(given, status);
  await eventually(
    () => statusOf(id),
    (told) => told === "HOLD",
  );
  expect(farEnd.received).toEqual([]);
  await markConnectionUnpaused(gateway.db, connection);

  const [delivered] = await farEnd.arrivals(1);
  expect(delivered?.headers["x-posthorn-attempt-trigger"]).toBe("UNPAUSE");
  farEnd.close();
});

test.each([
  ["disabled", markConnectionsDisabled],
  ["deleted", markConnectionsDeleted],
])("an event that comes due after its connection was %s is cancelled", async (_, stop) => {
  const farEnd = await startFarEnd();
  const given = await givenConnection(gateway.db, { url: farEnd.url });
  await stop(gateway.db, given.project, [given.connection]);

  const id = await comesDue(given, "QUEUED");

  await eventually(
    () => statusOf(id),
    (told) => told === "FAILED CANCELLED",
  );
  expect(farEnd.received).toEqual([]);
  farEnd.close();
});

test("every minute counter adds up to what was written", async () => {
  const farEnd = await startFarEnd();
  const given = await givenConnection(gateway.db, { url: farEnd.url });

  await Promise.all(Array.from({ length: 25 }, () => post(given.path, "x")));
  await settledEvents(given.project, 25);

  const sumOf = async (fact: Fact, status: string) => {
    const { rows } = await gateway.db.query<{ count: number }>(
      `select sum(count)::int as count from ${countersOf(fact, "minute")} as counted where team_id = $1 and ${status}`,
      [given.project],
    );
    return rows[0]?.count;
  };
  expect(await sumOf("request", "rejection_cause = ''")).toBe(25);
  expect(await sumOf("event", "status = 'SUCCESSFUL'")).toBe(25);
  expect(await sumOf("event", "true")).toBe(25);
  expect(await sumOf("attempt", "status = 'SUCCESSFUL'")).toBe(25);
  farEnd.close();
});

async function withRules(given: { connection: string; source: string }, rules: Rules): Promise<void> {
  await gateway.db.query(`update connections set rules = $2 where id = $1`, [
    given.connection,
    JSON.stringify(rules),
  ]);
  await gateway.reload(given.source);
}

test("a request that a filter refuses is ignored, with the parts that did not match", async () => {
  const farEnd = await startFarEnd();
  const given = await givenConnection(gateway.db, { url: farEnd.url });
  await withRules(given, [{ type: "filter", body: { type: { $startsWith: "order." } }, path: "/in" }]);

  await post(`${given.path}/other`, '{"type":"refund"}', { "content-type": "application/json" });
  await post(`${given.path}/in`, '{"type":"order.paid"}', { "content-type": "application/json" });
  const events = await settledEvents(given.project);

  expect(events.map((event) => event.status)).toEqual(["SUCCESSFUL"]);
  expect(farEnd.received.map(({ url }) => url)).toEqual(["/in"]);
  const { rows } = await eventually(
    () =>
      gateway.db.query(`select cause, meta from ignored_events where webhook_id = $1`, [given.connection]),
    (ignored) => ignored.rows.length > 0,
  );
  expect(rows).toEqual([{ cause: "FILTERED", meta: ["body", "path"] }]);
  farEnd.close();
});

test("what was changed is in force for the next request, once the process has caught up", async () => {
  const farEnd = await startFarEnd();
  const given = await givenConnection(gateway.db, { url: farEnd.url });
  const paths = Array.from({ length: 20 }, (_, number) => `/change-${number}`);

  for (const path of paths) {
    const rules: Rules = [{ type: "filter", path }];
    await gateway.db.query(`update connections set rules = $2 where id = $1`, [
      given.connection,
      JSON.stringify(rules),
    ]);
    await gateway.caughtUp();
    await post(`${given.path}${path}`, "x");
  }
  await settledEvents(given.project, paths.length);

  expect(farEnd.received.map(({ url }) => url).toSorted()).toEqual(paths.toSorted());
  farEnd.close();
});

test("a delayed event waits for its time, then its first attempt is made", async () => {
  const farEnd = await startFarEnd();
  const given = await givenConnection(gateway.db, { url: farEnd.url });
  await withRules(given, [{ type: "delay", delay: 1_500 }]);

  await post(given.path, "x");
  const [waiting] = await eventually(
    () => eventsOf(given.project),
    (events) => events.length > 0,
  );
  const [delivered] = await farEnd.arrivals(1);

  expect(waiting).toMatchObject({ status: "SCHEDULED", attempts: 0 });
  expect(delivered?.headers).toMatchObject({
    "x-posthorn-attempt-count": "1",
    "x-posthorn-attempt-trigger": "INITIAL",
  });
  farEnd.close();
});

test("a retry rule tries again until it succeeds, and tells the destination", async () => {
  let failures = 2;
  const farEnd = await startFarEnd((_, response) => response.writeHead(failures-- > 0 ? 500 : 200).end());
  const given = await givenConnection(gateway.db, { url: farEnd.url });
  await withRules(given, [
    { type: "retry", strategy: "linear", interval: 0, count: 2, response_status_codes: ["500-599"] },
  ]);

  await post(given.path, "x");
  await farEnd.arrivals(3);
  const [event] = await eventually(
    () => eventsOf(given.project),
    ([settled]) => settled?.status === "SUCCESSFUL",
  );

  expect(event).toMatchObject({ attempts: 3, response_status: 200 });
  expect(
    farEnd.received.map(({ headers }) => [
      headers["x-posthorn-attempt-trigger"],
      headers["x-posthorn-will-retry-after"],
    ]),
  ).toEqual([
    ["INITIAL", "0"],
    ["AUTOMATIC", "0"],
    ["AUTOMATIC", undefined],
  ]);
  farEnd.close();
});

test.each([
  { rule: "none", intervalMs: null, retryAfter: "0", wait: null },
  { rule: "none", intervalMs: null, retryAfter: "3600", wait: null },
  { rule: "every hour", intervalMs: 3_600_000, retryAfter: "0", wait: 3_600 },
  { rule: "every minute", intervalMs: 60_000, retryAfter: "3600", wait: 3_600 },
  { rule: "every minute", intervalMs: 60_000, retryAfter: "99999999", wait: 604_000 },
])("rule: $rule, Retry-After: $retryAfter, next attempt after: $wait s", async (story) => {
  const { intervalMs: interval, retryAfter, wait } = story;
  const farEnd = await startFarEnd((_, response) =>
    response.writeHead(503, { "retry-after": retryAfter }).end(),
  );
  const given = await givenConnection(gateway.db, { url: farEnd.url });
  if (interval !== null)
    await withRules(given, [
      { type: "retry", strategy: "linear", interval, count: 5, response_status_codes: null },
    ]);

  await post(given.path, "x");
  const [event] = await eventually(
    () => eventsOf(given.project),
    ([settled]) => settled?.status === "FAILED",
  );
  const { rows } = await gateway.db.query<{ wait: number | null; trigger: string }>(
    `select extract(epoch from next_attempt_at - updated_at)::int as wait, trigger from events where id = $1`,
    [event?.id],
  );

  if (wait === null) expect(rows[0]?.wait).toBeNull();
  else expect(rows[0]?.wait).toBeGreaterThanOrEqual(wait - 10);
  expect(rows[0]?.trigger).toBe(wait === null ? "INITIAL" : "AUTOMATIC");
  farEnd.close();
});
