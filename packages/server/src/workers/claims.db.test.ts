/** Does a process find and load the events that are leased to it without its knowing? */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../ids.ts";
import { type ClaimedEvent, claimDueEvents } from "../store/event-leases.ts";
import { type Lane, openLane } from "../store/lane.ts";
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
/** Runs between the database's answer and our reading it. */
let meanwhile: () => Promise<unknown>;
/** How many events are loaded before reading fails. */
let readable: number;
let claims: Claims;
beforeEach(async () => {
  await database.db.query("delete from events");
  taken = [];
  held = new Set();
  readable = Number.POSITIVE_INFINITY;
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
    held: () => (id) => held.has(id),
    async load(claimed: readonly ClaimedEvent[]) {
      for (const { id } of claimed) {
        if (readable-- <= 0) throw new Error("away");
        taken.push(id);
        held.add(id);
      }
    },
    admit: () => undefined,
  });
});

async function dueEvent(): Promise<string> {
  const { project: team_id, source: source_id, connection: webhook_id } = connection;
  const request_id = await givenRequest(database.db, { team_id, source_id });
  const id = await givenEvent(database.db, { team_id, request_id, webhook_id, status: "QUEUED" });
  await database.db.query("update events set next_attempt_at = now() where id = $1", [id]);
  return id;
}

const claim = () =>
  claimDueEvents(lane, { owner, asked: [{ webhook_id: connection.connection, count: 500 }] });

/** Claims what is due, and loses the database's reply. */
async function loseAnswer(): Promise<void> {
  const taking = claims.take([connection.connection], async () => {
    await claim();
    throw new Error("Connection terminated unexpectedly");
  });
  await expect(taking).rejects.toThrow("terminated");
}

test("an event that a claim took although its answer was lost is taken in, once", async () => {
  const known = await dueEvent();
  await claims.take([connection.connection], claim);
  const id = await dueEvent();

  await loseAnswer();
  expect(claims.inDoubt()).toBe(1);
  await claims.resolveDoubt();
  await claims.resolveDoubt();

  expect(taken).toEqual([known, id]);
});

test("an event that was settled while the answer was on its way is left alone", async () => {
  await dueEvent();
  await loseAnswer();
  meanwhile = () =>
    database.db.query("update events set lease_owner = null, claimed_by = null, status = 'SUCCESSFUL'");

  await claims.resolveDoubt();

  expect(taken).toEqual([]);
});

test("an event that came back under the next number meanwhile is left to its next look", async () => {
  const id = await dueEvent();
  await loseAnswer();
  meanwhile = async () => {
    await database.db.query("update events set attempts = attempts + 1 where id = $1", [id]);
    meanwhile = () => Promise.resolve();
  };

  await claims.resolveDoubt();
  expect(taken).toEqual([]);
  await claims.resolveDoubt();

  expect(taken).toEqual([id]);
});

test("what was claimed and could not be loaded stays in doubt, and is taken in later, once", async () => {
  const ids = [await dueEvent(), await dueEvent(), await dueEvent()];
  readable = 1;

  await expect(claims.take([connection.connection], claim)).rejects.toThrow("away");
  expect([taken.length, claims.inDoubt()]).toEqual([1, 1]);
  await expect(claims.resolveDoubt()).rejects.toThrow("away");
  readable = Number.POSITIVE_INFINITY;
  await claims.resolveDoubt();

  expect(taken.toSorted()).toEqual(ids.toSorted());
});

test("a claim whose events are all here leaves no doubt", async () => {
  const id = await dueEvent();

  await claims.take([connection.connection], claim);

  expect([taken, claims.inDoubt()]).toEqual([[id], 0]);
});
