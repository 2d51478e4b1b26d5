/** When does a sender learn that its request is stored? Tested with a store that the test can block. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { newIdBytes, newRequestIdBytes, uuidText } from "../../ids.ts";
import { openLane } from "../../store/lane.ts";
import { freshDatabase } from "../../testing/fresh-database.ts";
import { eventually } from "../../testing/gateway.ts";
import { givenProcesses } from "../../testing/given-processes.ts";
import type { RoutableRequest } from "../route/routable-request.ts";
import type { RoutedRow } from "../route/routed-row.ts";
import { type Arriving, createIntake } from "./intake.ts";

let database: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  database = await freshDatabase();
  await givenProcesses(database.db, 1);
});
afterAll(() => database.drop());

function givenIntake(routeAtOnce: (request: RoutableRequest) => RoutedRow | null = () => null) {
  const lane = openLane(database.url);
  const stored: RoutableRequest[] = [];
  const doubtful: Arriving[] = [];
  const dropped: RoutableRequest[] = [];
  const intake = createIntake({
    lanes: [lane],
    owner: () => 1,
    router: {
      routeAtOnce,
      route: (requests: readonly RoutableRequest[]) => stored.push(...requests),
      written: () => {},
      dropped: (rows) => dropped.push(...rows.map(({ request }) => request)),
      backlog: { requests: () => 0, requestsOf: () => 0, bytes: () => 0 },
    },
    uncertain: (requests) => doubtful.push(...requests),
  });
  return { intake, lane, stored, doubtful, dropped };
}

function arriving(answers: string[], arrivedAtMs = performance.now()): Arriving {
  const [team, source] = [newIdBytes(), newIdBytes()];
  return {
    id: newRequestIdBytes(),
    route: {
      key: uuidText(source),
      id: source,
      teamKey: uuidText(team),
      team,
      name: "shop",
      allowedMethods: new Set(),
      maxBodyBytes: 1024,
      verify: null,
      redaction: null,
      customResponse: null,
      isPublishOnly: false,
      isDisabled: false,
      isDeleted: false,
      quota: null,
      connections: [],
    },
    receivedAtMs: Date.now(),
    arrivedAtMs,
    acceptedBy: 0,
    flight: { forgetBody() {} },
    team,
    source,
    rejection_cause: null,
    verified: null,
    verification_failure: null,
    method: "POST",
    path: "/",
    query: null,
    headers: [],
    client_ip: null,
    body: Buffer.from("x"),
    routed: null,
    answered: false,
    answer: (outcome) => answers.push(outcome),
  };
}

/** Blocks every insert into requests until released; resolves when one waits. */
async function holdStore(): Promise<{ waiter: () => Promise<number>; release: () => Promise<void> }> {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const holding = database.db.transaction(async (tx) => {
    await tx.query("lock table requests in access exclusive mode");
    held.resolve();
    await released.promise;
  });
  await held.promise;
  return {
    async waiter() {
      const { rows } = await eventually(
        () =>
          database.db.query<{ pid: number }>(
            "select pid from pg_locks where relation = 'requests'::regclass and not granted",
          ),
        (found) => found.rows.length > 0,
      );
      return rows[0]?.pid ?? 0;
    },
    async release() {
      released.resolve();
      await holding;
    },
  };
}

async function isStored(request: Arriving): Promise<boolean> {
  const { rowCount } = await database.db.query("select 1 from requests where id = $1", [
    uuidText(request.id),
  ]);
  return rowCount === 1;
}

test("a sender is answered when the commit returned, and not before", async () => {
  const { intake, lane, stored } = givenIntake();
  const answers: string[] = [];
  const store = await holdStore();
  const request = arriving(answers);

  intake.store(request);
  await store.waiter();
  expect(answers).toEqual([]);
  await store.release();
  await intake.drained();

  expect(answers).toEqual(["stored"]);
  expect(stored).toEqual([request]);
  expect(await isStored(request)).toBe(true);
  intake.stop();
  await lane.close();
});

test("a commit that is late is told as unavailable once, and what it stored is passed on all the same", async () => {
  const { intake, lane, stored } = givenIntake();
  const answers: string[] = [];
  const store = await holdStore();
  const request = arriving(answers, performance.now() - 60_000);

  intake.store(request);
  await store.waiter();
  await eventually(
    () => Promise.resolve(answers.length),
    (count) => count > 0,
  );
  expect(answers).toEqual(["unavailable"]);
  await store.release();
  await intake.drained();

  expect(answers).toEqual(["unavailable"]);
  expect(stored).toEqual([request]);
  intake.stop();
  await lane.close();
});

function withoutEvents(request: RoutableRequest): RoutedRow {
  const written = { events: [], ignored: [], payloads: [], executions: [] };
  return { request, written, deliveries: [], isElsewhere: false, isWritten: false, times: null };
}

test("what has not begun to be written when its sender is turned away is never written, and its room is free", async () => {
  const { intake, lane, dropped } = givenIntake(withoutEvents);
  const answers: string[] = [];
  const store = await holdStore();
  const longAgoMs = performance.now() - 60_000;
  const [begun, waiting] = [arriving(answers, longAgoMs), arriving(answers, longAgoMs)];

  intake.store(begun);
  await store.waiter();
  intake.store(waiting);
  await eventually(
    () => Promise.resolve(answers.length),
    (count) => count === 2,
  );
  const [leftStoring, leftDropped] = [[...intake.storing], [...dropped]];
  await store.release();
  await intake.drained();

  expect(answers).toEqual(["unavailable", "unavailable"]);
  expect(leftStoring).toEqual([begun]);
  expect(leftDropped).toEqual([waiting]);
  expect([await isStored(begun), await isStored(waiting)]).toEqual([true, false]);
  intake.stop();
  await lane.close();
});

test("a sender that waited for its verification is told in time, though younger requests were stored before it", async () => {
  const { intake, lane } = givenIntake();
  const [younger, older]: [string[], string[]] = [[], []];
  const store = await holdStore();

  intake.store(arriving(younger, performance.now() + 60_000));
  await store.waiter();
  intake.store(arriving(older, performance.now() - 60_000));
  await eventually(
    () => Promise.resolve(older.length),
    (count) => count > 0,
  );

  expect([younger, older]).toEqual([[], ["unavailable"]]);
  await store.release();
  await intake.drained();
  intake.stop();
  await lane.close();
});

test("a connection that breaks in the middle is told as unavailable and remembered as doubtful", async () => {
  const { intake, lane, stored, doubtful } = givenIntake();
  const answers: string[] = [];
  const store = await holdStore();
  const request = arriving(answers);

  intake.store(request);
  await database.db.query("select pg_terminate_backend($1)", [await store.waiter()]);
  await intake.drained();
  await store.release();

  expect(answers).toEqual(["unavailable"]);
  expect(stored).toEqual([]);
  expect(doubtful).toEqual([request]);

  const next = arriving(answers);
  intake.store(next);
  await intake.drained();
  await eventually(
    () => Promise.resolve(answers.length),
    (count) => count === 2,
  );
  expect(answers).toEqual(["unavailable", "stored"]);
  intake.stop();
  await lane.close();
});
