/**
 * Runs the same random stories as pipeline/engine.test.ts on the real database, which must agree
 * with the pure store after every step.
 */
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EventState, attemptStatus } from "../lifecycle.ts";
import { newId, uuidBytes } from "../ids.ts";
import type { Delivery } from "../pipeline/delivery.ts";
import { createEngine } from "../testing/engine-model.ts";
import { type ClaimedAttempt, type EngineStore, createPureStore } from "../testing/engine-store.ts";
import { story } from "../testing/engine-stories.ts";
import { eventsFollowed } from "../testing/followed-events.ts";
import { type FreshDatabase, freshDatabase } from "../testing/fresh-database.ts";
import { type ConfiguredConnection, givenConnection } from "../testing/gateway.ts";
import { givenProcesses } from "../testing/given-processes.ts";
import { settleAttempts } from "./attempts.ts";
import {
  markConnectionEnabled,
  markConnectionPaused,
  markConnectionUnpaused,
  markConnectionsDisabled,
} from "./connections.ts";
import { claimDueEvents, returnLeases } from "./event-leases.ts";
import { CANCELLED_CHANNEL, cancelEvents, requeueEvent } from "./events.ts";
import { insertRouted } from "./routed.ts";
import { type Lane, openLane } from "./lane.ts";
import { createListener, type Listener } from "./listener.ts";
import { registerProcess } from "./processes.ts";
import { takeOverStep } from "./take-over.ts";

let database: FreshDatabase;
let lane: Lane;
let listener: Listener;
let heir: number;
const announced: string[] = [];
const told: { text: string; hear: (text: string) => void }[] = [];
beforeAll(async () => {
  database = await freshDatabase();
  lane = openLane(database.url);
  listener = createListener({
    url: database.url,
    channels: {
      [CANCELLED_CHANNEL]: (text) => {
        const waiting = told.findIndex((one) => text.includes(one.text));
        if (waiting >= 0) told.splice(waiting, 1)[0]?.hear(text);
        else announced.push(text);
      },
    },
    onConnected: async () => undefined,
    onLost: () => undefined,
  });
  await listener.start();
  heir = await registerProcess(database.db, newId());
  await database.db.query("update processes set heartbeat_at = now() + interval '1 day'");
});
afterAll(async () => {
  await listener.stop();
  await lane.close();
  await database.drop();
});

/** The database's announcement about this event; it arrives a moment after the commit. */
function announcementOf(id: string): Promise<string> {
  const at = announced.findIndex((text) => text.includes(id));
  const [text] = at >= 0 ? announced.splice(at, 1) : [];
  return text === undefined ? new Promise((hear) => told.push({ text: id, hear })) : Promise.resolve(text);
}

function facts({ nextAttemptAtMs, ...state }: EventState) {
  return { ...state, isWaiting: nextAttemptAtMs !== null };
}

function inOrder(claimed: readonly ClaimedAttempt[]): ClaimedAttempt[] {
  return claimed
    .map(({ id, attempts, trigger, retries }) => ({ id, attempts, trigger, retries }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** A story numbers its own processes and has its own project, so that its claims stay separate. */
function createRealStore(given: ConfiguredConnection, pure: EngineStore): EngineStore {
  const { db } = database;
  const team_id = given.project;
  const subject = {
    team: uuidBytes(team_id),
    connection: uuidBytes(given.connection),
    connectionKey: given.connection,
  };
  const events: string[] = [];
  /** The mark of each process: the first of the events that it held from birth. */
  const oldestBorn = new Map<number, string>();

  /** The state as last read; every change reads it again. */
  let known = new Map<string, EventState>();

  async function readAll(): Promise<void> {
    const { rows } = await db.query<EventState & { id: string }>(
      `select id, status, attempts, trigger, retries, lease_owner is not null as "isLeased", response_status, error_code,
         (extract(epoch from next_attempt_at) * 1000)::float8 as "nextAttemptAtMs", last_attempt_at is not null as "wasAttempted"
       from events where team_id = $1`,
      [team_id],
    );
    known = new Map(rows.map(({ id, ...state }) => [id, state]));
  }

  async function read(id: string): Promise<EventState> {
    const state = known.get(id);
    if (!state) throw new Error(`${id} was never made`);
    return state;
  }

  /** Compares only whether there is a time: the times themselves depend on the test's duration. */
  async function agree(): Promise<void> {
    await readAll();
    for (const id of events) expect(facts(await read(id))).toEqual(facts(await pure.read(id)));
  }

  async function both<Result>(
    act: (store: EngineStore) => Promise<Result>,
    real: Promise<Result>,
  ): Promise<Result> {
    const [expected, result] = [await act(pure), await real];
    expect(result).toEqual(expected);
    await agree();
    return result;
  }

  /** The events whose time has not come in the story. */
  async function notDue(): Promise<string[]> {
    const states = await Promise.all(events.map(async (id) => ({ id, ...(await pure.read(id)) })));
    return states.filter(({ nextAttemptAtMs }) => (nextAttemptAtMs ?? 0) > pure.nowMs()).map(({ id }) => id);
  }

  /**
   * The clock of the story stands still while the database acts, and an event that was given back is due a tenth of a second
   * later. So these events are postponed meanwhile, however slow the machine is.
   */
  async function postponed<Result>(early: readonly string[], act: () => Promise<Result>): Promise<Result> {
    const postpone = (hours: 1 | -1) =>
      db.query(
        `update events set next_attempt_at = next_attempt_at + $3 * interval '1 hour'
         where team_id = $1 and id = any ($2::uuid[]) and next_attempt_at is not null`,
        [team_id, early, hours],
      );
    await postpone(1);
    const result = await act();
    await postpone(-1);
    return result;
  }

  const key = (attempt: Delivery) => ({ ...subject, id: attempt.id, attempt_number: attempt.attempt_number });

  return {
    nowMs: pure.nowMs,
    connection: pure.connection,
    read,
    async insert(owner, id, birth) {
      const status = birth.isPaused ? "HOLD" : birth.delayMs > 0 ? "SCHEDULED" : "QUEUED";
      events.push(id);
      const row = {
        ...subject,
        id: uuidBytes(id),
        payload: uuidBytes(id),
        createdAtMs: Date.now(),
        status,
        delayMs: birth.delayMs,
        isLeased: status === "QUEUED" && birth.hasRoom,
        session: null,
      } as const;
      await givenProcesses(db, owner);
      await db.query(
        "insert into payloads (team_id, id, method, path, headers, body) values ($1, $2, 'POST', '/', '[]', '')",
        [team_id, id],
      );
      await both(
        (store) => store.insert(owner, id, birth),
        insertRouted(lane, owner, { events: [row], ignored: [], payloads: [], executions: [] }).then(
          () => undefined,
        ),
      );
      if (row.isLeased && !oldestBorn.has(owner)) oldestBorn.set(owner, id);
    },
    async claim(owner) {
      await givenProcesses(db, owner);
      const early = await notDue();
      const asked = [{ webhook_id: given.connection, count: 500 }];
      return both(
        async (store) => inOrder(await store.claim(owner)),
        postponed(early, () => claimDueEvents(lane, { owner, asked }).then(inOrder)),
      );
    },
    async giveBack(owner, attempt, status) {
      await both(
        (store) => store.giveBack(owner, attempt, status),
        returnLeases(lane, owner, [{ ...key(attempt), status }]),
      );
    },
    async settle(owner, attempt, outcome, planned) {
      const { trigger } = attempt;
      const status = attemptStatus(outcome);
      const retryWaitMs = planned.atMs === null ? null : planned.atMs - pure.nowMs();
      const real = settleAttempts(lane, owner, [
        {
          ...key(attempt),
          ...outcome,
          event: attempt.id,
          trigger,
          status,
          event_status: status,
          retryWaitMs,
          retries: planned.retries,
          http_method: "POST",
          requested_url: "http://127.0.0.1:9/",
          response_headers: null,
          response_body: null,
          response_body_cut: false,
          createdAtMs: Date.now(),
          deliveredAtMs: null,
          respondedAtMs: null,
        },
      ]);
      const hasChanged = real.then(({ unchanged }) => unchanged.size === 0);
      return both((store) => store.settle(owner, attempt, outcome, planned), hasChanged);
    },
    async interrupt(owner) {
      await both((store) => store.interrupt(owner), takeOver(owner, oldestBorn.get(owner) ?? newId()));
    },
    async cancel(id) {
      const expected = await pure.cancel(id);
      await cancelEvents(db, { team_id, ids: [id] });
      if (expected !== null) expect(await announcementOf(id)).toBe(expected);
      await agree();
      return expected;
    },
    retry: (id, trigger) =>
      both((store) => store.retry(id, trigger), requeueEvent(db, { team_id, id, trigger })),
    async change(what) {
      await both((store) => store.change(what), changeConnection({ team_id, id: given.connection }, what));
    },
    async follow() {
      const early = await notDue();
      await both(
        (store) => store.follow(),
        postponed(early, () => eventsFollowed(db)),
      );
    },
    async wait(ms) {
      await pure.wait(ms);
      await db.query(
        `update events set next_attempt_at = next_attempt_at - $2 * interval '1 millisecond'
         where team_id = $1 and next_attempt_at is not null`,
        [team_id, ms],
      );
      await readAll();
    },
  };
}

/** Takes over from a dead process, as another process would: in small steps. */
async function takeOver(dead: number, unfinishedFrom: string): Promise<void> {
  await database.db.query(
    `insert into processes (id, heartbeat_at, unfinished_from) overriding system value
     values ($1, now() - interval '1 hour', $2)
     on conflict (id) do update set heartbeat_at = excluded.heartbeat_at, unfinished_from = excluded.unfinished_from`,
    [dead, unfinishedFrom],
  );
  const asked = { heir, silentForMs: 10_000, ended: [], except: [], limit: 7, adoptions: 1 };
  while (await takeOverStep(database.db, { ...asked, adopting: () => undefined }));
}

async function changeConnection(
  key: { team_id: string; id: string },
  what: "pause" | "unpause" | "disable" | "enable",
): Promise<void> {
  const { db } = database;
  if (what === "pause") await markConnectionPaused(db, key);
  if (what === "unpause") await markConnectionUnpaused(db, key);
  if (what === "disable") await markConnectionsDisabled(db, key.team_id, [key.id]);
  if (what === "enable") await markConnectionEnabled(db, key);
}

test("the database tells every story as the pure store does", { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(story, async (commands) => {
      const given = await givenConnection(database.db, { url: "http://127.0.0.1:9" });
      const engine = createEngine(createRealStore(given, createPureStore()));
      for (const command of commands) await engine.run(command);
      await engine.finish();
      // Claims see every project, so events that a story leaves behind would disturb the next one.
      await database.db.query("delete from events where team_id = $1", [given.project]);
    }),
    { numRuns: 30, endOnFailure: true },
  );
});
