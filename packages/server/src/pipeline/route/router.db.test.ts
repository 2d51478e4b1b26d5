/** Which events does the router pass on if the database already has some of them? */
import { publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventIdBytes, newRequestIdBytes, uuidText } from "../../ids.ts";
import { createLog } from "../../log.ts";
import { type Lane, openLane } from "../../store/lane.ts";
import { type FreshDatabase, freshDatabase } from "../../testing/fresh-database.ts";
import { type ConfiguredConnection, eventually, givenConnection, sealer } from "../../testing/gateway.ts";
import { INGEST_URL } from "../../testing/given-access.ts";
import { givenProcesses } from "../../testing/given-processes.ts";
import type { Delivery } from "../delivery.ts";
import { type RoutingTable, createRoutingTable } from "../routing-table.ts";
import { createPacing } from "../schedule/pacing.ts";
import { READY_LIMITS, createReadyQueue } from "../schedule/ready-queue.ts";
import { type EvaluateDeps, createEvaluate } from "./evaluate.ts";
import { createFilterThread } from "./filter-thread.ts";
import { withoutThrows } from "./not-applied.ts";
import { createParking } from "./parking.ts";
import { logRouted } from "./request-log.ts";
import type { RoutableRequest } from "./routable-request.ts";
import { type RouterDeps, createRouter } from "./router.ts";

const [OWNER, OTHER] = [7, 8];

let database: FreshDatabase;
let lane: Lane;
let routing: RoutingTable;
let connection: ConfiguredConnection;
const filterThread = createFilterThread({ log: createLog(() => undefined) });
beforeAll(async () => {
  database = await freshDatabase();
  await givenProcesses(database.db, OWNER, OTHER);
  lane = openLane(database.url);
  connection = await givenConnection(database.db, { url: "http://127.0.0.1:9" });
  routing = createRoutingTable({
    db: database.db,
    open: sealer.open,
    ingestUrl: INGEST_URL,
    log: createLog(() => undefined),
  });
  await routing.reload();
});
afterAll(async () => {
  await filterThread.stop();
  await lane.close();
  await database.drop();
});

/** A router and the queue behind it; no send ever ends. */
function givenRouter(
  through: Lane = lane,
  routed: RouterDeps["routed"] = () => undefined,
  owner: RouterDeps["owner"] = () => OWNER,
  asked: Partial<EvaluateDeps> = {},
) {
  const sent: Delivery[] = [];
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line));
  const ready = createReadyQueue({
    limits: READY_LIMITS,
    pacing: createPacing({
      limits: () => new Map(),
      isHeard: () => true,
      rareSlotUsed: () => undefined,
      rareGroupSlotUsed: () => undefined,
    }),
    send(delivery) {
      sent.push(delivery);
      return new Promise(() => undefined);
    },
    isWanted: () => true,
    giveBack: () => undefined,
    hasRoom: () => undefined,
  });
  const router = createRouter({
    lanes: [through],
    evaluate: withoutThrows(
      createEvaluate({
        sessionsOf: () => [],
        filterThread,
        isFirst: () => Promise.resolve(true),
        transform: () => Promise.reject(new Error("no rule has one")),
        ...asked,
      }),
      log,
    ),
    parking: createParking({ bringBack: () => Promise.resolve(0), waitingOf: () => 0, log }),
    ready,
    log,
    owner,
    isOurs: () => true,
    overflowed: () => undefined,
    routed,
  });
  const room = () => ready.room(connection.destination, connection.project);
  return { router, ready, sent, room, lines };
}

function newRequest(source = connection.source): RoutableRequest {
  const route = routing.bySource(source);
  if (!route) throw new Error("the source was given");
  return {
    id: newRequestIdBytes(),
    route,
    receivedAtMs: Date.now(),
    rejection_cause: null,
    verified: null,
    method: "POST",
    path: "/",
    query: null,
    headers: [],
    client_ip: null,
    body: Buffer.from("x"),
    acceptedBy: OWNER,
  };
}

const eventOf = ({ id }: RoutableRequest) => uuidText(eventIdBytes(id, 1));

async function givenStored(request: RoutableRequest, lease_owner: number | null, attempts: number) {
  await database.db.query(
    `insert into events (team_id, id, webhook_id, event_data_id, status, attempts, trigger, lease_owner, next_attempt_at,
       updated_at)
     values ($1, $2, $3, $4, 'QUEUED', $6, 'INITIAL', $5, case when $5::int is null then now() end, now())`,
    [connection.project, eventOf(request), connection.connection, request.id, lease_owner, attempts],
  );
}

test("a process with a new number leaves what it accepted under the old one to its heir", async () => {
  let number = OWNER;
  const handedOn: RoutableRequest[] = [];
  const { router, sent, room } = givenRouter(
    lane,
    (rows) => handedOn.push(...rows.map(({ request }) => request)),
    () => number,
  );
  const before = room();
  const [waiting, late, fresh] = [newRequest(), newRequest(), { ...newRequest(), acceptedBy: OTHER }];

  router.route([waiting]);
  number = OTHER; // before the batch is written
  router.route([late, fresh]);
  await router.drained();

  const { rows } = await database.db.query<{ id: string }>(
    "select id from events where id = any ($1::uuid[])",
    [[waiting, late, fresh].map(eventOf)],
  );
  expect(rows.map(({ id }) => id)).toEqual([eventOf(fresh)]);
  expect(handedOn).toEqual([fresh]);
  expect(sent.map(({ id }) => uuidText(id))).toEqual([eventOf(fresh)]);
  expect(room()).toBe(before - 1);
});

test("a process that was declared dead forgets its requests at once, so that it can adopt them again", async () => {
  let number = OWNER;
  const { router } = givenRouter(lane, undefined, () => number);
  const request = newRequest();
  router.route([request]);

  router.abandon();
  number = OTHER;

  expect(router.unrouted.size).toBe(0);
  await router.drained();
});

test("an event that another process has written is left to it, and its place in memory is free", async () => {
  const { router, sent, room } = givenRouter();
  const [fresh, theirs, waiting, retried] = [newRequest(), newRequest(), newRequest(), newRequest()];
  await givenStored(theirs, OTHER, 1);
  await givenStored(waiting, null, 0);
  await givenStored(retried, OWNER, 2);
  const before = room();

  router.route([fresh, theirs, waiting, retried]);
  await router.drained();

  expect(sent.map(({ id }) => uuidText(id))).toEqual([eventOf(fresh)]);
  expect(before - room()).toBe(1);
});

test("an event of ours that was stored although the answer was lost is passed on, once", async () => {
  let isLost = true;
  const { router, sent } = givenRouter({
    ...lane,
    async run<Row>(name: string, text: string, values: readonly unknown[]) {
      const rows = await lane.run<Row>(name, text, values);
      if (!isLost) return rows;
      isLost = false;
      throw new Error("Connection terminated unexpectedly");
    },
  });
  const request = newRequest();

  router.route([request]);
  await router.drained();

  expect(sent.map(({ id }) => uuidText(id))).toEqual([eventOf(request)]);
});

test("a request that is routed a second time while its event is here is not sent a second time", async () => {
  const { router, sent, room } = givenRouter();
  const request = newRequest();
  const before = room();

  router.route([request]);
  await router.drained();
  router.route([{ ...request }]);
  await router.drained();

  expect(sent.map(({ id }) => uuidText(id))).toEqual([eventOf(request)]);
  expect(before - room()).toBe(1);
});

test("a committed batch is handed on once, whether it was routed at once or later", async () => {
  const batches: string[][] = [];
  const { router } = givenRouter(lane, (rows) => {
    batches.push(rows.flatMap(({ written }) => written.events.map(({ id }) => uuidText(id))));
  });
  const [atOnce, first, second] = [newRequest(), newRequest(), newRequest()];

  const row = router.routeAtOnce(atOnce);
  if (!row) throw new Error("every rule answers at once");
  router.written([row]);
  router.written([]); // a batch of ingest in which nothing was routed
  router.route([first, second]);
  await router.drained();

  expect(batches).toEqual([[eventOf(atOnce)], [eventOf(first), eventOf(second)]]);
});

test("a fault of a listener is logged, and the next batch is routed all the same", async () => {
  const { router, sent, lines } = givenRouter(lane, () => {
    throw new Error("a counter is broken");
  });
  const [first, second] = [newRequest(), newRequest()];

  router.route([first]);
  await router.drained();
  router.route([second]);
  await router.drained();

  expect(sent.map(({ id }) => uuidText(id))).toEqual([eventOf(first), eventOf(second)]);
  expect(lines.filter((line) => line.includes("a counter is broken"))).toHaveLength(2);
});

test("at debug level each routed request is one line: ids and causes, and nothing that the sender wrote", async () => {
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line), "debug");
  const { router } = givenRouter(lane, (rows) => logRouted(log, rows));
  const request = { ...newRequest(), path: "/hunter2", headers: ["x-key", "hunter2"] };

  router.route([request]);
  await router.drained();

  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      event: "request.routed",
      request_id: publicId("request", request.id),
      event_ids: [publicId("event", eventIdBytes(request.id, 1))],
      sent_at_once: 1,
      ignored: [],
    }),
  ]);
  expect(lines.join()).not.toContain("hunter2");
});

test("a request with a costly filter is routed after its ack, and so are the next of its source until one is cheap", async () => {
  const given = await givenConnection(database.db, { url: "http://127.0.0.1:9" });
  const filter = { items: { $or: Array.from({ length: 90 }, (_one, at) => ({ $eq: -1 - at })) } };
  await database.db.query(`update connections set rules = $2 where id = $1`, [
    given.connection,
    JSON.stringify([{ type: "filter", body: { $not: filter } }]),
  ]);
  await routing.reload();
  const requestOf = (length: number): RoutableRequest => ({
    ...newRequest(given.source),
    headers: ["content-type", "application/json"],
    body: Buffer.from(JSON.stringify({ items: Array.from({ length }, (_item, at) => at) })),
  });
  const [costly, cheap] = [requestOf(9_000), requestOf(1)];
  const { router } = givenRouter();
  const isRoutedAtOnce = (request: RoutableRequest) => router.routeAtOnce(request) !== null;

  expect(isRoutedAtOnce(costly)).toBe(false);
  expect(isRoutedAtOnce(cheap)).toBe(false); // the event loop does not try while the source is costly
  router.route([costly, cheap]);
  await router.drained();

  const { rows } = await database.db.query(
    `select request_id, cause, meta from ignored_events where webhook_id = $1`,
    [given.connection],
  );
  expect(rows).toEqual([{ request_id: uuidText(costly.id), cause: "FILTERED", meta: ["body"] }]);
  const events = await database.db.query(`select id from events where webhook_id = $1`, [given.connection]);
  expect(events.rows).toEqual([{ id: eventOf(cheap) }]);
  expect(isRoutedAtOnce(requestOf(1))).toBe(true);
});

const broken = () => {
  throw new Error("a rule is broken");
};

test.each([
  ["throws at once", { destination: { type: "CLI" } }, [], { sessionsOf: broken }],
  ["fails later", {}, [{ type: "deduplicate", window: 1_000 }], { isFirst: async () => broken() }],
] as const)(
  "a rule that %s costs only its own request, which is ignored with a cause",
  async (_when, to, rules, asked) => {
    const given = await givenConnection(database.db, { url: "http://127.0.0.1:9", ...to });
    await database.db.query(`update connections set rules = $2 where id = $1`, [
      given.connection,
      JSON.stringify(rules),
    ]);
    await routing.reload();
    const [first, poison, last] = [newRequest(), newRequest(given.source), newRequest()];
    const { router, sent, lines } = givenRouter(lane, undefined, undefined, asked);

    router.route([first, poison, last]);
    await router.drained();

    expect(sent.map(({ id }) => uuidText(id))).toEqual([first, last].map(eventOf));
    const { rows } = await database.db.query(
      `select request_id, cause, meta from ignored_events where webhook_id = $1`,
      [given.connection],
    );
    expect(rows).toEqual([{ request_id: uuidText(poison.id), cause: "TRANSFORMATION_FAILED", meta: null }]);
    expect(lines.filter((line) => line.includes("a rule is broken"))).toHaveLength(1);
  },
);

test("a request whose events PostgreSQL refuses is ignored with a cause, and the rest of its batch is not", async () => {
  const given = await givenConnection(database.db, { url: "http://127.0.0.1:9" });
  await routing.reload();
  await database.db.query(
    `alter table events add constraint refused check (webhook_id <> '${given.connection}') not valid`,
  );
  const [refused, other] = [newRequest(given.source), newRequest()];
  const { router, sent, room, lines } = givenRouter();
  const before = room();

  router.route([refused, other]);
  await router.drained();
  await database.db.query(`alter table events drop constraint refused`);

  const { rows } = await database.db.query(
    `select request_id, cause, meta from ignored_events where webhook_id = $1`,
    [given.connection],
  );
  expect(rows).toEqual([{ request_id: uuidText(refused.id), cause: "TRANSFORMATION_FAILED", meta: null }]);
  expect(sent.map(({ id }) => uuidText(id))).toEqual([eventOf(other)]);
  expect(before - room()).toBe(1);
  expect(lines.filter((line) => line.includes("request.routing_refused"))).toHaveLength(1);
});

test("a request that PostgreSQL does not even let be ignored is tried until it is stored", async () => {
  const given = await givenConnection(database.db, { url: "http://127.0.0.1:9" });
  await routing.reload();
  for (const table of ["events", "ignored_events"])
    await database.db.query(
      `alter table ${table} add constraint refused check (webhook_id <> '${given.connection}') not valid`,
    );
  const request = newRequest(given.source);
  const { router, lines } = givenRouter();

  router.route([request]);
  await eventually(
    async () => lines.filter((line) => line.includes("request.routing_refused")).length,
    (refusals) => refusals === 2,
  );
  expect(router.unrouted).toContain(request);
  for (const table of ["events", "ignored_events"])
    await database.db.query(`alter table ${table} drop constraint refused`);
  await router.drained();

  const { rows } = await database.db.query(`select cause from ignored_events where webhook_id = $1`, [
    given.connection,
  ]);
  expect(rows).toEqual([{ cause: "TRANSFORMATION_FAILED" }]);
});
