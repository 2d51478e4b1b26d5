/** When does a running process raise its alarms, who sees them, and when do they end? */
import { afterEach, expect, test } from "vitest";
import { firstIdAt } from "../ids.ts";
import { readAlarms } from "../api/dashboard-api/alarms.sql.ts";
import type { Database } from "../store/database.ts";
import { registerProcess } from "../store/processes.ts";
import { ROUTING_CHANNEL } from "../store/routing.ts";
import { eventually, givenConnection, startFarEnd, startGateway } from "../testing/gateway.ts";

type Gateway = Awaited<ReturnType<typeof startGateway>>;

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function givenGateway(): Promise<Gateway> {
  const gateway = await startGateway();
  ends.push(() => gateway.stop());
  return gateway;
}

/** Resolves when every process sees exactly these alarms. */
async function seenByAll(db: Database, names: readonly string[]): Promise<void> {
  await eventually(
    async () => (await readAlarms(db)).map(({ name }) => name),
    (seen) => JSON.stringify(seen) === JSON.stringify(names),
  );
}

const readingOf = (gateway: Gateway, alarm: string) =>
  gateway.readings().alarms.find(({ name }) => name === alarm);

test("a reload that fails raises an alarm, until a reload succeeds", async () => {
  const gateway = await givenGateway();
  const { source } = await givenConnection(gateway.db, { url: "http://127.0.0.1:9" });
  const announce = () => gateway.db.query("select pg_notify($1, $2)", [ROUTING_CHANNEL, source]);
  await gateway.db.query("alter table sources rename to sources_away");

  await announce();
  await seenByAll(gateway.db, ["reload_failed"]);

  await gateway.db.query("alter table sources_away rename to sources");
  await announce();
  await seenByAll(gateway.db, []);
  expect(readingOf(gateway, "reload_failed")).toMatchObject({ isActive: false });
  expect(readingOf(gateway, "reload_failed")?.raised).toBeGreaterThan(0);
});

test("a take-over that fails raises an alarm, until a turn succeeds", async () => {
  const gateway = await givenGateway();
  await gateway.db.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
     create trigger refuse before update of take_over_stage on processes
       for each row when (new.take_over_stage is not null) execute function refuse()`,
  );
  const dead = await registerProcess(gateway.db, firstIdAt(Date.now() - 3_600_000));
  await gateway.db.query("update processes set heartbeat_at = now() - interval '1 minute' where id = $1", [
    dead,
  ]);

  await seenByAll(gateway.db, ["take_over_failed"]);

  await gateway.db.query("drop trigger refuse on processes");
  await seenByAll(gateway.db, []);
  expect(readingOf(gateway, "take_over_failed")).toMatchObject({ isActive: false });
});

test("an attempt that cannot be recorded raises an alarm that other attempts do not end", async () => {
  const [gateway, farEnd] = [await givenGateway(), await startFarEnd()];
  ends.push(() => farEnd.close());
  const { path } = await givenConnection(gateway.db, { url: farEnd.url });
  await gateway.db.query("alter table attempts add constraint refuse check (attempt_number <> 1) not valid");

  await fetch(gateway.url + path, { method: "POST", body: "refused" });
  await seenByAll(gateway.db, ["settling_refused"]);

  await gateway.db.query("alter table attempts drop constraint refuse");
  await fetch(gateway.url + path, { method: "POST", body: "recorded" });
  await eventually(
    async () => gateway.readings().attempts.byStatus.get("SUCCESSFUL"),
    (recorded = 0) => recorded > 0,
  );
  expect(readingOf(gateway, "settling_refused")).toMatchObject({ isActive: true });
});
