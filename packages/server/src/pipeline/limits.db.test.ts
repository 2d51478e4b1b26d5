/**
 * Do limits hold at the far end for first attempts, retries, an unpause, two nodes and a restart?
 *
 * The tests compare the arrivals with the slots since the limit began to count. Load makes arrivals later, never
 * earlier, so no machine is too slow for these tests.
 */
import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../ids.ts";
import { markConnectionPaused, markConnectionUnpaused } from "../store/connections.ts";
import { requeueEvent } from "../store/events.ts";
import { freshDatabase } from "../testing/fresh-database.ts";
import {
  type ConfiguredConnection,
  eventually,
  givenConnection,
  startFarEnd,
  startGateway,
} from "../testing/gateway.ts";
import { paceOf } from "./schedule/limiter.ts";

type Gateway = Awaited<ReturnType<typeof startGateway>>;
let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

async function startTimedFarEnd() {
  const times: number[] = [];
  const farEnd = await startFarEnd((_, response) => {
    times.push(performance.now());
    response.end("ok");
  });
  return { ...farEnd, times };
}

async function limit(
  to: Gateway,
  given: ConfiguredConnection,
  rate_limit: number,
  rate_limit_period = "second",
) {
  await to.db.query(`update destinations set config = config || $2 where id = $1`, [
    given.destination,
    JSON.stringify({ rate_limit, rate_limit_period }),
  ]);
  await to.reload(given.source);
}

async function post(to: Gateway, given: ConfiguredConnection, count: number): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, (_, at) =>
      fetch(to.url + given.path, { method: "POST", body: `${at}` }).then((response) => response.text()),
    ),
  );
}

async function events(
  project: string,
): Promise<{ id: string; status: string; lease_owner: number | null }[]> {
  const { rows } = await gateway.db.query<{ id: string; status: string; lease_owner: number | null }>(
    `select id, status, lease_owner from events where team_id = $1 order by id`,
    [project],
  );
  return rows;
}

/** A paused connection with events that wait in the database. */
async function givenBacklog(given: ConfiguredConnection, count: number): Promise<void> {
  await markConnectionPaused(gateway.db, { team_id: given.project, id: given.connection });
  await gateway.reload(given.source);
  await post(gateway, given, count);
  await eventually(
    () => events(given.project),
    (rows) => rows.filter((row) => row.status === "HOLD").length >= count,
  );
}

async function unpause(given: ConfiguredConnection): Promise<void> {
  await markConnectionUnpaused(gateway.db, { team_id: given.project, id: given.connection });
}

/** The k-th delivery never comes before the k-th slot. */
function expectPaced(times: readonly number[], sinceMs: number, perSecond: number): void {
  const pace = paceOf(perSecond, 1_000);
  for (const [at, time] of times.toSorted((a, b) => a - b).entries())
    expect(time - sinceMs).toBeGreaterThanOrEqual(at * pace.intervalMs - pace.toleranceMs - 1);
}

test("an unpause lets go of everything held, one event per slot", async () => {
  const farEnd = await startTimedFarEnd();
  const given = await givenConnection(gateway.db, { url: farEnd.url });
  await limit(gateway, given, 20);
  await givenBacklog(given, 40);

  const sinceMs = performance.now();
  await unpause(given);
  await farEnd.arrivals(40);

  expectPaced(farEnd.times, sinceMs, 20);
  farEnd.close();
});

test("new events wait for their slots like all others", async () => {
  const farEnd = await startTimedFarEnd();
  const given = await givenConnection(gateway.db, { url: farEnd.url });
  await limit(gateway, given, 20);

  const sinceMs = performance.now();
  await post(gateway, given, 30);
  await farEnd.arrivals(30);

  expectPaced(farEnd.times, sinceMs, 20);
  farEnd.close();
});

test("many retries at once pass the same limiter", async () => {
  const farEnd = await startTimedFarEnd();
  const given = await givenConnection(gateway.db, { url: farEnd.url });
  await post(gateway, given, 20);
  const sent = await eventually(
    () => events(given.project),
    (rows) => rows.filter((row) => row.status === "SUCCESSFUL").length === 20,
  );
  await limit(gateway, given, 20);

  const sinceMs = performance.now();
  await Promise.all(
    sent.map(({ id }) => requeueEvent(gateway.db, { team_id: given.project, id, trigger: "MANUAL" })),
  );
  await farEnd.arrivals(40);

  expectPaced(farEnd.times.slice(20), sinceMs, 20);
  farEnd.close();
});

test("no more requests are open at the far end than the limit says, and not fewer", async () => {
  const open: ServerResponse[] = [];
  const most = { open: 0 };
  /** Answers once as many requests are open as allowed, after a moment in which the test would see one too many. */
  const farEnd = await startFarEnd((_, response) => {
    most.open = Math.max(most.open, open.push(response));
    if (open.length === 3) setTimeout(() => open.splice(0).forEach((one) => one.end("ok")), 30);
  });
  const given = await givenConnection(gateway.db, { url: farEnd.url });
  await limit(gateway, given, 3, "concurrent");
  await givenBacklog(given, 15);

  await unpause(given);
  await farEnd.arrivals(15);

  expect(most.open).toBe(3);
  farEnd.close();
});

test("the cap of a project holds for all its destinations together", async () => {
  const [first, second] = await Promise.all([startTimedFarEnd(), startTimedFarEnd()]);
  const given = await givenConnection(gateway.db, { url: first.url });
  const other = await givenConnection(gateway.db, { url: second.url });
  for (const table of ["destinations", "connections", "sources"])
    await gateway.db.query(`update ${table} set team_id = $1, name = 'second' where id = any ($2::uuid[])`, [
      given.project,
      [other.destination, other.connection, other.source],
    ]);
  await gateway.db.query(`update projects set max_events_per_second = 20 where id = $1`, [given.project]);
  await Promise.all([gateway.reload(given.source), gateway.reload(other.source)]);

  const sinceMs = performance.now();
  await Promise.all([post(gateway, given, 15), post(gateway, other, 15)]);
  await Promise.all([first.arrivals(15), second.arrivals(15)]);

  expectPaced([...first.times, ...second.times], sinceMs, 20);
  first.close();
  second.close();
});

test("a changed limit acts on what waits already", async () => {
  const farEnd = await startTimedFarEnd();
  const given = await givenConnection(gateway.db, { url: farEnd.url });
  await limit(gateway, given, 1, "hour");
  await post(gateway, given, 20);
  await farEnd.arrivals(1);
  await eventually(
    () => events(given.project),
    (rows) => rows.length === 20,
  );
  expect(farEnd.times).toHaveLength(1);

  const sinceMs = performance.now();
  await limit(gateway, given, 20);
  await farEnd.arrivals(20);

  expectPaced(farEnd.times.slice(1), sinceMs, 20);
  farEnd.close();
});

test("a destination that never answers keeps none of its neighbours waiting", async () => {
  const dead = await startFarEnd(() => undefined);
  const alive = await startTimedFarEnd();
  const hanging = await givenConnection(gateway.db, { url: dead.url });
  const given = await givenConnection(gateway.db, { url: alive.url });
  await post(gateway, hanging, 100);
  await dead.arrivals(32);

  await post(gateway, given, 100);
  await alive.arrivals(100);

  expect(dead.received.length).toBeLessThanOrEqual(32);
  await gateway.db.query(`update connections set disabled_at = now() where id = $1`, [hanging.connection]);
  await gateway.reload(hanging.source);
  dead.close();
  alive.close();
});

test("two nodes on one database keep one limit, and one of them goes on when the other stops", async () => {
  const database = await freshDatabase();
  const borrowed = { ...database, drop: () => Promise.resolve() };
  const first = await startGateway(borrowed);
  const second = await startGateway(borrowed);
  const farEnd = await startTimedFarEnd();
  const given = await givenConnection(database.db, { url: farEnd.url });
  await Promise.all([limit(first, given, 20), limit(second, given, 20)]);

  const sinceMs = performance.now();
  await Promise.all([post(first, given, 20), post(second, given, 20)]);
  await farEnd.arrivals(10);
  await first.stop();
  await farEnd.arrivals(40);

  expectPaced(farEnd.times, sinceMs, 20);
  const { rows } = await database.db.query<{ attempts: number; count: number }>(
    `select attempts, count(*) from events group by attempts`,
  );
  expect(rows).toEqual([{ attempts: 1, count: 40 }]);
  farEnd.close();
  await second.stop();
  await database.db.close();
});

test("what another process paces waits in the database until that process is silent", async () => {
  const [paced, free] = await Promise.all([startTimedFarEnd(), startTimedFarEnd()]);
  const given = await givenConnection(gateway.db, { url: paced.url });
  const neighbour = await givenConnection(gateway.db, { url: free.url });
  const { rows } = await gateway.db.query<{ id: number }>(
    `insert into processes (unfinished_from, heartbeat_at) values ($1, now() + interval '1 hour') returning id`,
    [newId()],
  );
  const other = rows[0]?.id;
  await gateway.db.query(`insert into limiters (id, process_id) values ($1, $2)`, [given.destination, other]);
  await limit(gateway, given, 20);

  await post(gateway, given, 5);
  await post(gateway, neighbour, 5);
  await free.arrivals(5);
  const waiting = await eventually(
    () => events(given.project),
    (found) => found.length === 5 && found.every((event) => event.lease_owner === null),
  );
  expect(paced.times).toHaveLength(0);
  expect(waiting.map((event) => event.status)).toEqual(Array.from({ length: 5 }, () => "QUEUED"));

  const sinceMs = performance.now();
  await gateway.db.query(`update processes set heartbeat_at = now() - interval '11 seconds' where id = $1`, [
    other,
  ]);
  await paced.arrivals(5);

  expectPaced(paced.times, sinceMs, 20);
  paced.close();
  free.close();
});

test("a restart gives no free slot", async () => {
  const database = await freshDatabase();
  const borrowed = { ...database, drop: () => Promise.resolve() };
  const [rare, free] = await Promise.all([startTimedFarEnd(), startTimedFarEnd()]);
  const given = await givenConnection(database.db, { url: rare.url });
  const neighbour = await givenConnection(database.db, { url: free.url });
  const before = await startGateway(borrowed);
  await limit(before, given, 1, "hour");
  await post(before, given, 3);
  await rare.arrivals(1);
  await before.stop();

  const after = await startGateway(borrowed);
  await post(after, given, 1);
  await post(after, neighbour, 1);
  await free.arrivals(1);
  await eventually(
    async () =>
      (
        await database.db.query<{ is_ours: boolean; wait: number }>(
          `select extract(epoch from next_slot_at - now())::float8 as wait from limiters
           join processes on processes.id = process_id where limiters.id = $1`,
          [given.destination],
        )
      ).rows,
    ([limiter]) => limiter !== undefined && limiter.wait > 3_000,
  );

  expect(rare.times).toHaveLength(1);
  rare.close();
  free.close();
  await after.stop();
  await database.db.close();
});
