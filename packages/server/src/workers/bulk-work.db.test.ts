import type { ServerResponse } from "node:http";
import { publicId } from "@posthorn/contract/ids";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { planBulkOperation } from "../bulk/plan.ts";
import { progressOf } from "../bulk/progress.ts";
import { newId } from "../ids.ts";
import { createLog } from "../log.ts";
import { READY_LIMITS } from "../pipeline/schedule/ready-queue.ts";
import { firstShare } from "../pipeline/schedule/share.ts";
import {
  abortBulkOperation,
  claimBulkOperation,
  findOpenBulkOperations,
  insertBulkOperation,
} from "../store/bulk-operations.ts";
import type { Database } from "../store/database.ts";
import { SandboxUnavailableError } from "../sandbox/sandbox.ts";
import { deregisterProcess, registerProcess } from "../store/processes.ts";
import { type FreshDatabase, freshDatabase } from "../testing/fresh-database.ts";
import {
  type ConfiguredConnection,
  eventually,
  givenConnection,
  startFarEnd,
  startGateway,
} from "../testing/gateway.ts";
import { beginBulkOperation, completedBulkOperation, readBulkOperation } from "../testing/given-bulk.ts";
import {
  givenArchivedEvents,
  givenManyEvents,
  givenManyIgnored,
  givenManyRequests,
} from "../testing/given-events.ts";
import { createBulkEvaluation } from "./bulk-evaluation.ts";
import { createBulkWork } from "./bulk-work.ts";
import type { Loop } from "./repeat.ts";

const notAsked = () => Promise.reject(new Error("no request is evaluated here"));

async function countBy(db: Database, columns: string): Promise<Record<string, number>> {
  const { rows } = await db.query<{ key: string; count: number }>(
    `select concat_ws(' ', ${columns}) as key, count(*) as count from events group by 1`,
  );
  return Object.fromEntries(rows.map((row) => [row.key, row.count]));
}

describe("with deliveries", () => {
  let gateway: Awaited<ReturnType<typeof startGateway>>;
  beforeEach(async () => {
    gateway = await startGateway();
  });
  afterEach(() => gateway.stop());

  test("a bulk retry delivers thousands of events, each once", async () => {
    const farEnd = await startFarEnd();
    const connection = await givenConnection(gateway.db, { url: farEnd.url });
    await gateway.reload(connection.source);
    const ids = await givenManyEvents(gateway.db, connection, 3_000);

    const { id, estimated_count, estimated_batch } = await beginBulkOperation(
      gateway.db,
      connection,
      "events.retry",
    );
    const completed = await completedBulkOperation(gateway.db, id);
    await farEnd.arrivals(ids.length);
    await eventually(
      () => countBy(gateway.db, "status, attempts"),
      (counts) => counts["SUCCESSFUL 2"] === ids.length,
    );

    expect([estimated_count, estimated_batch]).toEqual([3_000, 30]);
    expect(completed).toMatchObject({ completed_count: 3_000, failed_count: 0, waiting_count: 0 });
    expect(progressOf(completed)).toBe(1);
    const sent = farEnd.received.map(({ headers }) => headers["x-posthorn-eventid"]);
    expect(new Set(sent)).toEqual(new Set(ids.map((event) => publicId("event", event))));
    expect(sent).toHaveLength(ids.length);
    expect(new Set(farEnd.received.map(({ headers }) => headers["x-posthorn-attempt-trigger"]))).toEqual(
      new Set(["BULK_RETRY"]),
    );
    const { rows } = await gateway.db.query(
      `select trigger, bulk_retry_id, count(*) as count from attempts group by 1, 2`,
    );
    expect(rows).toEqual([{ trigger: "BULK_RETRY", bulk_retry_id: id, count: 3_000 }]);
    farEnd.close();
  });

  test("events whose automatic retry is planned are delivered now, each once", async () => {
    const farEnd = await startFarEnd();
    const connection = await givenConnection(gateway.db, { url: farEnd.url });
    await gateway.reload(connection.source);
    const ids = await givenManyEvents(gateway.db, connection, 40);
    await gateway.db.query("update events set next_attempt_at = now() + interval '1 hour', retries = 1");

    const { id, estimated_count } = await beginBulkOperation(gateway.db, connection, "events.retry", {
      status: "FAILED",
    });
    const completed = await completedBulkOperation(gateway.db, id);

    expect([estimated_count, completed.completed_count]).toEqual([ids.length, ids.length]);
    expect(farEnd.received).toHaveLength(ids.length);
    expect(await countBy(gateway.db, "status, attempts, next_attempt_at is null")).toEqual({
      "SUCCESSFUL 2 t": ids.length,
    });
    farEnd.close();
  });

  test("archived events are left out of a bulk retry and of its estimate; what comes after them is delivered", async () => {
    const farEnd = await startFarEnd();
    const connection = await givenConnection(gateway.db, { url: farEnd.url });
    await gateway.reload(connection.source);
    await givenArchivedEvents(gateway.db, connection, 250);
    const recent = await givenManyEvents(gateway.db, connection, 5);

    const { id } = await beginBulkOperation(gateway.db, connection, "events.retry");
    const completed = await completedBulkOperation(gateway.db, id);

    expect(completed).toMatchObject({ estimated_count: 5, completed_count: 5, failed_count: 0 });
    const sent = farEnd.received.map(({ headers }) => headers["x-posthorn-eventid"]);
    expect(new Set(sent)).toEqual(new Set(recent.map((event) => publicId("event", event))));
    expect(await countBy(gateway.db, "status, attempts, lease_owner")).toEqual({
      "FAILED 1": 250,
      "SUCCESSFUL 2": 5,
    });
    farEnd.close();
  });

  test("events that were archived before the retention was raised are counted as failed, and stay as they are", async () => {
    const farEnd = await startFarEnd();
    const connection = await givenConnection(gateway.db, { url: farEnd.url });
    await gateway.reload(connection.source);
    await givenArchivedEvents(gateway.db, connection, 3);
    await givenManyEvents(gateway.db, connection, 2);
    await gateway.db.query("update projects set retention_days = 90");

    const { id } = await beginBulkOperation(gateway.db, connection, "events.retry");
    const completed = await completedBulkOperation(gateway.db, id);

    expect(completed).toMatchObject({ estimated_count: 5, completed_count: 2, failed_count: 3 });
    expect(await countBy(gateway.db, "status, attempts, lease_owner")).toEqual({
      "FAILED 1": 3,
      "SUCCESSFUL 2": 2,
    });
    farEnd.close();
  });

  test("an event that is archived after it was queued ends, and so does its bulk retry", async () => {
    const farEnd = await startFarEnd();
    const connection = await givenConnection(gateway.db, { url: farEnd.url });
    await gateway.reload(connection.source);
    const archived = await givenArchivedEvents(gateway.db, connection, 3);
    await givenManyEvents(gateway.db, connection, 2);

    const { id } = await beginBulkOperation(gateway.db, connection, "events.retry");
    await gateway.db.query(
      `update events set status = 'QUEUED', trigger = 'BULK_RETRY', bulk_retry_id = $2, next_attempt_at = now()
       where id = any ($1::uuid[])`,
      [archived, id],
    );
    const completed = await completedBulkOperation(gateway.db, id);

    expect(completed).toMatchObject({ completed_count: 2, waiting_count: 0 });
    expect(await countBy(gateway.db, "status, attempts, error_code")).toEqual({
      "FAILED 2 PAYLOAD_MISSING": 3,
      "SUCCESSFUL 2": 2,
    });
    farEnd.close();
  });

  test("an automatic retry that follows is not the bulk operation's", async () => {
    let answers = 0;
    const farEnd = await startFarEnd((_, response) => {
      response.statusCode = ++answers === 1 ? 500 : 200;
      response.end();
    });
    const connection = await givenConnection(gateway.db, { url: farEnd.url });
    await gateway.db.query(`update connections set rules = $1`, [
      JSON.stringify([{ type: "retry", strategy: "linear", interval: 1_000, count: 1 }]),
    ]);
    await gateway.reload(connection.source);
    await givenManyEvents(gateway.db, connection, 1);

    const { id } = await beginBulkOperation(gateway.db, connection, "events.retry");
    await eventually(
      () => countBy(gateway.db, "status, attempts"),
      (counts) => counts["SUCCESSFUL 3"] === 1,
    );

    const { rows } = await gateway.db.query(
      `select trigger, bulk_retry_id from attempts order by attempt_number`,
    );
    expect(rows).toEqual([
      { trigger: "BULK_RETRY", bulk_retry_id: id },
      { trigger: "AUTOMATIC", bulk_retry_id: null },
    ]);
    farEnd.close();
  });

  test("a cancel that says completed has cancelled every event, also of a destination that is retried all the time", async () => {
    const farEnd = await startFarEnd((_, response) => {
      response.statusCode = 500;
      response.end();
    });
    const connection = await givenConnection(gateway.db, { url: farEnd.url });
    await gateway.db.query(`update connections set rules = $1`, [
      JSON.stringify([{ type: "retry", strategy: "linear", interval: 1_000, count: 50 }]),
    ]);
    await gateway.reload(connection.source);
    const ids = await givenManyEvents(gateway.db, connection, 1_500, "QUEUED");
    await gateway.db.query("update events set next_attempt_at = now()");
    await farEnd.arrivals(ids.length);

    const { id, estimated_count } = await beginBulkOperation(gateway.db, connection, "events.cancel");
    const completed = await completedBulkOperation(gateway.db, id);
    const left = await eventually(
      () => countBy(gateway.db, "lease_owner is not null, next_attempt_at is not null"),
      (counts) => counts["t f"] === undefined, // what was on the wire has been recorded
    );

    expect(estimated_count).toBe(ids.length);
    expect(completed).toMatchObject({ completed_count: ids.length, failed_count: 0 });
    expect(left).toEqual({ "f f": ids.length });
    farEnd.close();
  });

  test("an abort takes back what waits in memory, and leaves alone what is on the wire", async () => {
    const unanswered: ServerResponse[] = [];
    const farEnd = await startFarEnd((_, response) => unanswered.push(response));
    const connection = await givenConnection(gateway.db, { url: farEnd.url });
    await gateway.reload(connection.source);
    await givenManyEvents(gateway.db, connection, 150);
    const operation = await beginBulkOperation(gateway.db, connection, "events.retry");
    // As many as a new destination gets at the same time; the others are leased and wait for their turn.
    const { most } = firstShare(READY_LIMITS.sendingPerDestination);
    const begun = (await farEnd.arrivals(most)).length;
    await eventually(
      () => countBy(gateway.db, "lease_owner is not null"),
      (counts) => counts["t"] === 150,
    );

    const aborted = await abortBulkOperation(gateway.db, {
      team_id: connection.project,
      types: ["events.retry"],
      id: operation.id,
    });

    expect(aborted).toMatchObject({ completed_count: 0, waiting_count: 150 });
    expect(aborted?.cancelled_at).not.toBeNull();
    const counts = await eventually(
      () => countBy(gateway.db, "status, error_code, lease_owner is not null, attempts"),
      (found) => found["FAILED BULK_RETRY_CANCELLED f 1"] === 150 - begun,
    );
    expect(counts["FAILED BULK_RETRY_CANCELLED t 2"]).toBe(begun);
    expect(farEnd.received).toHaveLength(begun);

    // What is on the wire counts apart, until it has ended.
    const read = () => readBulkOperation(gateway.db, operation.id);
    const inFlight = await eventually(read, (row) => row.waiting_count === begun);
    expect(inFlight).toMatchObject({ completed_count: 0, delivered_count: null });
    for (const [index, response] of unanswered.entries()) {
      response.statusCode = index === 0 ? 500 : 200;
      response.end();
    }
    const counted = await eventually(read, (row) => row.delivered_count !== null);
    expect(counted).toMatchObject({
      completed_count: begun,
      delivered_count: begun - 1,
      failed_again_count: 1,
      waiting_count: 0,
    });
    farEnd.close();
  });

  test("a bulk retry that is completed knows how many events were delivered, and how many failed again", async () => {
    let answers = 0;
    const farEnd = await startFarEnd((_, response) => {
      response.statusCode = ++answers <= 12 ? 500 : 200;
      response.end();
    });
    const connection = await givenConnection(gateway.db, { url: farEnd.url });
    await gateway.reload(connection.source);
    await givenManyEvents(gateway.db, connection, 27);

    const { id } = await beginBulkOperation(gateway.db, connection, "events.retry");
    const counted = await eventually(
      () => readBulkOperation(gateway.db, id),
      (row) => row.delivered_count !== null,
    );

    expect(counted).toMatchObject({ completed_count: 27, delivered_count: 15, failed_again_count: 12 });
    expect(counted.completed_at).not.toBeNull();
    farEnd.close();
  });
});

describe("evaluating requests once more", () => {
  let gateway: Awaited<ReturnType<typeof startGateway>>;
  let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
  let connection: ConfiguredConnection;
  beforeEach(async () => {
    gateway = await startGateway();
    farEnd = await startFarEnd();
    connection = await givenConnection(gateway.db, { url: farEnd.url, methods: ["POST"] });
  });
  afterEach(async () => {
    farEnd.close();
    await gateway.stop();
  });

  const ignored = async () =>
    (
      await gateway.db.query<{ request_id: string }>(`select request_id from ignored_events order by 1`)
    ).rows.map((row) => row.request_id);
  const filter = { type: "filter", path: "/wanted" };

  test("ignored events whose rules pass now are delivered, and the others stay ignored", async () => {
    const ids = await givenManyIgnored(gateway.db, connection, 120);
    await gateway.db.query(`update payloads set path = '/wanted' where id <> $1`, [ids[60]]);
    await gateway.db.query(`update connections set rules = $1`, [JSON.stringify([filter])]);
    const other = await givenManyIgnored(gateway.db, connection, 1, "DISABLED");

    const { id } = await beginBulkOperation(gateway.db, connection, "ignored_events.retry", {
      cause: "FILTERED",
    });
    const completed = await completedBulkOperation(gateway.db, id);
    await farEnd.arrivals(119);

    expect(completed).toMatchObject({ estimated_count: 120, completed_count: 119, failed_count: 1 });
    expect(await ignored()).toEqual([ids[60], ...other]);
    const { rows } = await gateway.db.query(
      `select bulk_retry_id, count(*) as count from events group by 1
       union all select bulk_retry_id, count(*) from requests where retried_at is not null group by 1`,
    );
    expect(rows).toEqual([
      { bulk_retry_id: id, count: 119 },
      { bulk_retry_id: id, count: 120 },
    ]);
  });

  test("rejected requests that the source takes in now are accepted and delivered", async () => {
    const ids = await givenManyRequests(gateway.db, connection, 3, "UNSUPPORTED_HTTP_METHOD");
    await gateway.db.query(`update payloads set method = 'PATCH' where id = $1`, [ids[1]]);
    await givenManyRequests(gateway.db, connection, 1, "PAYLOAD_TOO_LARGE");

    const { id } = await beginBulkOperation(gateway.db, connection, "requests.retry", {});
    const completed = await completedBulkOperation(gateway.db, id);
    await farEnd.arrivals(2);

    expect(completed).toMatchObject({ estimated_count: 3, completed_count: 2, failed_count: 1 });
    const { rows } = await gateway.db.query(
      `select rejection_cause, bulk_retry_id from requests order by requests.id`,
    );
    expect(rows).toEqual([
      { rejection_cause: null, bulk_retry_id: id },
      { rejection_cause: "UNSUPPORTED_HTTP_METHOD", bulk_retry_id: id },
      { rejection_cause: null, bulk_retry_id: id },
      { rejection_cause: "PAYLOAD_TOO_LARGE", bulk_retry_id: null },
    ]);
  });

  test("connections made after a request came are not asked", async () => {
    await givenManyRequests(gateway.db, connection, 1, "VERIFICATION_FAILED");
    const late = await givenConnection(gateway.db, { url: farEnd.url });
    await gateway.db.query(
      `update connections set source_id = $1, team_id = $2, name = 'late' where id = $3`,
      [connection.source, connection.project, late.connection],
    );
    await gateway.db.query(`update connections set deleted_at = now() where id = $1`, [
      connection.connection,
    ]);

    const { id } = await beginBulkOperation(gateway.db, connection, "requests.retry", {});

    expect(await completedBulkOperation(gateway.db, id)).toMatchObject({
      completed_count: 1,
      failed_count: 0,
    });
    expect(await countBy(gateway.db, "status")).toEqual({});
  });

  test.each([
    ["aborted", `update bulk_operations set cancelled_at = now()`],
    ["taken over", `update bulk_operations set process_id = process_id + 1`],
  ])("an operation that is %s in the middle of a step goes no further", async (_how, change) => {
    const ids = await givenManyIgnored(gateway.db, connection, 5);
    await gateway.reload(connection.source);
    const { id } = await beginBulkOperation(gateway.db, connection, "ignored_events.retry");
    await gateway.db.query(`update bulk_operations set process_id = 4711, completed_at = now()`); // not the gateway's
    await gateway.db.query(
      `insert into processes (id, unfinished_from) overriding system value values (4711, $1)`,
      [newId()],
    );
    await gateway.db.query(`update bulk_operations set completed_at = null`);
    const operation = await claimBulkOperation(gateway.db, { id, owner: 4711 });
    if (!operation) throw new Error("it is ours");
    const evaluateNext = createBulkEvaluation({
      db: gateway.db,
      owner: () => 4711,
      refresh: () => Promise.resolve(),
      async retryRequest(request, ...rest) {
        if (request.id === ids[2]) await gateway.db.query(change);
        return gateway.retryRequest(request, ...rest);
      },
    });

    const done = await evaluateNext(operation, 1_000);

    expect(done).toEqual({ done_until: ids[1], completed: 2, failed: 0, isFull: false });
    expect(await ignored()).toEqual(ids.slice(2));
    expect(await countBy(gateway.db, "bulk_retry_id")).toEqual({ [id]: 2 });
  });

  test.each([
    ["the sandbox of a process that stops", 0, new SandboxUnavailableError("stopping"), 0],
    ["a database that is away", 2, Object.assign(new Error("away"), { code: "ECONNREFUSED" }), 2],
  ])("%s ends a step and not the operation", async (_what, at, error, completed) => {
    const ids = await givenManyIgnored(gateway.db, connection, 4);
    await gateway.reload(connection.source);
    const owner = await registerProcess(gateway.db, newId());
    const plan = await planBulkOperation(gateway.db, {
      type: "ignored_events.retry",
      team_id: connection.project,
      query: {},
    });
    const { rows } = await gateway.db.query<{ id: string }>(
      `insert into bulk_operations (id, team_id, number, type, query, filters, last_id, done_until, estimated_count, estimated_batch, process_id)
       values ($1, $2, 1, 'ignored_events.retry', '{}', '{}', $3, $4, 4, 1, $5) returning id`,
      [newId(), connection.project, plan.last_id, plan.done_until, owner],
    );
    const operation = await claimBulkOperation(gateway.db, { id: rows[0]?.id ?? "", owner });
    if (!operation) throw new Error("it is ours");
    const evaluateNext = createBulkEvaluation({
      db: gateway.db,
      owner: () => owner,
      refresh: () => Promise.resolve(),
      async retryRequest(request, ...rest) {
        if (request.id === ids[at]) throw error;
        return gateway.retryRequest(request, ...rest);
      },
    });

    const done = await evaluateNext(operation, 1_000);

    expect(done).toMatchObject({ done_until: ids[at - 1] ?? plan.done_until, completed, failed: 0 });
    expect(await ignored()).toEqual(ids.slice(at));
  });

  test("what is past retention is counted as failed", async () => {
    const ids = await givenManyIgnored(gateway.db, connection, 2);
    await gateway.db.query(`delete from payloads where id = $1`, [ids[0]]);

    const { id } = await beginBulkOperation(gateway.db, connection, "ignored_events.retry");

    expect(await completedBulkOperation(gateway.db, id)).toMatchObject({
      completed_count: 1,
      failed_count: 1,
    });
    expect(await ignored()).toEqual([ids[0]]);
  });
});

describe("step by step", () => {
  let database: FreshDatabase;
  let db: Database;
  let connection: ConfiguredConnection;
  let loops: Loop[] = [];
  const logged: string[] = [];
  const log = createLog((line) => logged.push(line));
  beforeEach(async () => {
    logged.length = 0;
    database = await freshDatabase();
    ({ db } = database);
    connection = await givenConnection(db, { url: "http://127.0.0.1:9" });
  });
  afterEach(async () => {
    await Promise.all(loops.map((loop) => loop.stop()));
    loops = [];
    await database.drop();
  });

  function work(owner: number, through: Database = db): void {
    const loop = createBulkWork({
      db: through,
      log,
      owner: () => owner,
      evaluateNext: notAsked,
      replayNext: notAsked,
    });
    loops.push(loop);
    loop.start();
  }

  /** As if workers had sent everything that is due. */
  const sendAll = () =>
    db.query(`update events set status = 'SUCCESSFUL', next_attempt_at = null where status = 'QUEUED'`);

  test("what was made after the operation is left alone", async () => {
    await givenManyEvents(db, connection, 3, "HOLD");
    const { id } = await beginBulkOperation(db, connection, "events.cancel");
    await givenManyEvents(db, connection, 2, "HOLD");

    work(await registerProcess(db, newId()));

    expect(await completedBulkOperation(db, id)).toMatchObject({
      completed_count: 3,
      failed_count: 0,
      processed_batch: 1,
    });
    expect(await countBy(db, "status")).toEqual({ CANCELLED: 3, HOLD: 2 });
  });

  test("events of a disabled or deleted connection are neither counted nor retried", async () => {
    for (const change of ["disabled_at", "deleted_at"]) {
      const stopped = await givenConnection(db, { url: "http://127.0.0.1:9" });
      await db.query(`update connections set team_id = $1 where id = $2`, [
        connection.project,
        stopped.connection,
      ]);
      await givenManyEvents(
        db,
        { ...stopped, project: connection.project },
        2,
        change === "disabled_at" ? "FAILED" : "SUCCESSFUL",
      );
      await db.query(`update connections set ${change} = now() where id = $1`, [stopped.connection]);
    }
    await givenManyEvents(db, connection, 3, "CANCELLED");
    const { id, estimated_count } = await beginBulkOperation(db, connection, "events.retry");

    work(await registerProcess(db, newId()));
    await eventually(
      () => countBy(db, "status, trigger"),
      (counts) => counts["QUEUED BULK_RETRY"] === 3,
    );
    await sendAll();

    expect(estimated_count).toBe(3);
    expect(await completedBulkOperation(db, id)).toMatchObject({ completed_count: 3, failed_count: 0 });
    expect(await countBy(db, "status, trigger")).toEqual({
      "FAILED INITIAL": 2,
      "SUCCESSFUL INITIAL": 2,
      "SUCCESSFUL BULK_RETRY": 3,
    });
  });

  test("only the project and the events that the query means are touched", async () => {
    const foreign = await givenConnection(db, { url: "http://127.0.0.1:9" });
    await givenManyEvents(db, foreign, 2, "HOLD");
    await givenManyEvents(db, connection, 2, "SCHEDULED");
    await givenManyEvents(db, connection, 2, "HOLD");
    const { id } = await beginBulkOperation(db, connection, "events.cancel", { status: "HOLD" });

    work(await registerProcess(db, newId()));

    expect((await completedBulkOperation(db, id)).completed_count).toBe(2);
    expect(await countBy(db, "status")).toEqual({ HOLD: 2, SCHEDULED: 2, CANCELLED: 2 });
  });

  test("no more is put on its way than is sent, and an abort gives back the rest", async () => {
    await givenManyEvents(db, connection, 200, "FAILED");
    await givenManyEvents(db, connection, 300, "SUCCESSFUL");
    const { id } = await beginBulkOperation(db, connection, "events.retry");
    work(await registerProcess(db, newId()));

    const full = await eventually(
      () => readBulkOperation(db, id),
      (row) => row.waiting_count >= 200,
    );
    expect([full.completed_count, full.waiting_count]).toEqual([200, 200]);
    expect(progressOf(full)).toBe(0);

    await db.query(
      `update events set status = 'FAILED', next_attempt_at = null, error_code = 'TIMEOUT'
       where id in (select id from events where status = 'QUEUED' order by id limit 100)`,
    );
    const further = await eventually(
      () => readBulkOperation(db, id),
      (row) => row.completed_count === 300 && row.waiting_count === 200,
    );
    expect(progressOf(further)).toBeCloseTo(100 / 500);

    const aborted = await abortBulkOperation(db, {
      team_id: connection.project,
      types: ["events.retry"],
      id,
    });

    expect(await countBy(db, "status, error_code, trigger, next_attempt_at is null")).toEqual({
      "FAILED TIMEOUT BULK_RETRY t": 100,
      "FAILED BULK_RETRY_CANCELLED BULK_RETRY t": 100,
      "SUCCESSFUL BULK_RETRY_CANCELLED BULK_RETRY t": 100,
      "SUCCESSFUL INITIAL t": 200,
    });
    expect(aborted).toMatchObject({ completed_at: null, completed_count: 100, waiting_count: 0 });
    expect(await findOpenBulkOperations(db, { owner: 1, limit: 10 })).toEqual([]);
  });

  test("is in progress until everything that it put on its way was sent", async () => {
    await givenManyEvents(db, connection, 10);
    const { id } = await beginBulkOperation(db, connection, "events.retry");
    work(await registerProcess(db, newId()));

    const waiting = await eventually(
      () => readBulkOperation(db, id),
      (row) => row.completed_count === 10,
    );
    expect([waiting.completed_at, waiting.done_until]).toEqual([null, waiting.last_id]);
    await sendAll();

    await completedBulkOperation(db, id);
  });

  test("one process at a time works on it; a dead one's is continued where it stood", async () => {
    const ids = await givenManyEvents(db, connection, 600, "HOLD");
    const { id } = await beginBulkOperation(db, connection, "events.cancel");
    const [dead, heir] = [await registerProcess(db, newId()), await registerProcess(db, newId())];
    expect((await claimBulkOperation(db, { id, owner: dead }))?.id).toBe(id);
    await db.query(`update bulk_operations set done_until = $2, completed_count = 400 where id = $1`, [
      id,
      ids[399],
    ]);

    expect(await findOpenBulkOperations(db, { owner: heir, limit: 10 })).toEqual([]);
    expect(await claimBulkOperation(db, { id, owner: heir })).toBeNull();
    expect(await findOpenBulkOperations(db, { owner: dead, limit: 10 })).toEqual([
      { id, type: "events.cancel" },
    ]);
    await deregisterProcess(db, dead);
    work(heir);

    expect(await completedBulkOperation(db, id)).toMatchObject({ completed_count: 600 });
    const { rows } = await db.query(`select id from events where status = 'CANCELLED' order by id`);
    expect(rows.map((row) => (row as { id: string }).id)).toEqual(ids.slice(400));
  });

  test("an operation of a process that is being taken over is free, however long that takes", async () => {
    await givenManyEvents(db, connection, 3, "HOLD");
    const { id } = await beginBulkOperation(db, connection, "events.cancel");
    const [dead, heir] = [await registerProcess(db, newId()), await registerProcess(db, newId())];
    await claimBulkOperation(db, { id, owner: dead });

    await db.query("update processes set take_over_stage = 'CLAIMED' where id = $1", [dead]);
    work(heir);

    expect(await completedBulkOperation(db, id)).toMatchObject({ completed_count: 3 });
  });

  test.each([
    ["events.cancel", "HOLD"],
    ["events.retry", "FAILED"],
  ] as const)("%s comes back to an event that was locked when it looked", async (type, status) => {
    const ids = await givenManyEvents(db, connection, 3, status);
    const [locked, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = db.transaction(async (tx) => {
      await tx.query("select from events where id = $1 for update", [ids[1]]);
      locked.resolve();
      await letGo.promise;
    });
    await locked.promise;
    const { id } = await beginBulkOperation(db, connection, type);
    work(await registerProcess(db, newId()));
    const meanwhile = await eventually(
      () => readBulkOperation(db, id),
      (operation) => operation.completed_count > 0,
    );

    letGo.resolve();
    await holding;

    expect(meanwhile).toMatchObject({ completed_count: 1, completed_at: null, done_until: ids[0] });
    const after = await eventually(
      () => readBulkOperation(db, id),
      (operation) => operation.completed_count === 3,
    );
    expect(after.failed_count).toBe(0);
    const { rowCount: left } = await db.query("select from events where status = $1", [status]);
    expect(left).toBe(0);
  });

  test("an event that ends by itself while a cancel waits for it counts as neither cancelled nor failed", async () => {
    const ids = await givenManyEvents(db, connection, 3, "HOLD");
    const [locked, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const delivering = db.transaction(async (tx) => {
      await tx.query("update events set status = 'SUCCESSFUL' where id = $1", [ids[1]]);
      locked.resolve();
      await letGo.promise;
    });
    await locked.promise;
    const { id } = await beginBulkOperation(db, connection, "events.cancel");
    work(await registerProcess(db, newId()));
    await eventually(
      () => readBulkOperation(db, id),
      (operation) => operation.completed_count > 0,
    );

    letGo.resolve();
    await delivering;

    expect(await completedBulkOperation(db, id)).toMatchObject({ completed_count: 2, failed_count: 0 });
    expect(await countBy(db, "status")).toEqual({ CANCELLED: 2, SUCCESSFUL: 1 });
  });

  test("two processes that are both free to take it do every event once", async () => {
    await givenManyEvents(db, connection, 1_500, "HOLD");
    const { id } = await beginBulkOperation(db, connection, "events.cancel");

    for (let worker = 0; worker < 3; worker++) work(await registerProcess(db, newId()));

    expect(await completedBulkOperation(db, id)).toMatchObject({ completed_count: 1_500, failed_count: 0 });
    expect(await countBy(db, "status")).toEqual({ CANCELLED: 1_500 });
  });

  /** The database, but some statements fail. */
  function failing(isBad: (text: string, values: readonly unknown[]) => Error | null): Database {
    return {
      ...db,
      transaction: (inner) =>
        db.transaction((tx) =>
          inner({
            query(text, values = []) {
              const error = isBad(text, values);
              if (error) throw error;
              return tx.query(text, values);
            },
          }),
        ),
    };
  }

  test("a step that is cut off has not happened", async () => {
    await givenManyEvents(db, connection, 300, "HOLD");
    const { id } = await beginBulkOperation(db, connection, "events.cancel");
    let cuts = 0;
    const through = failing((text) => {
      const isRecord = text.includes("set done_until");
      return isRecord && cuts++ === 0 ? Object.assign(new Error("cut off"), { code: "ECONNRESET" }) : null;
    });

    work(await registerProcess(db, newId()), through);

    expect(await completedBulkOperation(db, id)).toMatchObject({ completed_count: 300, processed_batch: 3 });
    expect(cuts).toBeGreaterThan(1);
    expect(await countBy(db, "status")).toEqual({ CANCELLED: 300 });
  });

  test("a step that takes too long is tried again with fewer rows", async () => {
    await givenManyEvents(db, connection, 300, "HOLD");
    const { id } = await beginBulkOperation(db, connection, "events.cancel");
    const through = failing((text, values) =>
      text.includes("offset $4") && Number(values[3]) >= 100
        ? Object.assign(new Error("canceling statement due to statement timeout"), { code: "57014" })
        : null,
    );

    work(await registerProcess(db, newId()), through);

    const { processed_batch, completed_count } = await completedBulkOperation(db, id);
    expect(completed_count).toBe(300);
    expect(processed_batch).toBeGreaterThan(3);
    expect(logged.join("\n")).toContain("bulk_operation.slow");
  });

  test("one that cannot be done at all has failed, and the others go on", async () => {
    await givenManyEvents(db, connection, 1, "HOLD");
    const broken = await beginBulkOperation(db, connection, "events.cancel", { status: "HOLD" });
    await db.query(`update bulk_operations set query = '{"no_such_filter": 1}' where id = $1`, [broken.id]);
    const sound = await beginBulkOperation(db, connection, "events.cancel");

    work(await registerProcess(db, newId()));

    await completedBulkOperation(db, sound.id);
    const failed = await eventually(
      () => readBulkOperation(db, broken.id),
      (row) => row.failed_at !== null,
    );
    expect(failed).toMatchObject({ completed_at: null, cancelled_at: null, completed_count: 0 });
    expect(logged.join("\n")).toContain("bulk_operation.failed");
  });

  test("a count that takes too long is guessed, and the run does not need it", async () => {
    await givenManyEvents(db, connection, 20, "HOLD");
    await db.query("analyze events");
    const slow = {
      ...db,
      transaction: () => Promise.reject(Object.assign(new Error("too slow"), { code: "57014" })),
    };
    const plan = await planBulkOperation(slow, {
      type: "events.cancel",
      team_id: connection.project,
      query: {},
    });
    expect(plan.estimated_count).toBeGreaterThan(0);
    const row = await insertBulkOperation(db, {
      team_id: connection.project,
      type: "events.cancel",
      query: {},
      filters: {},
      startedBy: { user_id: null, api_key_id: null },
      ...plan,
    });

    work(await registerProcess(db, newId()));

    expect(await completedBulkOperation(db, row?.id ?? "")).toMatchObject({ completed_count: 20 });
    const nobody = await planBulkOperation(slow, { type: "events.cancel", team_id: newId(), query: {} });
    expect(nobody.estimated_count).toBe(0);
  });
});
