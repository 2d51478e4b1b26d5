/** In which order are due events claimed, and what happens if the database's reply is lost? */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { newId, uuidBytes, uuidText } from "../ids.ts";
import { createLog } from "../log.ts";
import type { Delivery } from "../pipeline/delivery.ts";
import type { ClaimedEvent } from "../store/event-leases.ts";
import { type Lane, openLane } from "../store/lane.ts";
import { registerProcess } from "../store/processes.ts";
import { type FreshDatabase, freshDatabase } from "../testing/fresh-database.ts";
import { eventually, givenConnection } from "../testing/gateway.ts";
import { type DueEvents, type DueEventsDeps, createDueEvents } from "./due-events.ts";

let database: FreshDatabase;
let lane: Lane;
let loop: DueEvents | null = null;
beforeAll(async () => {
  database = await freshDatabase();
  lane = openLane(database.url);
});
afterEach(async () => {
  await loop?.stop();
  await database.db.query("delete from events");
});
afterAll(async () => {
  await lane.close();
  await database.drop();
});

function deliveryOf(event: ClaimedEvent): Delivery {
  return {
    team: uuidBytes(event.team_id),
    id: uuidBytes(event.id),
    request: uuidBytes(event.id),
    connection: uuidBytes(event.webhook_id),
    connectionKey: event.webhook_id,
    destinationKey: event.webhook_id,
    cliSession: null,
    group: event.delivery_group || null,
    attempt_number: event.attempts,
    trigger: event.trigger,
    retries: event.retries,
    createdAtMs: 0,
    verified: null,
    isClaimed: false,
    payload: { method: "POST", path: "/", query: null, headers: [], client_ip: null, body: null },
  };
}

/** A connection with so many due events. */
async function givenDue(
  count: number,
  groupOf: (number: number) => string | null = () => null,
): Promise<string> {
  const { project, connection } = await givenConnection(database.db, { url: "http://127.0.0.1:9" });
  await database.db.query(
    `insert into events (team_id, id, webhook_id, event_data_id, status, attempts, trigger, next_attempt_at, updated_at,
       delivery_group)
     select $1, id, $2, id, 'QUEUED', 0, 'INITIAL', now(), now(), delivery_group
     from unnest($3::uuid[], $4::text[]) as row (id, delivery_group)`,
    [
      project,
      connection,
      Array.from({ length: count }, newId),
      Array.from({ length: count }, (_, number) => groupOf(number)),
    ],
  );
  return connection;
}

async function fetching(deps: Partial<DueEventsDeps> = {}): Promise<Delivery[]> {
  const owner = await registerProcess(database.db, newId());
  const admitted: Delivery[] = [];
  loop = createDueEvents({
    lane,
    log: createLog(() => undefined),
    owner: () => owner,
    destinationOf: (connectionKey) => connectionKey,
    room: () => 1_000,
    hasGroups: () => false,
    groupRooms: () => () => Number.POSITIVE_INFINITY,
    held: () => {
      const ids = new Set(admitted.map(({ id }) => uuidText(id)));
      return (id) => ids.has(id);
    },
    load: async (claimed, admit) => claimed.map(deliveryOf).forEach(admit),
    admit: (delivery) => void admitted.push(delivery),
    searched: () => undefined,
    ...deps,
  });
  loop.start();
  return admitted;
}

const arrived = (admitted: readonly Delivery[], count: number) =>
  eventually(
    () => Promise.resolve(admitted.length),
    (length) => length >= count,
  );

test("a backlog does not keep another connection's one event waiting", async () => {
  await givenDue(600);
  const small = await givenDue(1);

  const admitted = await fetching();
  await arrived(admitted, 601);

  expect(admitted.findIndex(({ connectionKey }) => connectionKey === small)).toBeLessThan(250);
  expect(new Set(admitted.map(({ id }) => id.toString())).size).toBe(601);
});

test("a connection without room is left alone, and fetched when there is room, without a search", async () => {
  const [full, open] = [await givenDue(10), await givenDue(10)];
  let isFull = true;
  const searches: ReadonlySet<string>[] = [];

  const admitted = await fetching({
    room: ({ connectionKey }) => (connectionKey === full && isFull ? 0 : 1_000),
    searched: (destinations) => searches.push(destinations),
  });
  await arrived(admitted, 10);
  await eventually(
    () => Promise.resolve(searches.length),
    (length) => length > 0,
  );
  expect(admitted.every(({ connectionKey }) => connectionKey === open)).toBe(true);
  expect(searches[0]).toEqual(new Set([full]));

  isFull = false;
  loop?.claim();
  await arrived(admitted, 20);
  expect(admitted.slice(10).every(({ connectionKey }) => connectionKey === full)).toBe(true);
});

test("groups that take no more are left alone, and all others are found, however many there are", async () => {
  const groups = 1_200;
  await givenDue(3 * groups, (number) => (number < groups ? "full" : `group ${number % groups}`));
  const rest = await givenDue(5, (number) => (number === 0 ? null : number === 1 ? "" : "full"));

  const admitted = await fetching({
    room: () => 5_000,
    hasGroups: () => true,
    groupRooms: () => (_destination, group) => (group === "full" ? 0 : 1),
  });
  await arrived(admitted, 2 * groups + 2);

  expect(admitted.filter(({ group }) => group === "full")).toEqual([]);
  expect(admitted.filter(({ connectionKey }) => connectionKey === rest).map(({ group }) => group)).toEqual([
    null,
    null,
  ]);
  expect(new Set(admitted.map(({ id }) => uuidText(id))).size).toBe(admitted.length);
});

test("what a claim was lent although its answer was lost is found, and nothing is fetched twice", async () => {
  const connection = await givenDue(5);
  let isLost = true;
  const unsure: Lane = {
    ...lane,
    async run<Row>(name: string, text: string, values: readonly unknown[]) {
      const rows = await lane.run<Row>(name, text, values);
      if (name !== "claim-due-events" || !isLost) return rows;
      isLost = false;
      throw new Error("Connection terminated unexpectedly");
    },
  };
  const seenInDoubt: boolean[] = [];

  const admitted = await fetching({
    lane: unsure,
    async load(claimed, admit) {
      if (claimed.length > 0) seenInDoubt.push((loop?.inDoubt() ?? 0) > 0);
      claimed.map(deliveryOf).forEach(admit);
    },
  });
  await arrived(admitted, 5);

  expect(seenInDoubt).toEqual([true]);
  expect(admitted.map(({ attempt_number }) => attempt_number)).toEqual([1, 1, 1, 1, 1]);
  const { rows } = await database.db.query(
    `select count(*) from events where webhook_id = $1 and attempts = 1 and lease_owner is not null and claimed_by = lease_owner`,
    [connection],
  );
  expect(rows).toEqual([{ count: 5 }]);
});
