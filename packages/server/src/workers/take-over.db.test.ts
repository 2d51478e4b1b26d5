/** Taking over the work of a dead process delays no traffic. */
import { afterEach, expect, test } from "vitest";
import { firstIdAt } from "../ids.ts";
import { ensurePartitions } from "../store/partitions.ts";
import { registerProcess } from "../store/processes.ts";
import { freshDatabase } from "../testing/fresh-database.ts";
import { eventually, givenConnection, startFarEnd, startGateway } from "../testing/gateway.ts";
import { givenManyEvents } from "../testing/given-events.ts";

const LONG_AGO = firstIdAt(Date.now() - 3_600_000);

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

test("a start does not wait for the take-over, and what was stranded is sent once it can be", async () => {
  const database = await freshDatabase();
  await ensurePartitions(database.db, Date.now());
  const farEnd = await startFarEnd();
  ends.push(() => farEnd.close());
  const given = await givenConnection(database.db, { url: farEnd.url });
  const dead = await registerProcess(database.db, LONG_AGO);
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
