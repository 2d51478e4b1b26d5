/** Do requests that a dead process left behind become events, whatever fails on the way? */
import { afterEach, expect, test } from "vitest";
import { eventIdBytes, firstIdAt, newId, newRequestIdBytes, uuidBytes, uuidText } from "../ids.ts";
import { createLog } from "../log.ts";
import type { Delivery } from "../pipeline/delivery.ts";
import type { RoutableRequest } from "../pipeline/route/routable-request.ts";
import type { RoutedRow } from "../pipeline/route/routed-row.ts";
import { createRoutingTable } from "../pipeline/routing-table.ts";
import type { Queryable } from "../store/database.ts";
import { registerProcess } from "../store/processes.ts";
import { takeOverStep } from "../store/take-over.ts";
import { type FreshDatabase, freshDatabase } from "../testing/fresh-database.ts";
import { eventually, givenConnection, sealer, startFarEnd, startGateway } from "../testing/gateway.ts";
import { INGEST_URL } from "../testing/given-access.ts";
import { givenManyRequests } from "../testing/given-events.ts";
import { givenEnded } from "../testing/given-processes.ts";
import { createClaimedEvents } from "./claimed-events.ts";
import { createRecoveredWork } from "./recovered-work.ts";
import { accountFor } from "./unfinished.ts";

const LONG_AGO = firstIdAt(Date.now() - 3_600_000);

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A database in which these queries fail, each once. The number counts the queries that contain the text. */
function failing(database: FreshDatabase, text: string, numbers: readonly number[]): FreshDatabase {
  let seen = 0;
  const query: Queryable["query"] = async (sql, values) => {
    if (sql.includes(text) && numbers.includes(++seen)) throw new Error("Connection terminated unexpectedly");
    return database.db.query(sql, values);
  };
  return { ...database, db: { ...database.db, query } };
}

/** Requests that a process accepted and did not route before it died. */
async function givenUnrouted(count: number) {
  const database = await freshDatabase();
  const farEnd = await startFarEnd();
  ends.push(() => farEnd.close());
  const connection = await givenConnection(database.db, { url: farEnd.url });
  const dead = await givenEnded(database.db, LONG_AGO);
  const requests = await givenManyRequests(database.db, connection, count);
  await database.db.query("update requests set accepted_by = $1", [dead]);
  return { database, farEnd, connection, requests };
}

/** A database that commits the first transaction that adopts requests, but loses the reply. */
function losingAdoption(database: FreshDatabase): FreshDatabase {
  let isLost = true;
  return {
    ...database,
    db: {
      ...database.db,
      async transaction(work) {
        let hasAdopted = false;
        const result = await database.db.transaction((tx) =>
          work({
            query(sql, values) {
              hasAdopted ||= sql.includes("adoptions = $3");
              return tx.query(sql, values);
            },
          }),
        );
        if (!hasAdopted || !isLost) return result;
        isLost = false;
        throw new Error("Connection terminated unexpectedly");
      },
    },
  };
}

async function ended({ db }: FreshDatabase, count: number): Promise<{ status: string; attempts: number }[]> {
  return eventually(
    async () =>
      (await db.query<{ status: string; attempts: number }>("select status, attempts from events")).rows,
    (rows) => rows.length === count && rows.every(({ status }) => status === "SUCCESSFUL"),
  );
}

test("requests whose payloads could not be read are routed later, and those routed before are not sent again", async () => {
  const { database, farEnd } = await givenUnrouted(250);
  const heir = await startGateway(failing(database, "join payloads on", [2, 3]));
  ends.push(() => heir.stop());

  const events = await ended(database, 250);

  expect(new Set(events.map(({ attempts }) => attempts))).toEqual(new Set([1]));
  expect(farEnd.received).toHaveLength(250);
});

test("requests that were taken over by a commit whose answer was lost are routed, once", async () => {
  const { database, farEnd } = await givenUnrouted(20);
  const heir = await startGateway(losingAdoption(database));
  ends.push(() => heir.stop());

  const events = await ended(database, 20);

  expect(new Set(events.map(({ attempts }) => attempts))).toEqual(new Set([1]));
  expect(farEnd.received).toHaveLength(20);
});

test("requests whose source has no connection any more are rejected, also when that could not be stored at first", async () => {
  const { database, connection } = await givenUnrouted(3);
  await database.db.query("update connections set deleted_at = now() where id = $1", [connection.connection]);
  const heir = await startGateway(failing(database, "set rejection_cause = 'NO_CONNECTION'", [1]));
  ends.push(() => heir.stop());

  const { rows } = await eventually(
    () => database.db.query<{ rejection_cause: string | null }>("select rejection_cause from requests"),
    (found) => found.rows.every(({ rejection_cause }) => rejection_cause !== null),
  );

  expect(rows).toEqual(Array.from({ length: 3 }, () => ({ rejection_cause: "NO_CONNECTION" })));
});

test("a process that lives and was taken over goes on under a new number", async () => {
  const { database, farEnd, connection } = await givenUnrouted(0);
  const gateway = await startGateway(database);
  ends.push(() => gateway.stop());
  const processes = async () =>
    (await database.db.query<{ id: number }>("select id from processes order by id")).rows.map(
      ({ id }) => id,
    );
  const [before = 0] = await eventually(processes, (ids) => ids.length === 1);

  await database.db.query("update processes set take_over_stage = 'CLAIMED'");
  await eventually(processes, (ids) => (ids.at(-1) ?? 0) > before);
  const answer = await fetch(gateway.url + connection.path, { method: "POST", body: "x" });

  expect(answer.status).toBe(200);
  await farEnd.arrivals(1);
  await ended(database, 1);
});

test("a process that was taken over without its knowing accepts nothing: senders get 503 until it has a new number", async () => {
  const { database, farEnd, connection } = await givenUnrouted(0);
  const gateway = await startGateway(database);
  ends.push(() => gateway.stop());
  const { heartbeat } = gateway.pools;
  const send = async () => {
    const answer = await fetch(gateway.url + connection.path, { method: "POST", body: "x" });
    return [answer.status, answer.headers.get("retry-after")];
  };
  const taken = Promise.withResolvers<void>();
  const released = new AbortController();
  const holding = heartbeat.transaction(async (tx) => {
    taken.resolve();
    // The only connection of the heartbeat: none gets through.
    while (!released.signal.aborted) await tx.query("select pg_sleep(0.05)");
  });
  await taken.promise;
  await takenOverByAnother(database);

  const refused = await send();
  const { rowCount: stored } = await database.db.query("select from requests");
  released.abort();
  await holding;
  await eventually(send, ([status]) => status === 200);

  expect([refused, stored]).toEqual([[503, "5"], 0]);
  await farEnd.arrivals(1);
  const events = await ended(database, 1);
  expect(events).toEqual([{ status: "SUCCESSFUL", attempts: 1 }]);
});

test("a process that was declared dead takes over from no process that lives", async () => {
  const { database } = await givenUnrouted(0);
  const { db } = database;
  const gateway = await startGateway(database);
  ends.push(() => gateway.stop());
  const peer = await registerProcess(db, newId());
  await db.query("update processes set heartbeat_at = now() + interval '1 day' where id = $1", [peer]);

  await db.query("update processes set take_over_stage = 'CLAIMED' where id <> $1", [peer]);
  const beats = new Set<string>();
  await eventually(
    async () => {
      const { rows } = await db.query<{ heartbeat_at: string }>(
        "select heartbeat_at from processes where id > $1",
        [peer],
      );
      for (const { heartbeat_at } of rows) beats.add(heartbeat_at);
      return beats.size;
    },
    (count) => count >= 3, // take-over looks as often as the heart beats
  );

  const { rows } = await db.query("select take_over_stage from processes where id = $1", [peer]);
  expect(rows).toEqual([{ take_over_stage: null }]);
});

/** Another process declares all others dead and takes over everything they have. */
async function takenOverByAnother({ db }: FreshDatabase): Promise<void> {
  const heir = await registerProcess(db, newId());
  await db.query("update processes set heartbeat_at = now() - interval '1 minute' where id <> $1", [heir]);
  const asked = { heir, silentForMs: 10_000, ended: [], except: [], limit: 500, adoptions: 1 };
  while (await takeOverStep(db, { ...asked, adopting: () => undefined }));
}

test("what was stored by a commit whose answer was lost is found by its ids, and taken in once", async () => {
  const { database, connection, requests } = await givenUnrouted(2);
  const owner = await registerProcess(database.db, newId());
  const routing = createRoutingTable({
    db: database.db,
    open: sealer.open,
    ingestUrl: INGEST_URL,
    log: createLog(() => undefined),
  });
  await routing.reload();
  const route = routing.bySource(connection.source);
  const [routedAtOnce = "", plain = ""] = requests;
  const born = uuidText(eventIdBytes(uuidBytes(routedAtOnce), 1));
  await database.db.query(
    `insert into events (team_id, id, webhook_id, event_data_id, status, attempts, trigger, lease_owner, updated_at)
     values ($1, $2, $3, $4, 'QUEUED', 1, 'INITIAL', $5, now())`,
    [connection.project, born, connection.connection, routedAtOnce, owner],
  );
  if (!route) throw new Error("the source was given");
  const { db } = failing(database, "claimed_by is null and attempts = 1", [1]);
  const [admitted, routed]: [Delivery[], RoutableRequest[]] = [[], []];
  const recovered = createRecoveredWork({
    db,
    log: createLog(() => undefined),
    routing,
    router: { route: (given) => void routed.push(...given), unrouted: new Set() },
    owner: () => owner,
    held: () => accountFor({ held: admitted, beingWritten: [], ending: new Set() }),
    load: createClaimedEvents({
      db,
      routing,
      settle: () => undefined,
      hasBytes: () => true,
      giveBack: () => undefined,
      tracing: null,
    }).load,
    admit: (delivery) => void admitted.push(delivery),
    tracing: null,
  });
  const lost = {
    team: uuidBytes(connection.project),
    route,
    verified: null,
    rejection_cause: null,
    acceptedBy: owner,
  };
  const row: RoutedRow = {
    request: { ...NO_PAYLOAD, ...lost, id: uuidBytes(routedAtOnce), receivedAtMs: 0 },
    written: { events: [], ignored: [], payloads: [], executions: [] },
    deliveries: [],
    isElsewhere: false,
    isWritten: false,
    times: null,
  };

  recovered.doubt([
    { ...lost, id: uuidBytes(routedAtOnce), routed: row },
    { ...lost, id: uuidBytes(plain), routed: null },
    { ...lost, id: newRequestIdBytes(), routed: null },
  ]);
  recovered.start();
  ends.push(() => recovered.stop());
  await eventually(
    () => Promise.resolve([admitted.length, routed.length, [...recovered.uncertain()].length]),
    ([events, plainOnes, uncertain]) => events === 1 && plainOnes === 1 && uncertain === 1,
  );

  expect(admitted.map(({ id, isClaimed }) => [uuidText(id), isClaimed])).toEqual([[born, false]]);
  expect(routed.map(({ id, hasWaited }) => [uuidText(id), hasWaited])).toEqual([[plain, true]]);
  ends.push(() => database.drop());
});

const NO_PAYLOAD = { method: "POST", path: "/", query: null, headers: [], client_ip: null, body: null };
