/** Taking over the work of a dead process delays no traffic, and one take-over that fails holds up no other. */
import { publicId } from "@posthorn/contract/ids";
import { afterEach, expect, test } from "vitest";
import { firstIdAt } from "../ids.ts";
import { type FreshDatabase, freshDatabase } from "../testing/fresh-database.ts";
import {
  type ConfiguredConnection,
  eventually,
  givenConnection,
  startFarEnd,
  startGateway,
} from "../testing/gateway.ts";
import { givenManyEvents } from "../testing/given-events.ts";
import { givenEnded } from "../testing/given-processes.ts";

const LONG_AGO = firstIdAt(Date.now() - 3_600_000);

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

test("a start does not wait for the take-over, and what was stranded is sent once it can be", async () => {
  const database = await freshDatabase();
  const farEnd = await startFarEnd();
  ends.push(() => farEnd.close());
  const given = await givenConnection(database.db, { url: farEnd.url });
  const dead = await givenEnded(database.db, LONG_AGO);
  const [stranded] = await givenManyEvents(database.db, given, 1, "QUEUED");
  await database.db.query(
    "update events set lease_owner = $2, attempts = 1, next_attempt_at = null where id = $1",
    [stranded, dead],
  );
  const [locked, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = database.db.transaction(async (tx) => {
    await tx.query("select from events where id = $1 for update", [stranded]);
    locked.resolve();
    await letGo.promise;
  });
  await locked.promise;

  const gateway = await startGateway(database);
  ends.push(() => gateway.stop());
  const answer = await fetch(gateway.url + given.path, { method: "POST", body: "new" });
  expect(answer.status).toBe(200);
  await farEnd.arrivals(1);
  letGo.resolve();
  await holding;

  await farEnd.arrivals(2);
  const { rows } = await eventually(
    () => database.db.query<{ status: string }>("select status, attempts from events order by attempts"),
    (found) => found.rows.every(({ status }) => status === "SUCCESSFUL"),
  );
  expect(rows).toEqual([
    { status: "SUCCESSFUL", attempts: 1 },
    { status: "SUCCESSFUL", attempts: 2 },
  ]);
});

/** Events that a process held when it was killed. The process that registers first is taken over first. */
async function givenStranded(database: FreshDatabase, to: ConfiguredConnection, count: number) {
  const dead = await givenEnded(database.db, LONG_AGO);
  const ids = await givenManyEvents(database.db, to, count, "QUEUED");
  await database.db.query(
    "update events set lease_owner = $2, attempts = 1, next_attempt_at = null where id = any ($1::uuid[])",
    [ids, dead],
  );
  return { dead, ids };
}

async function givenStrandedTwice() {
  const database = await freshDatabase();
  const farEnd = await startFarEnd();
  ends.push(() => farEnd.close());
  const to = await givenConnection(database.db, { url: farEnd.url });
  const [first, second] = [await givenStranded(database, to, 3), await givenStranded(database, to, 3)];
  const delivered = () =>
    farEnd.received.map(({ headers }) => String(headers["x-posthorn-eventid"])).toSorted();
  return { database, farEnd, first, second, delivered };
}

const publicIds = (ids: readonly string[]) => ids.map((id) => publicId("event", id)).toSorted();

test("a take-over that fails strands no other process's events, and is tried again until it succeeds", async () => {
  const { database, farEnd, first, second, delivered } = await givenStrandedTwice();
  await database.db.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
     create trigger refuse before update on processes for each row when (old.id = ${first.dead}) execute function refuse()`,
  );

  const gateway = await startGateway(database);
  ends.push(() => gateway.stop());
  await farEnd.arrivals(3);
  const early = delivered();
  const told = gateway.lines.filter((line) => line.includes('"process.not_taken_over"'));
  await database.db.query("drop trigger refuse on processes");
  await farEnd.arrivals(6);

  expect(early).toEqual(publicIds(second.ids));
  expect(told.map((line) => JSON.parse(line))).toMatchObject([
    { level: "error", process: first.dead, error: { message: "refused" } },
  ]);
  expect(delivered()).toEqual(publicIds([...first.ids, ...second.ids]));
});

test("an event that cannot be released strands none of the others, and is told", async () => {
  const { database, farEnd, first, second, delivered } = await givenStrandedTwice();
  const [bad = "", ...good] = first.ids;
  await database.db.query(`alter table events add constraint poison check (id <> '${bad}') not valid`);

  const gateway = await startGateway(database);
  ends.push(() => gateway.stop());
  await farEnd.arrivals(5);
  await eventually(
    () => database.db.query("select from processes"),
    ({ rowCount }) => rowCount === 1, // both are taken over
  );

  expect(delivered()).toEqual(publicIds([...good, ...second.ids]));
  const told = gateway.lines.find((line) => line.includes('"process.not_taken_over"')) ?? "null";
  expect(JSON.parse(told)).toMatchObject({ process: first.dead, rows: 1, first_row: bad });
  await database.db.query("alter table events drop constraint poison");
});

test("the end of a take-over begins a sweep, which finds what the take-over passed over", async () => {
  const { database, farEnd, first, second, delivered } = await givenStrandedTwice();
  const { db } = database;
  await db.query("update processes set take_over_stage = 'UNROUTED' where id = $1", [first.dead]); // its events were passed over
  await db.query("delete from processes where id = $1", [second.dead]); // only a sweep finds its events

  let gateway: Awaited<ReturnType<typeof startGateway>> | undefined;
  await db.transaction(async (tx) => {
    await tx.query("select from processes where id = $1 for update", [first.dead]);
    gateway = await startGateway(database);
    await farEnd.arrivals(3);
  });
  ends.push(() => gateway?.stop());
  const early = delivered();
  await farEnd.arrivals(6);

  expect(early).toEqual(publicIds(second.ids));
  expect(delivered()).toEqual(publicIds([...first.ids, ...second.ids]));
});

test("on an embedded database a process that delivers nothing also sweeps what its take-over passed over", async () => {
  const { database, first } = await givenStrandedTwice();
  await database.db.query("delete from processes where id = $1", [first.dead]); // only a sweep finds its events

  const gateway = await startGateway(database, { roles: ["ingest"] });
  ends.push(() => gateway.stop());

  await eventually(
    () => database.db.query("select from events where lease_owner is not null"),
    ({ rowCount }) => rowCount === 0,
  );
  expect(gateway.lines.some((line) => line.includes('"leases.lost_and_released"'))).toBe(true);
});
