/** Which events that are leased to us without our knowing are taken in? */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../ids.ts";
import type { ClaimedEvent } from "../store/event-leases.ts";
import { type Lane, openLane } from "../store/lane.ts";
import { ensurePartitions } from "../store/partitions.ts";
import { registerProcess } from "../store/processes.ts";
import { type FreshDatabase, freshDatabase } from "../testing/fresh-database.ts";
import { givenConnection } from "../testing/gateway.ts";
import { givenEvent, givenRequest } from "../testing/given-api.ts";
import { type Claims, createClaims } from "./claims.ts";

let database: FreshDatabase;
let lane: Lane;
let owner: number;
let connection: Awaited<ReturnType<typeof givenConnection>>;
beforeAll(async () => {
  database = await freshDatabase();
  await ensurePartitions(database.db, Date.now());
  owner = await registerProcess(database.db, newId());
  connection = await givenConnection(database.db, { url: "http://127.0.0.1:9" });
  lane = openLane(database.url);
});
afterAll(async () => {
  await lane.close();
  await database.drop();
});

let taken: string[];
let held: Set<string>;
/** What happens between the database's answer and our reading it. */
let meanwhile: () => Promise<unknown>;
let claims: Claims;
beforeEach(() => {
  taken = [];
  held = new Set();
  meanwhile = () => Promise.resolve();
  claims = createClaims({
    lane: {
      async run<Row>(name: string, text: string, values: readonly unknown[]) {
        const rows = await lane.run<Row>(name, text, values);
        await meanwhile();
        return rows;
      },
    },
    owner: () => owner,
    betweenBeats: () => Promise.resolve(),
    held: () => (id) => held.has(id),
    load(claimed: readonly ClaimedEvent[]) {
      taken.push(...claimed.map(({ id }) => id));
      for (const { id } of claimed) held.add(id);
      return Promise.resolve([]);
    },
    admit: () => undefined,
  });
});

async function leasedEvent(): Promise<string> {
  const { project: team_id, source: source_id, connection: webhook_id } = connection;
  const request_id = await givenRequest(database.db, { team_id, source_id });
  const id = await givenEvent(database.db, { team_id, request_id, webhook_id, status: "QUEUED" });
  await database.db.query("update events set lease_owner = $2, next_attempt_at = null where id = $1", [
    id,
    owner,
  ]);
  return id;
}

test("an event that is leased to us and not here is taken in, once", async () => {
  const id = await leasedEvent();
  const known = await leasedEvent();
  held.add(known);
  claims.doubt([connection.connection]);

  await claims.resolveDoubt();
  await claims.resolveDoubt();

  expect(taken).toEqual([id]);
  held.clear();
  await database.db.query("update events set lease_owner = null");
});

test("an event that was settled while the answer was on its way is left alone", async () => {
  await leasedEvent();
  meanwhile = () => database.db.query("update events set lease_owner = null, status = 'SUCCESSFUL'");
  claims.doubt([connection.connection]);

  await claims.resolveDoubt();

  expect(taken).toEqual([]);
});

test("an event that came back under the next number meanwhile is left to its next look", async () => {
  const id = await leasedEvent();
  meanwhile = async () => {
    await database.db.query("update events set attempts = attempts + 1 where id = $1", [id]);
    meanwhile = () => Promise.resolve();
  };
  claims.doubt([connection.connection]);

  await claims.resolveDoubt();
  expect(taken).toEqual([]);
  await claims.resolveDoubt();

  expect(taken).toEqual([id]);
});
