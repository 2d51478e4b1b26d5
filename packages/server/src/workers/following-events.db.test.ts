/** Do events follow their connection's state, however many there are and whatever happens in between? */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../ids.ts";
import { createLog } from "../log.ts";
import {
  type ConnectionBehind,
  findConnectionBehind,
  markConnectionEnabled,
  markConnectionPaused,
  markConnectionUnpaused,
  markConnectionsDeleted,
  markConnectionsDisabled,
} from "../store/connections.ts";
import { claimCliEvents, claimUnreachableEvents } from "../store/cli-claims.ts";
import type { Database, Queryable } from "../store/database.ts";
import { claimDueEvents, claimDueOfGroups, claimDueWithoutGroup } from "../store/event-leases.ts";
import { requeueEvent } from "../store/events.ts";
import { followWithSomeEvents, recordFollowed } from "../store/followed-events.ts";
import { type Lane, openLane } from "../store/lane.ts";
import { createListener } from "../store/listener.ts";
import { ROUTING_CHANNEL } from "../store/routing.ts";
import { eventsFollowed } from "../testing/followed-events.ts";
import { type FreshDatabase, freshDatabase } from "../testing/fresh-database.ts";
import { type ConfiguredConnection, eventually, givenConnection } from "../testing/gateway.ts";
import { givenManyEvents } from "../testing/given-events.ts";
import { givenProcesses } from "../testing/given-processes.ts";
import { createFollowingEvents, createFollowingTurn } from "./following-events.ts";

const OWNER = 1;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";
const log = createLog(() => undefined);

let database: FreshDatabase;
let db: Database;
let lane: Lane;
let given: ConfiguredConnection;
beforeAll(async () => {
  database = await freshDatabase();
  ({ db } = database);
  lane = openLane(database.url);
  await givenProcesses(db, OWNER);
});
afterAll(async () => {
  await lane.close();
  await database.drop();
});
beforeEach(async () => {
  await eventsFollowed(db); // what the test before left behind
  given = await givenConnection(db, { url: "http://127.0.0.1:9" });
});

const key = () => ({ team_id: given.project, id: given.connection });
const change = {
  pause: () => markConnectionPaused(db, key()),
  unpause: () => markConnectionUnpaused(db, key()),
  disable: () => markConnectionsDisabled(db, given.project, [given.connection]),
  enable: () => markConnectionEnabled(db, key()),
  delete: () => markConnectionsDeleted(db, given.project, [given.connection]),
};

/** Due now, delayed by an hour, or held. Returns their ids. */
async function givenEvents(count: number, status: "QUEUED" | "SCHEDULED" | "HOLD"): Promise<string[]> {
  const ids = await givenManyEvents(db, given, count, status);
  if (status === "QUEUED")
    await db.query("update events set next_attempt_at = now() where id = any ($1::uuid[])", [ids]);
  return ids;
}

async function countOf(connection = given.connection): Promise<Record<string, number>> {
  const { rows } = await db.query<{ what: string; count: number }>(
    `select concat_ws(' ', status, error_code, case when next_attempt_at <= now() then 'due'
       when next_attempt_at is not null then 'later' end) as what, count(*)
     from events where webhook_id = $1 group by what`,
    [connection],
  );
  return Object.fromEntries(rows.map(({ what, count }) => [what, count]));
}

async function seen(): Promise<ConnectionBehind> {
  const connection = await findConnectionBehind(db, FIRST_ID);
  if (!connection) throw new Error("no connection is behind");
  return connection;
}

async function isBehind(): Promise<boolean> {
  return (await findConnectionBehind(db, FIRST_ID)) !== null;
}

const claim = () =>
  claimDueEvents(lane, { owner: OWNER, asked: [{ webhook_id: given.connection, count: 500 }] });
const smallTurn = (on: Queryable = db) => createFollowingTurn({ db: on, log }, { step: 10 });

async function turnsUntilFollowed(turn: ReturnType<typeof smallTurn>): Promise<number[]> {
  const events: number[] = [];
  for (;;) {
    const taken = await turn();
    events.push(taken.events);
    if (!taken.isBehind) return events;
  }
}

describe("in small steps", () => {
  test("an unpause makes everything held due", async () => {
    await change.pause();
    await eventsFollowed(db);
    await givenEvents(25, "HOLD");
    await givenEvents(2, "SCHEDULED");

    await change.unpause();
    const before = await countOf();
    const steps = await turnsUntilFollowed(smallTurn());

    expect(before).toEqual({ HOLD: 25, "SCHEDULED later": 2 });
    expect(steps).toEqual([10, 10, 5]);
    expect(await countOf()).toEqual({ "QUEUED due": 25, "SCHEDULED later": 2 });
    expect(await isBehind()).toBe(false);
  });

  test("a pause holds everything due, and nothing else", async () => {
    await givenEvents(25, "QUEUED");
    await givenEvents(2, "SCHEDULED");

    await change.pause();
    const steps = await turnsUntilFollowed(smallTurn());

    expect(steps).toEqual([10, 10, 5]);
    expect(await countOf()).toEqual({ HOLD: 25, "SCHEDULED later": 2 });
  });

  test.each(["disable", "delete"] as const)("a %s cancels everything pending", async (what) => {
    await givenEvents(13, "QUEUED");
    await givenEvents(2, "SCHEDULED");
    await givenEvents(13, "HOLD");
    await givenManyEvents(db, given, 2, "SUCCESSFUL");

    await change[what]();
    const steps = await turnsUntilFollowed(smallTurn());

    expect(steps).toEqual([10, 10, 8]);
    expect(await countOf()).toEqual({ "FAILED CANCELLED": 28, SUCCESSFUL: 2 });
  });

  test("a deletion of many connections cancels what waits for each of them", async () => {
    const connections: string[] = [];
    for (let made = 0; made < 45; made++) {
      given = await givenConnection(db, { url: "http://127.0.0.1:9" });
      connections.push(given.connection);
      if (made % 5 === 0) await givenEvents(3, "HOLD");
      await change.delete();
    }

    await turnsUntilFollowed(smallTurn());

    for (const [at, connection] of connections.entries())
      expect(await countOf(connection)).toEqual(at % 5 === 0 ? { "FAILED CANCELLED": 3 } : {});
    expect(await isBehind()).toBe(false);
  });

  test("connections take turns: a short line does not wait for a long one", async () => {
    await change.pause();
    await eventsFollowed(db);
    const long = given;
    await givenEvents(100, "HOLD");
    await change.unpause();
    given = await givenConnection(db, { url: "http://127.0.0.1:9" });
    await givenEvents(3, "QUEUED");
    await change.pause();

    const turn = smallTurn();
    await turn();
    await turn();

    expect(await countOf()).toEqual({ HOLD: 3 });
    expect((await countOf(long.connection)).HOLD).toBeGreaterThan(0);
  });
});

describe("between the steps", () => {
  test("another process goes on where one has crashed", async () => {
    await givenEvents(25, "HOLD");
    await change.disable();
    await smallTurn()();

    expect(await isBehind()).toBe(true);
    await turnsUntilFollowed(smallTurn()); // a new process, which knows nothing of the first turn

    expect(await countOf()).toEqual({ "FAILED CANCELLED": 25 });
  });

  test("two loops at once bring every event in line once", async () => {
    await change.pause();
    await eventsFollowed(db);
    await givenEvents(2_000, "HOLD");
    await change.unpause();
    const turns = [smallTurn(), smallTurn()];

    const [one = [], other = []] = await Promise.all(turns.map(turnsUntilFollowed));

    expect([...one, ...other].reduce((sum, events) => sum + events, 0)).toBe(2_000);
    expect(await countOf()).toEqual({ "QUEUED due": 2_000 });
    expect(await isBehind()).toBe(false);
  });

  test("what another transaction is changing is passed over, and counts as not done until it has been", async () => {
    const ids = await givenEvents(3, "HOLD");
    await change.disable();

    const meanwhile = await db.transaction(async (tx) => {
      await tx.query("select from events where id = $1 for update", [ids[0]]);
      return [await smallTurn()(), await smallTurn()()];
    });
    const after = await smallTurn()();

    expect(meanwhile).toMatchObject([
      { events: 2, isBehind: true },
      { events: 0, isBehind: true },
    ]);
    expect(after).toMatchObject({ events: 1, isBehind: false });
    expect(await countOf()).toEqual({ "FAILED CANCELLED": 3 });
  });

  test("pause, unpause, pause: everything is held in the end", async () => {
    const turn = smallTurn();
    await givenEvents(35, "QUEUED");
    for (const what of ["pause", "unpause", "pause"] as const) {
      await change[what]();
      await turn();
    }

    await turnsUntilFollowed(turn);

    expect(await countOf()).toEqual({ HOLD: 35 });
  });

  test("unpause, pause, unpause: everything is due in the end", async () => {
    const turn = smallTurn();
    await change.pause();
    await eventsFollowed(db);
    await givenEvents(35, "HOLD");
    for (const what of ["unpause", "pause", "unpause"] as const) {
      await change[what]();
      await turn();
    }

    await turnsUntilFollowed(turn);

    expect(await countOf()).toEqual({ "QUEUED due": 35 });
  });

  test.each([0, 1, 2])(
    "disable and enable after %i steps: what was pending is cancelled, what came later is delivered",
    async (steps) => {
      const turn = smallTurn();
      await givenEvents(15, "QUEUED");
      await givenEvents(15, "HOLD");
      await givenEvents(5, "SCHEDULED");
      await change.disable();
      for (let taken = 0; taken < steps; taken++) await turn();
      await change.enable();
      await givenEvents(4, "QUEUED");
      await givenEvents(1, "SCHEDULED");

      await turnsUntilFollowed(turn);

      expect(await countOf()).toEqual({ "FAILED CANCELLED": 35, "QUEUED due": 4, "SCHEDULED later": 1 });
      expect(await claim()).toHaveLength(4);
    },
  );

  test("disable and enable of a paused connection: old events are cancelled, new ones held", async () => {
    await change.pause();
    await givenEvents(15, "HOLD");
    await change.disable();
    await change.enable();
    await givenEvents(4, "QUEUED");

    await turnsUntilFollowed(smallTurn());

    expect(await countOf()).toEqual({ "FAILED CANCELLED": 15, HOLD: 4 });
  });

  test("disable, enable, disable: whatever waits is cancelled", async () => {
    const turn = smallTurn();
    await givenEvents(15, "HOLD");
    await change.disable();
    await turn();
    await change.enable();
    await givenEvents(15, "QUEUED");
    await turn();
    await change.disable();

    await turnsUntilFollowed(turn);

    expect(await countOf()).toEqual({ "FAILED CANCELLED": 30 });
  });
});

describe("a step for a state that has passed", () => {
  test("changes nothing", async () => {
    await givenEvents(3, "HOLD");
    await change.disable();
    const { id, state_number } = await seen();
    await change.enable();
    await givenEvents(2, "QUEUED");

    const changed = await followWithSomeEvents(db, { id, state_number, following: "cancel", limit: 10 });

    expect(changed).toBe(0);
    expect(await countOf()).toEqual({ HOLD: 3, "QUEUED due": 2 });
  });

  test("does not record a change that came between the last step and the record", async () => {
    await change.pause();
    const { id, state_number } = await seen();
    await givenEvents(3, "HOLD");
    expect(await followWithSomeEvents(db, { id, state_number, following: "hold", limit: 10 })).toBe(0);
    await change.unpause();

    expect(await recordFollowed(db, { id, state_number, following: "hold" })).toBe(false);

    expect(await isBehind()).toBe(true);
    await eventsFollowed(db);
    expect(await countOf()).toEqual({ "QUEUED due": 3 });
  });

  test("waits for a change that is being made, and then does nothing", async () => {
    await change.pause();
    const { id, state_number } = await seen();
    await givenEvents(3, "QUEUED");
    let step: Promise<number> = Promise.resolve(0);

    await db.transaction(async (tx) => {
      await markConnectionUnpaused(tx, key());
      step = followWithSomeEvents(db, { id, state_number, following: "hold", limit: 10 });
      await eventually(
        () => db.query(`select from pg_locks where not granted`),
        ({ rowCount }) => rowCount > 0,
      );
    });

    expect(await step).toBe(0);
    expect(await countOf()).toEqual({ "QUEUED due": 3 });
  });
});

const asked = () => [{ webhook_id: given.connection, count: 500, delivery_group: "shop" }];
const claims: Record<string, () => Promise<unknown[]>> = {
  "one by one": claim,
  "of a group": async () => {
    await db.query("update events set delivery_group = 'shop' where webhook_id = $1", [given.connection]);
    return claimDueOfGroups(lane, { owner: OWNER, asked: asked() });
  },
  "made before there were groups": () => claimDueWithoutGroup(lane, { owner: OWNER, asked: asked() }),
  "for a CLI": async () => {
    const session_id = newId();
    await db.query(
      `with client as (
         insert into cli_clients (id, team_id, device_name) values ($1::uuid, $2, $1::uuid::text)),
       session as (
         insert into cli_sessions (id, team_id, cli_id, webhook_ids, process_id) values ($1, $2, $1, array[$3::uuid], $4))
       update events set cli_session_id = $1 where webhook_id = $3`,
      [session_id, given.project, given.connection, OWNER],
    );
    const waiting = { webhook_id: given.connection, session_id, count: 500 };
    return claimCliEvents(lane, { owner: OWNER, asked: [waiting] });
  },
  "for a CLI that is gone": () =>
    claimUnreachableEvents(lane, { owner: OWNER, limit: 500, webhookIds: [given.connection] }),
};

describe("claims", () => {
  describe.each(Object.keys(claims))("%s", (how) => {
    test("there is something to claim", async () => {
      await givenEvents(3, "QUEUED");

      expect(await claims[how]?.()).toHaveLength(3);
    });

    test.each([
      ["to be held", ["pause"]],
      ["to be cancelled", ["disable"]],
      ["to be cancelled although their connection is enabled again", ["disable", "enable"]],
      ["to be cancelled with their connection", ["delete"]],
    ] as const)("but no events that are %s", async (_, changes) => {
      await givenEvents(3, "QUEUED");
      for (const what of changes) await change[what]();

      const before = await claims[how]?.();
      await eventsFollowed(db);
      const after = await claims[how]?.();

      expect([before, after]).toEqual([[], []]);
    });
  });

  test("take what an unpause has released, while more is still held", async () => {
    await change.pause();
    await eventsFollowed(db);
    await givenEvents(25, "HOLD");
    await change.unpause();
    await smallTurn()();

    expect(await claim()).toHaveLength(10);
    expect(await isBehind()).toBe(true);
  });

  test("take a retry by hand during a pause, once the others are held", async () => {
    const [retried = ""] = await givenEvents(1, "HOLD");
    await givenEvents(3, "QUEUED");
    await change.pause();
    await requeueEvent(db, { team_id: given.project, id: retried, trigger: "MANUAL" });

    await eventsFollowed(db);

    expect(await countOf()).toEqual({ "QUEUED due": 1, HOLD: 3 });
    expect((await claim()).map(({ id }) => id)).toEqual([retried]);
  });
});

test("a change is announced to those who route, and that its events have followed is not", async () => {
  const heard: string[] = [];
  const listener = createListener({
    url: database.url,
    channels: { [ROUTING_CHANNEL]: (source) => heard.push(source) },
    onConnected: async () => undefined,
    onLost: () => undefined,
  });
  await listener.start();

  await change.pause();
  await eventsFollowed(db);
  await listener.caughtUp();
  await listener.stop();

  expect(heard).toEqual([given.source]);
});

test("a destination that takes more than was released is noticed", async () => {
  await change.pause();
  await eventsFollowed(db);
  await givenEvents(2_500, "HOLD");
  await change.unpause();
  const turn = createFollowingTurn({ db, log }, { step: 1_000 });

  const [first, second] = [await turn(), await turn()];

  expect([first.isAwaited, second.isAwaited]).toEqual([true, false]);
});

test("the loop notices a change by itself, and ends when nothing is behind", async () => {
  await givenEvents(1_200, "HOLD");
  await change.disable();
  const loop = createFollowingEvents({ db, log });

  loop.start();
  await eventually(isBehind, (behind) => !behind);
  await loop.stop();

  expect(await countOf()).toEqual({ "FAILED CANCELLED": 1_200 });
});

test("while a failing connection is tried again, others have their turn", async () => {
  await givenEvents(3, "HOLD");
  await change.disable();
  const failing = given.connection;
  given = await givenConnection(db, { url: "http://127.0.0.1:9" });
  await givenEvents(3, "HOLD");
  await change.disable();
  const broken: Queryable = {
    query: (text, values) =>
      text.includes("update events") && values?.[0] === failing
        ? Promise.reject(new Error("broken"))
        : db.query(text, values),
  };
  const turn = smallTurn(broken);

  await expect(turn()).rejects.toThrow("broken");
  await turn().catch(() => undefined); // visits the other connection first, then fails at the broken one again

  expect(await countOf()).toEqual({ "FAILED CANCELLED": 3 });
  await eventsFollowed(db);
});
