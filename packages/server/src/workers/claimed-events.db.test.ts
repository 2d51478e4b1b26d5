/** What happens to events leased to this process if their payloads cannot be read or are gone? */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { uuidText } from "../ids.ts";
import type { Delivery } from "../pipeline/delivery.ts";
import type { SettledAttempt } from "../store/attempts.ts";
import type { Queryable } from "../store/database.ts";
import {
  type ClaimedEvent,
  type ReturnedEvent,
  claimDueEvents,
  returnLeases,
} from "../store/event-leases.ts";
import { type Lane, openLane } from "../store/lane.ts";
import { type FreshDatabase, freshDatabase } from "../testing/fresh-database.ts";
import { givenConnection } from "../testing/gateway.ts";
import { givenManyEvents } from "../testing/given-events.ts";
import { givenProcesses } from "../testing/given-processes.ts";
import { type ClaimedEvents, createClaimedEvents } from "./claimed-events.ts";
import { type Claims, createClaims } from "./claims.ts";
import { accountFor } from "./unfinished.ts";

const OWNER = 7;

let database: FreshDatabase;
let lane: Lane;
beforeAll(async () => {
  database = await freshDatabase();
  await givenProcesses(database.db, OWNER);
  lane = openLane(database.url);
});
afterAll(async () => {
  await lane.close();
  await database.drop();
});

let admitted: Delivery[];
let settled: { attempt: SettledAttempt; done: () => void }[];
/** How many reads of payloads succeed before they fail. */
let readable: number;
/** How many events the ready queue has bytes for. */
let mostAdmitted: number;
let givenBack: { event: ReturnedEvent; done: () => void }[];
let events: ClaimedEvents;
let claims: Claims;
beforeEach(async () => {
  await database.db.query("delete from events");
  admitted = [];
  settled = [];
  readable = Number.POSITIVE_INFINITY;
  mostAdmitted = Number.POSITIVE_INFINITY;
  givenBack = [];
  const query: Queryable["query"] = async (text, values) => {
    if (text.includes("join payloads on") && readable-- <= 0) throw new Error("away");
    return database.db.query(text, values);
  };
  events = createClaimedEvents({
    db: { query },
    routing: { byConnection: () => undefined },
    settle: (attempt, done) => settled.push({ attempt, done }),
    hasBytes: () => admitted.length < mostAdmitted,
    giveBack: (event, done) => givenBack.push({ event, done }),
    tracing: null,
  });
  claims = createClaims({
    lane,
    owner: () => OWNER,
    held: () => accountFor({ held: admitted, beingWritten: [], ending: events.ending }),
    load: events.load,
    admit: (delivery) => admitted.push(delivery),
  });
});

async function givenDue(count: number) {
  const connection = await givenConnection(database.db, { url: "http://127.0.0.1:9" });
  const ids = await givenManyEvents(database.db, connection, count, "QUEUED");
  await database.db.query("update events set next_attempt_at = now()");
  const webhook_id = connection.connection;
  const claim = (): Promise<ClaimedEvent[]> =>
    claimDueEvents(lane, { owner: OWNER, asked: [{ webhook_id, count }] });
  return { ids, take: () => claims.take([webhook_id], claim) };
}

test("what was loaded before reading failed is here, and the rest follows without it", async () => {
  const { ids, take } = await givenDue(250);
  readable = 2;

  await expect(take()).rejects.toThrow("away");
  expect(admitted).toHaveLength(200);
  readable = Number.POSITIVE_INFINITY;
  await claims.resolveDoubt();

  expect(admitted.map(({ id }) => uuidText(id)).toSorted()).toEqual(ids);
  expect(admitted.every(({ isClaimed }) => isClaimed)).toBe(true);
});

test("large bodies come into memory as long as it has room for them; the other events become due again", async () => {
  const { ids, take } = await givenDue(5);
  await database.db.query("update payloads set body = decode(repeat('61', 100000), 'hex')");
  mostAdmitted = 2;

  await take();
  const endingMeanwhile = events.ending.size;
  await returnLeases(
    lane,
    OWNER,
    givenBack.map(({ event }) => event),
  );
  for (const { done } of givenBack) done();

  expect(admitted.map(({ payload }) => payload.body?.length)).toEqual([100_000, 100_000]);
  expect([endingMeanwhile, events.ending.size]).toEqual([3, 0]);
  const here = new Set(admitted.map(({ id }) => uuidText(id)));
  const { rows } = await database.db.query<{ id: string; lease_owner: number | null; attempts: number }>(
    "select id, lease_owner, attempts from events order by id",
  );
  expect(rows).toEqual(
    ids.map((id) =>
      here.has(id) ? { id, lease_owner: OWNER, attempts: 1 } : { id, lease_owner: null, attempts: 0 },
    ),
  );
});

test("an event whose payload is gone is settled once, however often its lease is found", async () => {
  const { ids, take } = await givenDue(101);
  const [gone = ""] = ids;
  await database.db.query(
    "delete from payloads where id = (select event_data_id from events where id = $1)",
    [gone],
  );
  readable = 1;

  await expect(take()).rejects.toThrow("away");
  readable = Number.POSITIVE_INFINITY;
  await claims.resolveDoubt();
  await claims.resolveDoubt();

  expect(settled.map(({ attempt }) => [uuidText(attempt.event), attempt.error_code])).toEqual([
    [gone, "PAYLOAD_MISSING"],
  ]);
  expect(admitted).toHaveLength(100);
  settled[0]?.done();
  expect(events.ending.size).toBe(0);
});
