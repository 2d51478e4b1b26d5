/** Do requests that a dead process left behind become events, whatever fails on the way? */
import { afterEach, expect, test } from "vitest";
import { firstIdAt } from "../ids.ts";
import type { Queryable } from "../store/database.ts";
import { ensurePartitions } from "../store/partitions.ts";
import { registerProcess } from "../store/processes.ts";
import { type FreshDatabase, freshDatabase } from "../testing/fresh-database.ts";
import { eventually, givenConnection, startFarEnd, startGateway } from "../testing/gateway.ts";
import { givenManyRequests } from "../testing/given-events.ts";

const LONG_AGO = firstIdAt(Date.now() - 3_600_000);

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A database of which these queries fail, each once: the number counts queries that contain the text. */
function failing(database: FreshDatabase, text: string, numbers: readonly number[]): FreshDatabase {
  let seen = 0;
  const query: Queryable["query"] = async (sql, values) => {
    if (sql.includes(text) && numbers.includes(++seen)) throw new Error("Connection terminated unexpectedly");
    return database.db.query(sql, values);
  };
  return { ...database, db: { ...database.db, query } };
}

/** Requests that were accepted by a process that is gone, and became nothing yet. */
async function givenUnrouted(count: number) {
  const database = await freshDatabase();
  await ensurePartitions(database.db, Date.now());
  const farEnd = await startFarEnd();
  ends.push(() => farEnd.close());
  const connection = await givenConnection(database.db, { url: farEnd.url });
  const dead = await registerProcess(database.db, LONG_AGO);
  const requests = await givenManyRequests(database.db, connection, count);
  await database.db.query("update requests set accepted_by = $1", [dead]);
  return { database, farEnd, connection, requests };
}

/** A database that commits the first transaction which adopts requests, and loses its answer. */
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
