/** Many requests are replayed, each once, whatever is cut off in between. */
import type { ReplayTarget } from "@posthorn/contract/replay";
import { publicId } from "@posthorn/contract/ids";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { firstIdAt, newId } from "../ids.ts";
import { type ReplayData, createReplayData } from "../pipeline/route/replay-data.ts";
import { SandboxUnavailableError } from "../sandbox/sandbox.ts";
import { type BulkOperationRow, abortBulkOperation, claimBulkOperation } from "../store/bulk-operations.ts";
import type { Database } from "../store/database.ts";
import { registerProcess } from "../store/processes.ts";
import {
  type ConfiguredConnection,
  eventually,
  givenConnection,
  startFarEnd,
  startGateway,
} from "../testing/gateway.ts";
import { miscounted } from "../testing/miscounted.ts";
import { beginBulkOperation, completedBulkOperation, readBulkOperation } from "../testing/given-bulk.ts";
import { givenManyRequests } from "../testing/given-events.ts";
import { type BulkReplayDeps, createBulkReplay } from "./bulk-replay.ts";

type Gateway = Awaited<ReturnType<typeof startGateway>>;
const TYPE = "requests.replay";

const begin = (
  db: Database,
  connection: ConfiguredConnection,
  query: Record<string, unknown> & { target: ReplayTarget } = { target: {} },
) => beginBulkOperation(db, connection, TYPE, query);

/** How often each request was replayed, in the order of the requests. */
async function replaysOf(db: Database, ids: readonly string[], operation: string): Promise<number[]> {
  const { rows } = await db.query<{ payload_id: string; count: number }>(
    `select payload_id, count(*) as count from requests where bulk_retry_id = $1 group by 1`,
    [operation],
  );
  const counts = new Map(rows.map((row) => [row.payload_id, row.count]));
  expect([...counts.keys()].filter((id) => !ids.includes(id))).toEqual([]);
  return ids.map((id) => counts.get(id) ?? 0);
}

const stopping: ReplayData = () => Promise.reject(new SandboxUnavailableError("stopping"));
const broken: ReplayData = () => Promise.reject(new Error("broken"));

const once = (ids: readonly string[]) => ids.map(() => 1);

/** Counts the statements of the pipeline with this text from now on. */
function countedStatements({ pools: { pipeline } }: Gateway): (part: string) => number {
  const { query } = pipeline;
  const texts: string[] = [];
  pipeline.query = (text, values) => {
    texts.push(text);
    return query(text, values);
  };
  return (part) => texts.filter((text) => text.includes(part)).length;
}

/** Another source of the same project. */
async function givenBeside(db: Database, connection: ConfiguredConnection, url: string) {
  const beside = await givenConnection(db, { url });
  for (const table of ["sources", "destinations", "connections"])
    await db.query(`update ${table} set team_id = $1, name = $2 where team_id = $3`, [
      connection.project,
      `beside-${beside.source}`,
      beside.project,
    ]);
  return { ...beside, project: connection.project };
}

describe("with deliveries", () => {
  let gateway: Gateway;
  let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
  let connection: ConfiguredConnection;
  beforeEach(async () => {
    gateway = await startGateway();
    farEnd = await startFarEnd();
    connection = await givenConnection(gateway.db, { url: farEnd.url });
    await gateway.reload(connection.source);
  });
  afterEach(async () => {
    farEnd.close();
    await gateway.stop();
  });

  test("each request is delivered once more as another request, and stays as it is", async () => {
    const { db } = gateway;
    const ids = [
      ...(await givenManyRequests(db, connection, 100)),
      ...(await givenManyRequests(db, connection, 20, "VERIFICATION_FAILED")),
    ];
    const tooLarge = await givenManyRequests(db, connection, 1, "PAYLOAD_TOO_LARGE");
    const before = await db.query(`select * from requests order by id`);

    const { id, last_id } = await begin(db, connection);
    const completed = await completedBulkOperation(db, id);
    await farEnd.arrivals(120);

    expect(completed).toMatchObject({ estimated_count: 120, completed_count: 120, failed_count: 0 });
    expect(completed.processed_batch).toBe(Math.ceil(120 / 50));
    expect(await replaysOf(db, ids, id)).toEqual(once(ids));
    const { rows } = await db.query(`select * from requests where id = any ($1::uuid[]) order by id`, [
      [...ids, ...tooLarge],
    ]);
    expect(rows).toEqual(before.rows);
    const { rows: made } = await db.query<{ id: string; rejection_cause: string | null }>(
      `select id, rejection_cause from requests where bulk_retry_id = $1 order by id`,
      [id],
    );
    expect(made.every((request) => request.id > last_id && request.rejection_cause === null)).toBe(true);
    const { rows: events } = await db.query(
      `select bulk_retry_id, trigger, count(*) as count from events group by 1, 2`,
    );
    expect(events).toEqual([{ bulk_retry_id: id, trigger: "INITIAL", count: 120 }]);
    expect(farEnd.received).toHaveLength(120);
    expect(await miscounted(db)).toEqual([]);
  });

  test("however many requests are replayed, routing is read again only if it has changed", async () => {
    const { db } = gateway;
    const ids = await givenManyRequests(db, connection, 120);
    await gateway.caughtUp();
    const asked = countedStatements(gateway);

    const { id } = await begin(db, connection);
    await completedBulkOperation(db, id);
    await farEnd.arrivals(120);

    expect(await replaysOf(db, ids, id)).toEqual(once(ids));
    expect(asked("as connections,")).toBe(0); // reads a source
    expect(asked("select sources.id, md5")).toBeLessThan(120 / 4); // compares versions, once for each step
  });

  test("connections of several sources get it, one request for each source", async () => {
    const { db } = gateway;
    const beside = await givenBeside(db, connection, farEnd.url);
    const ids = await givenManyRequests(db, connection, 12);
    const webhook_ids = [connection, beside].map((one) => publicId("connection", one.connection));

    const { id } = await begin(db, connection, { target: { webhook_ids } });
    const completed = await completedBulkOperation(db, id);
    await farEnd.arrivals(24);

    expect(completed).toMatchObject({ completed_count: 12, failed_count: 0 });
    expect(await replaysOf(db, ids, id)).toEqual(ids.map(() => 2));
    const { rows } = await db.query(
      `select source_id, count(*) as count from requests where bulk_retry_id = $1 group by 1 order by 1`,
      [id],
    );
    expect(rows).toEqual(
      [connection.source, beside.source].toSorted().map((source_id) => ({ source_id, count: 12 })),
    );
  });

  test("a source that is named takes them with the connections that it has then, also with none", async () => {
    const { db } = gateway;
    const beside = await givenBeside(db, connection, farEnd.url);
    await db.query(`update connections set deleted_at = now() where id = $1`, [beside.connection]);
    const ids = await givenManyRequests(db, connection, 3);

    const { id } = await begin(db, connection, { target: { source_id: publicId("source", beside.source) } });
    expect(await completedBulkOperation(db, id)).toMatchObject({ completed_count: 3, failed_count: 0 });

    expect(await replaysOf(db, ids, id)).toEqual(once(ids));
    const { rows } = await db.query(
      `select source_id, rejection_cause from requests where bulk_retry_id = $1`,
      [id],
    );
    expect(rows).toEqual(ids.map(() => ({ source_id: beside.source, rejection_cause: "NO_CONNECTION" })));
  });

  test("what has no data any more, or whose source takes nothing, is counted as failed", async () => {
    const { db } = gateway;
    const off = await givenBeside(db, connection, farEnd.url);
    await db.query(`update sources set disabled_at = now() where id = $1`, [off.source]);
    const ids = await givenManyRequests(db, connection, 3);
    await db.query(`delete from payloads where id = $1`, [ids[0]]);
    await givenManyRequests(db, off, 2);

    const { id } = await begin(db, connection);

    expect(await completedBulkOperation(db, id)).toMatchObject({
      estimated_count: 5,
      completed_count: 2,
      failed_count: 3,
    });
    expect(await replaysOf(db, ids, id)).toEqual([0, 1, 1]);
  });

  test("no more is put on its way than is sent, and an abort leaves the rest alone", async () => {
    const { db } = gateway;
    const silent = await startFarEnd(() => undefined); // never answers
    const slow = await givenBeside(db, connection, silent.url);
    const ids = await givenManyRequests(db, slow, 400);

    const { id } = await begin(db, slow);
    const full = await eventually(
      () => readBulkOperation(db, id),
      (row) => row.waiting_count >= 200,
    );
    expect(full.completed_count).toBe(200);
    expect(full.completed_at).toBeNull();

    await abortBulkOperation(db, { team_id: slow.project, types: [TYPE], id });
    const replayed = (await replaysOf(db, ids, id)).reduce((sum, count) => sum + count, 0);
    expect(replayed).toBe(200);
    expect(await readBulkOperation(db, id)).toMatchObject({ completed_at: null, completed_count: 200 });
    silent.close();
  });
});

describe("step by step", () => {
  let gateway: Gateway;
  let db: Database;
  let connection: ConfiguredConnection;
  let owner: number;
  beforeEach(async () => {
    gateway = await startGateway(undefined, { roles: ["ingest"] }); // works on no operation
    ({ db } = gateway);
    connection = await givenConnection(db, { url: "http://127.0.0.1:9" });
    owner = await registerProcess(db, newId());
  });
  afterEach(() => gateway.stop());

  async function claim(id: string): Promise<BulkOperationRow> {
    const operation = await claimBulkOperation(db, { id, owner });
    if (!operation) throw new Error("it is ours");
    return operation;
  }

  const step = (operation: BulkOperationRow, deps: Partial<BulkReplayDeps> = {}) =>
    createBulkReplay({
      db,
      owner: () => owner,
      refresh: () => Promise.resolve(),
      replayData: gateway.replayData,
      ...deps,
    })(operation, 1_000);

  test("a step that is run twice, one after the other or at once, is done once", async () => {
    const ids = await givenManyRequests(db, connection, 20);
    const { id } = await begin(db, connection);
    const operation = await claim(id);

    const first = await step(operation);
    const second = await step(operation);

    expect(first).toMatchObject({ completed: 20, failed: 0, done_until: operation.last_id });
    expect(second).toMatchObject({ completed: 0, failed: 0, done_until: operation.done_until });
    expect(await replaysOf(db, ids, id)).toEqual(once(ids));
    expect(await readBulkOperation(db, id)).toMatchObject({ completed_count: 20, processed_batch: 1 });

    await db.query(`update bulk_operations set cancelled_at = now()`);
    const other = await begin(db, connection, { id: ids.map((one) => publicId("request", one)), target: {} });
    const again = await claim(other.id);
    await Promise.all([step(again), step(again), step(again)]);

    const counts = await replaysOf(db, ids, other.id);
    expect(counts.every((count) => count <= 1)).toBe(true);
    expect(await readBulkOperation(db, other.id)).toMatchObject({
      completed_count: counts.filter((count) => count === 1).length,
    });
  });

  test.each([
    ["the answer to a commit", "after"],
    ["a transaction before its commit", "before"],
  ])("%s is lost, and all that follows does each request once", async (_what, when) => {
    const ids = await givenManyRequests(db, connection, 8);
    const { id } = await begin(db, connection);
    let transactions = 0;
    const cut = Object.assign(new Error("cut off"), { code: "ECONNRESET" });
    const through: Database = {
      ...db,
      async transaction(work) {
        const isCut = ++transactions === 4;
        const result = await db.transaction(async (tx) => {
          const done = await work(tx);
          if (isCut && when === "before") throw cut;
          return done;
        });
        if (isCut && when === "after") throw cut;
        return result;
      },
    };
    const replayData = createReplayData({ db: through, reroute: gateway.reroute });

    const interrupted = await step(await claim(id), { replayData });
    const operation = await claim(id);
    const rest = await step(operation, { replayData });

    expect(interrupted).toMatchObject({ completed: 3, done_until: ids[2] });
    expect(operation.done_until).toBe(when === "after" ? ids[3] : ids[2]);
    expect(rest.completed).toBe(when === "after" ? 4 : 5);
    expect(await replaysOf(db, ids, id)).toEqual(once(ids));
    expect(await readBulkOperation(db, id)).toMatchObject({ completed_count: 8, failed_count: 0 });
  });

  test.each([
    ["aborted", `update bulk_operations set cancelled_at = now()`],
    ["taken over", `update bulk_operations set process_id = process_id + 1`],
  ])("an operation that is %s in the middle of a step goes no further", async (_how, change) => {
    const ids = await givenManyRequests(db, connection, 5);
    const { id } = await begin(db, connection);
    const operation = await claim(id);

    const done = await step(operation, {
      async replayData(replay) {
        if (replay.payload_id === ids[2]) await db.query(change);
        return gateway.replayData(replay);
      },
    });

    expect(done).toEqual({
      done_until: ids[1],
      recordedUntil: ids[1],
      completed: 2,
      failed: 0,
      isFull: false,
    });
    expect(await replaysOf(db, ids, id)).toEqual([1, 1, 0, 0, 0]);
    expect(await readBulkOperation(db, id)).toMatchObject({ done_until: ids[1], completed_count: 2 });
  });

  test("a sandbox that stops ends a step and not the operation; what cannot be done at all is told", async () => {
    const ids = await givenManyRequests(db, connection, 3);
    const { id } = await begin(db, connection);

    const stopped = await step(await claim(id), { replayData: stopping });

    expect(stopped).toMatchObject({ completed: 0, failed: 0 });
    await expect(step(await claim(id), { replayData: broken })).rejects.toThrow("broken");
    expect(await replaysOf(db, ids, id)).toEqual([0, 0, 0]);
  });

  test("to a deduplicate rule, a replay that was cut off and done again is still the first", async () => {
    const rule = { type: "deduplicate", window: 60_000 };
    await db.query(`update connections set rules = $1`, [JSON.stringify([rule])]);
    const ids = await givenManyRequests(db, connection, 1);
    const { id } = await begin(db, connection);
    const through: Database = {
      ...db,
      transaction: (work) =>
        db.transaction(async (tx) => {
          await work(tx);
          throw Object.assign(new Error("cut off"), { code: "ECONNRESET" });
        }),
    };

    const cutOff = createReplayData({ db: through, reroute: gateway.reroute });
    await expect(step(await claim(id), { replayData: cutOff })).rejects.toThrow("cut off");
    await step(await claim(id));

    expect(await replaysOf(db, ids, id)).toEqual([1]);
    expect((await db.query(`select id from events`)).rows).toHaveLength(1);
    expect((await db.query(`select cause from ignored_events`)).rows).toEqual([]);
  });

  test("what it made itself is never replayed, also not when a clock is behind", async () => {
    const ids = await givenManyRequests(db, connection, 4);
    const { id } = await begin(db, connection);
    // As if the clock of the other process that made it were a second behind.
    const early = firstIdAt(Date.now() - 1_000);
    await db.query(`update bulk_operations set done_until = $1`, [firstIdAt(0)]);
    await db.query(
      `insert into requests (team_id, id, source_id, payload_id, accepted_by, bulk_retry_id)
       values ($1, $2, $3, $4, 0, $5)`,
      [connection.project, early, connection.source, ids[0], id],
    );

    expect((await step(await claim(id))).completed).toBe(4);
    expect(await replaysOf(db, ids, id)).toEqual([2, 1, 1, 1]);
  });
});
