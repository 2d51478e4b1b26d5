/** Are events found whose holder is gone, and are all others left alone? */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAlarms } from "../alarms.ts";
import { createLog } from "../log.ts";
import type { Database } from "../store/database.ts";
import { type FreshDatabase, freshDatabase } from "../testing/fresh-database.ts";
import { givenConnection } from "../testing/gateway.ts";
import { givenManyEvents } from "../testing/given-events.ts";
import { givenProcesses } from "../testing/given-processes.ts";
import { createLostLeasesStep } from "./lost-leases.ts";

const [LIVE, GONE, ALSO_GONE] = [101, 102, 103];
const LIMIT = 4;

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await givenProcesses(database.db, LIVE);
});
afterAll(() => database.drop());

async function givenLeased(owner: number, claimed_by: number | null, count: number): Promise<string[]> {
  const connection = await givenConnection(database.db, { url: "http://127.0.0.1:9" });
  const ids = await givenManyEvents(database.db, connection, count, "QUEUED");
  await database.db.query(
    `update events set attempts = 1, lease_owner = $2, claimed_by = $3, next_attempt_at = null
     where id = any ($1::uuid[])`,
    [ids, owner, claimed_by],
  );
  return ids;
}

test("leases of processes that are gone are released in small steps, and no others", async () => {
  await givenLeased(LIVE, null, 6);
  await givenLeased(LIVE, LIVE, 6);
  await givenLeased(GONE, GONE, 9);
  await givenLeased(GONE, null, 9);
  await givenLeased(ALSO_GONE, null, 5);
  let wakeUps = 0;
  const step = createLostLeasesStep(
    {
      db: database.db,
      log: createLog(() => undefined),
      alarms: createAlarms(),
      eventsReleased: () => wakeUps++,
    },
    { limit: LIMIT },
  );

  while (await step());

  const { rows } = await database.db.query(
    `select lease_owner, claimed_by, next_attempt_at <= now() as is_due, attempt_number, attempts.error_code, count(*)
     from events left join attempts on attempts.team_id = events.team_id and event_id = events.id
     group by 1, 2, 3, 4, 5 order by 1, 2`,
  );
  const isHeld = { is_due: null, attempt_number: null, error_code: null };
  expect(rows).toEqual([
    { lease_owner: LIVE, claimed_by: LIVE, ...isHeld, count: 6 },
    { lease_owner: LIVE, claimed_by: null, ...isHeld, count: 6 },
    {
      lease_owner: null,
      claimed_by: null,
      is_due: true,
      attempt_number: 1,
      error_code: "INTERNAL_ERROR",
      count: 23,
    },
  ]);
  expect(wakeUps).toBeGreaterThanOrEqual(Math.ceil(23 / LIMIT));
});

test("a lease that cannot be released keeps back no other, and a later pass releases it", async () => {
  const { db } = database;
  const claimed = await givenLeased(GONE, GONE, LIMIT + 1);
  const born = await givenLeased(ALSO_GONE, null, LIMIT + 1);
  const bad = [...claimed.slice(0, LIMIT), ...born.slice(0, 1)];
  await db.query(
    `alter table events add constraint poison check (id not in (${bad.map((id) => `'${id}'`).join()})) not valid`,
  );
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line));
  const alarms = createAlarms();
  const step = createLostLeasesStep({ db, log, alarms, eventsReleased: () => undefined }, { limit: LIMIT });
  const held = async () => {
    const { rows } = await db.query<{ id: string }>(
      "select id from events where lease_owner = any ($1::int[]) order by id",
      [[GONE, ALSO_GONE]],
    );
    return rows.map(({ id }) => id);
  };

  while (await step());
  const [left, raised] = [await held(), Object.keys(alarms.active())];
  await db.query("alter table events drop constraint poison");
  while (await step());

  expect(left).toEqual(bad.toSorted());
  expect(lines.join()).toContain("leases.not_released");
  expect(await held()).toEqual([]);
  expect([raised, alarms.active()]).toEqual([["events_stranded"], {}]);
});

test("a pass that an outage ends begins anew with the next step", async () => {
  const { db } = database;
  const [lost] = await givenLeased(GONE, null, 1);
  let isAway = true;
  const sometimesAway: Database = {
    ...db,
    query: (text, values) => (isAway ? Promise.reject(new Error("away")) : db.query(text, values)),
  };
  const deps = { log: createLog(() => undefined), alarms: createAlarms(), eventsReleased: () => undefined };
  const step = createLostLeasesStep({ ...deps, db: sometimesAway }, { limit: LIMIT });

  await expect(step()).rejects.toThrow("away");
  isAway = false;
  while (await step());

  const { rows } = await db.query("select lease_owner from events where id = $1", [lost]);
  expect(rows).toEqual([{ lease_owner: null }]);
});
