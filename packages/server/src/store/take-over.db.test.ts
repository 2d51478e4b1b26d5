/** What happens to the work of a process that died, and how many rows does one step of its take-over look at? */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { eventIdBytes, firstIdAt, newId, newRequestIdBytes, uuidBytes } from "../ids.ts";
import { type FreshDatabase, freshDatabase } from "../testing/fresh-database.ts";
import { type ConfiguredConnection, eventually, givenConnection } from "../testing/gateway.ts";
import { givenArchivedEvents, givenManyEvents, givenManyRequests } from "../testing/given-events.ts";
import { givenEnded } from "../testing/given-processes.ts";
import type { Database, Queryable } from "./database.ts";
import { claimDueEvents, findClaimedEvents } from "./event-leases.ts";
import { type Lane, isShutOut, openLane } from "./lane.ts";
import { findGoneClaimants, readLostLeases } from "./lost-leases.ts";
import { beat, findEndedProcesses, registerProcess } from "./processes.ts";
import { type RequestRow, type UnroutedRequest, findAdopted, insertRequests } from "./requests.ts";
import { insertRouted, laneOf } from "./routed.ts";
import { FIRST_POSITION, readStretch } from "./stretch.ts";
import { type Heir, StepFailedError, type TakeOverStep, takeOverStep } from "./take-over.ts";

const LONG_AGO = firstIdAt(Date.now() - 3_600_000);

let database: FreshDatabase;
let db: Database;
let lane: Lane;
beforeAll(async () => {
  database = await freshDatabase();
  db = database.db;
  lane = openLane(database.url);
});
afterAll(async () => {
  await lane.close();
  await database.drop();
});
/** Statements that take the faults of a test away. */
const poisoned: string[] = [];
let names = 0;
async function heal(): Promise<void> {
  for (const statement of poisoned.splice(0)) await db.query(statement);
}

beforeEach(async () => {
  await heal();
  for (const table of [
    "processes",
    "attempts",
    "events",
    "requests",
    "connections",
    "sources",
    "destinations",
    "issue_triggers",
  ])
    await db.query(`delete from ${table}`);
  await db.query("delete from projects");
});

const connection = () => givenConnection(db, { url: "http://127.0.0.1:9" });

/** A process that was last heard of a minute ago. */
async function givenDead(unfinishedFrom = LONG_AGO, unroutedFrom = unfinishedFrom): Promise<number> {
  const id = await registerProcess(db, unfinishedFrom, unroutedFrom);
  await db.query(`update processes set heartbeat_at = now() - interval '1 minute' where id = $1`, [id]);
  return id;
}

async function givenHeir() {
  const id = await registerProcess(db, newId());
  const adopted: UnroutedRequest[] = [];
  const asked = {
    heir: id,
    silentForMs: 10_000,
    ended: [],
    except: [],
    limit: 4,
    adoptions: 1,
    adopting: (requests) => adopted.push(...requests),
  } satisfies Heir;
  const step = (change: Partial<Heir> = {}) => takeOverStep(db, { ...asked, ...change });
  /** Takes steps until none is left, or the next one would be the same again. */
  async function all(change: Partial<Heir> = {}): Promise<TakeOverStep[]> {
    const steps: TakeOverStep[] = [];
    for (let one = await step(change); one; one = await step(change)) {
      steps.push(one);
      if (one.isStuck) break;
    }
    return steps;
  }
  return { id, adopted, step, all };
}

const sum = (steps: readonly TakeOverStep[]) =>
  steps.reduce((total, { releasedEvents }) => total + releasedEvents, 0);

async function lease(owner: number, ids: readonly string[]): Promise<void> {
  await db.query(
    "update events set status = 'QUEUED', attempts = 1, lease_owner = $2, next_attempt_at = null where id = any ($1::uuid[])",
    [ids, owner],
  );
}

/** Events that a process holds from birth. */
async function givenBorn(owner: number, count: number, to?: ConfiguredConnection): Promise<string[]> {
  const ids = await givenManyEvents(db, to ?? (await connection()), count, "QUEUED");
  await lease(owner, ids);
  return ids;
}

async function givenUnrouted(owner: number, count: number, to: ConfiguredConnection): Promise<string[]> {
  const ids = await givenManyRequests(db, to, count);
  await db.query("update requests set accepted_by = $2 where id = any ($1::uuid[])", [ids, owner]);
  return ids;
}

async function states(): Promise<unknown[]> {
  const { rows } = await db.query(
    `select lease_owner, claimed_by, events.attempts, next_attempt_at <= now() as is_due, attempt_number,
       attempts.status, attempts.error_code, count(*)
     from events left join attempts on attempts.team_id = events.team_id and event_id = events.id
     group by 1, 2, 3, 4, 5, 6, 7`,
  );
  return rows;
}

const released = (count: number) => ({
  lease_owner: null,
  claimed_by: null,
  attempts: 1,
  is_due: true,
  attempt_number: 1,
  status: "FAILED",
  error_code: "INTERNAL_ERROR",
  count,
});

test("an event that was claimed is taken over, however old it is and wherever the mark stands", async () => {
  const to = await connection();
  await givenManyEvents(db, to, 9, "QUEUED");
  await db.query("update events set next_attempt_at = now()");
  const dead = await givenDead(newId());
  await claimDueEvents(lane, { owner: dead, asked: [{ webhook_id: to.connection, count: 9 }] });
  const heir = await givenHeir();

  const steps = await heir.all();

  expect(steps.slice(0, 3).map(({ releasedEvents }) => releasedEvents)).toEqual([4, 4, 1]);
  expect(await states()).toEqual([released(9)]);
});

test("archived events are taken over with the others, although their attempts cannot be recorded", async () => {
  const to = await connection();
  const dead = await givenDead(newId());
  const ids = [...(await givenArchivedEvents(db, to, 2)), ...(await givenManyEvents(db, to, 3))];
  await db.query(
    `update events set status = 'QUEUED', attempts = 1, lease_owner = $2, claimed_by = $2, error_code = null
     where id = any ($1::uuid[])`,
    [ids, dead],
  );
  const heir = await givenHeir();

  const steps = await heir.all();

  expect(sum(steps)).toBe(5);
  expect(await states()).toEqual(
    expect.arrayContaining([
      released(3),
      { ...released(2), attempt_number: null, status: null, error_code: null },
    ]),
  );
});

test("an event made of a request that had waited is taken over, although it is older than the mark", async () => {
  const to = await connection();
  const dead = await givenDead(newId());
  const request = uuidBytes(firstIdAt(Date.now() - 60_000));
  const event = { ...newEvent(to, request), hasWaited: true };
  await insertRouted(lane, dead, { events: [event], ignored: [], payloads: [], executions: [] });
  expect(await states()).toMatchObject([{ lease_owner: dead, claimed_by: dead, attempts: 1 }]);

  await (await givenHeir()).all();

  expect(await states()).toEqual([released(1)]);
});

test("several heirs share the steps: everything is released and adopted once", async () => {
  const dead = await givenDead();
  const [first, second] = [await connection(), await connection()];
  await givenBorn(dead, 30, first);
  await givenBorn(dead, 7, second);
  const requests = await givenUnrouted(dead, 9, second);
  const heirs = [await givenHeir(), await givenHeir()];

  const steps = (await Promise.all(heirs.map(({ all }) => all()))).flat();

  // A step that finds the row locked skips it; the last heir at work finishes.
  for (const heir of heirs) steps.push(...(await heir.all()));
  expect(sum(steps)).toBe(37);
  expect(steps.filter(({ isLast }) => isLast)).toMatchObject([{ dead }]);
  expect(await states()).toEqual([released(37)]);
  const adopted = heirs.flatMap((heir) => heir.adopted.map(({ id }) => id));
  expect(adopted.toSorted()).toEqual(requests);
  for (const heir of heirs) {
    const { rows } = await db.query<{ id: string }>(
      "select id from requests where accepted_by = $1 order by id",
      [heir.id],
    );
    expect(rows.map(({ id }) => id)).toEqual(heir.adopted.map(({ id }) => id).toSorted());
  }
});

test("an heir that dies in the middle is followed by one that goes on where it was", async () => {
  const dead = await givenDead();
  for (let project = 0; project < 3; project++) await givenBorn(dead, 10);
  const position = async () => {
    const { rows } = await db.query<{ stage: string; at: string }>(
      "select take_over_stage as stage, take_over_team || ' ' || take_over_id as at from processes where id = $1",
      [dead],
    );
    return rows[0];
  };
  const first = await givenHeir();
  const begun = [await first.step(), await first.step(), await first.step()].filter((step) => step !== null);
  const reached = await position();

  const second = await givenHeir();
  const next = await second.step();

  expect(begun.map(({ releasedEvents }) => releasedEvents)).toEqual([0, 4, 4]);
  expect(reached?.stage).toBe("BORN");
  expect([next?.releasedEvents, (await position())?.at.localeCompare(reached?.at ?? "")]).toEqual([4, 1]);
  expect(sum(begun) + (next?.releasedEvents ?? 0) + sum(await second.all())).toBe(30);
});

test("only requests that led to nothing are adopted, and the mark of the heir goes back to them", async () => {
  const to = await connection();
  const dead = await givenDead(newId(), LONG_AGO);
  const [oldest = ""] = await givenUnrouted(dead, 1, to);
  const events = await givenManyEvents(db, to, 3);
  await givenUnrouted(dead, 2, to);
  await db.query("update requests set accepted_by = $1", [dead]);
  const [rejected] = await givenManyRequests(db, to, 1, "NO_CONNECTION");
  await db.query("update requests set accepted_by = $2 where id = $1", [rejected, dead]);
  const heir = await givenHeir();

  await heir.all();

  expect(events).toHaveLength(3);
  expect(heir.adopted.map(({ id }) => id)).toContain(oldest);
  expect(heir.adopted).toHaveLength(3);
  expect(heir.adopted[0]).toMatchObject({ team_id: to.project, source_id: to.source, verified: null });
  const { rows } = await db.query("select id, unrouted_from, adoptions from processes");
  expect(rows).toEqual([{ id: heir.id, unrouted_from: oldest, adoptions: 1 }]);
});

test("a heartbeat that was on its way during an adoption does not move the mark past what was adopted", async () => {
  const to = await connection();
  const dead = await givenDead();
  const [oldest = ""] = await givenUnrouted(dead, 1, to);
  const heir = await givenHeir();
  const mark = async () => {
    const { rows } = await db.query<{ unrouted_from: string }>(
      "select unrouted_from from processes where id = $1",
      [heir.id],
    );
    return rows[0]?.unrouted_from;
  };
  const now = newId();
  const marks = { id: heir.id, unfinishedFrom: now, unroutedFrom: now };

  await heir.all();
  await beat(db, { ...marks, adoptions: 0 });
  expect(await mark()).toBe(oldest);
  await beat(db, { ...marks, adoptions: 1 });
  expect(await mark()).toBe(now);
});

test("what was adopted by a commit whose answer was lost can be asked for", async () => {
  const to = await connection();
  const dead = await givenDead();
  const ids = await givenUnrouted(dead, 2, to);
  const requests = ids.map((id) => ({ team_id: to.project, id }));
  const heir = await givenHeir();
  expect(await findAdopted(db, { heir: heir.id, requests })).toEqual(new Set());

  await heir.all();

  expect(await findAdopted(db, { heir: heir.id, requests })).toEqual(new Set(ids));
});

test("a process that still breathes keeps its work; one that is being taken over is told so", async () => {
  const alive = await registerProcess(db, LONG_AGO);
  await givenBorn(alive, 1);
  const heir = await givenHeir();
  const marks = { id: alive, unfinishedFrom: LONG_AGO, unroutedFrom: LONG_AGO, adoptions: 0 };

  expect(await heir.step()).toBeNull();
  expect(await beat(db, marks)).toBe(true);
  await db.query(`update processes set heartbeat_at = now() - interval '1 minute' where id = $1`, [alive]);
  await heir.step();

  expect(await beat(db, marks)).toBe(false);
  expect(sum(await heir.all())).toBe(1);
});

test("an heir that was declared dead itself adopts nothing", async () => {
  const dead = await givenDead();
  const requests = await givenUnrouted(dead, 1, await connection());
  const heir = await givenHeir();
  await heir.step();
  await heir.step();
  await db.query("update processes set take_over_stage = 'CLAIMED' where id = $1", [heir.id]);

  await expect(heir.step()).rejects.toMatchObject({
    cause: { message: expect.stringContaining("declared dead") as string },
  });

  const { rows } = await db.query("select id from requests where accepted_by = $1", [dead]);
  expect(rows).toEqual(requests.map((id) => ({ id })));
});

test("a process that has ended is dead at once; one that runs is not, whichever registered first", async () => {
  const running = await registerProcess(db, LONG_AGO);
  const ended = await givenEnded(db, LONG_AGO);
  const heir = await givenHeir();
  await registerProcess(db, LONG_AGO);

  const found = await findEndedProcesses(db);
  const steps = await heir.all({ ended: found });

  expect(found).toEqual([ended]);
  expect(new Set(steps.map(({ dead }) => dead))).toEqual(new Set([ended]));
  expect(running).toBeLessThan(ended);
});

test("a process of a version that did not write its pid has ended, if the database is embedded", async () => {
  const old = await registerProcess(db, LONG_AGO);
  await db.query("update processes set pid = null, pid_started = null where id = $1", [old]);

  expect(await findEndedProcesses(db)).toEqual([old]);
});

test("while silence proves nothing, a silent process keeps its work, and a take-over that has begun goes on", async () => {
  const silent = await givenDead();
  const begun = await givenDead();
  await givenBorn(silent, 1);
  const heir = await givenHeir();
  await db.query("update processes set take_over_stage = 'BORN' where id = $1", [begun]);

  const steps = await heir.all({ silentForMs: null });

  expect(new Set(steps.map(({ dead }) => dead))).toEqual(new Set([begun]));
});

/** From now on, every change of this row fails. */
async function poison(table: "events" | "requests", id: string): Promise<void> {
  await db.query(`alter table ${table} add constraint poison_${names} check (id <> '${id}') not valid`);
  poisoned.push(`alter table ${table} drop constraint poison_${names++}`);
}

test("a dead process whose step fails does not keep the heir from the others", async () => {
  const [broken, other] = [await givenDead(), await givenDead()];
  await givenBorn(other, 3);
  await db.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
     create trigger refuse before update on processes for each row when (old.id = ${broken}) execute function refuse()`,
  );
  poisoned.push("drop trigger refuse on processes", "drop function refuse");
  const heir = await givenHeir();

  const failure = await heir.step().catch((error: unknown) => error);
  const steps = await heir.all({ except: [broken] });

  expect(failure).toBeInstanceOf(StepFailedError);
  expect(failure).toMatchObject({ dead: broken, cause: { message: "refused" } });
  expect(new Set(steps.map(({ dead }) => dead))).toEqual(new Set([other]));
  expect(await states()).toEqual([released(3)]);
});

test.each([
  ["claimed", true],
  ["held from birth", false],
])("an event that was %s and cannot be released keeps back no other event", async (_, isClaimed) => {
  const dead = await givenDead();
  const ids = await givenBorn(dead, 9);
  if (isClaimed) await db.query("update events set claimed_by = lease_owner");
  await poison("events", ids[1] ?? "");
  const heir = await givenHeir();

  const steps = await heir.all();

  const { rows } = await db.query("select id from events where lease_owner = $1", [dead]);
  expect(rows).toEqual([{ id: ids[1] }]);
  expect(sum(steps)).toBe(8);
  expect(new Set(steps.flatMap(({ failed }) => failed.map(({ row }) => row.id)))).toEqual(new Set([ids[1]]));
  expect(steps.at(-1)).toMatchObject({ dead, isLast: true });
});

test("a request that cannot be adopted keeps back neither events nor the requests beside it, and is tried again", async () => {
  const to = await connection();
  const dead = await givenDead();
  await givenBorn(dead, 3, to);
  const requests = await givenUnrouted(dead, 4, to);
  await poison("requests", requests[2] ?? "");
  const heir = await givenHeir();

  const steps = await heir.all({ limit: 10 });
  const early = heir.adopted.map(({ id }) => id).toSorted();
  await heal();
  const rest = await heir.all();

  expect(sum(steps)).toBe(3);
  expect(early).toEqual(requests.filter((id) => id !== requests[2]));
  expect(steps.at(-1)).toMatchObject({ dead, isStuck: true, isLast: false });
  expect(rest.at(-1)).toMatchObject({ dead, isLast: true });
  expect(heir.adopted.map(({ id }) => id).toSorted()).toEqual(requests);
});

type Write = (on: Pick<Lane, "run">, owner: number, to: ConfiguredConnection) => Promise<unknown>;

function newRequest({ project, source }: ConfiguredConnection): RequestRow {
  return {
    id: newRequestIdBytes(),
    receivedAtMs: Date.now(),
    team: uuidBytes(project),
    source: uuidBytes(source),
    rejection_cause: null,
    verified: null,
    verification_failure: null,
    method: "POST",
    path: "/",
    query: null,
    headers: [],
    client_ip: null,
    body: null,
  };
}

function newEvent({ project, connection: webhook_id }: ConfiguredConnection, request: Uint8Array) {
  return {
    id: eventIdBytes(request, 1),
    team: uuidBytes(project),
    connection: uuidBytes(webhook_id),
    connectionKey: webhook_id,
    payload: request,
    createdAtMs: Date.now(),
    status: "QUEUED",
    delayMs: 0,
    isLeased: true,
    session: null,
  } as const;
}

/** Everything that a process writes under its own number. */
const WRITES: readonly (readonly [string, Write])[] = [
  ["a request", (on, owner, to) => insertRequests(on, owner, [newRequest(to)])],
  [
    "a request with its event",
    (on, owner, to) => {
      const request = newRequest(to);
      return insertRequests(on, owner, [request], { events: [newEvent(to, request.id)], ignored: [] });
    },
  ],
  [
    "an event of a request stored earlier",
    (on, owner, to) => {
      const events = [newEvent(to, newRequestIdBytes())];
      return insertRouted(on, owner, { events, ignored: [], payloads: [], executions: [] });
    },
  ],
  [
    "an event of a request that had waited",
    (on, owner, to) => {
      const events = [{ ...newEvent(to, newRequestIdBytes()), hasWaited: true }];
      return insertRouted(on, owner, { events, ignored: [], payloads: [], executions: [] });
    },
  ],
  [
    "an event that it does not lease",
    (on, owner, to) => {
      const events = [{ ...newEvent(to, newRequestIdBytes()), isLeased: false }];
      return insertRouted(on, owner, { events, ignored: [], payloads: [], executions: [] });
    },
  ],
  [
    "an ignored event",
    (on, owner, to) => {
      const { team, connection: at, connectionKey } = newEvent(to, newRequestIdBytes());
      const request = newRequestIdBytes();
      const ignored = [
        { team, request, connection: at, connectionKey, cause: "DISABLED" as const, meta: null },
      ];
      return insertRouted(on, owner, { events: [], ignored, payloads: [], executions: [] });
    },
  ],
  [
    "a claim",
    (on, owner, to) => claimDueEvents(on, { owner, asked: [{ webhook_id: to.connection, count: 9 }] }),
  ],
];

/** An event that a claim finds. */
async function givenDue(to: ConfiguredConnection): Promise<void> {
  await givenManyEvents(db, to, 1, "QUEUED");
  await db.query("update events set next_attempt_at = now()");
}

/** Leases of a process, and requests that it accepted and that led to nothing. */
async function workOf(owner: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select (select count(*) from events where lease_owner = $1 or claimed_by = $1)
       + (select count(*) from requests where accepted_by = $1 and not exists (
            select from events where left(events.id::text, 32) = left(requests.id::text, 32))) as count`,
    [owner],
  );
  return rows[0]?.count ?? Number.NaN;
}

/** Resolves when a session of this database waits for an advisory lock. */
async function isLockAwaited(): Promise<void> {
  await eventually(
    () =>
      db.query(
        `select from pg_locks where locktype = 'advisory' and not granted
           and database = (select oid from pg_database where datname = current_database())`,
      ),
    ({ rowCount }) => rowCount > 0,
  );
}

test.each(WRITES)(
  "%s that is being committed while its process is declared dead is taken over too",
  async (_, write) => {
    const to = await connection();
    await givenDue(to);
    const dead = await givenDead();
    const heir = await givenHeir();
    const [written, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const committing = db.transaction(async (tx) => {
      await write(laneOf(tx), dead, to);
      written.resolve();
      await letGo.promise;
    });
    await written.promise;
    expect(await workOf(dead)).toBe(0); // not visible yet

    const takingOver = heir.all();
    await Promise.race([takingOver, isLockAwaited()]);
    letGo.resolve();
    await committing;
    await takingOver;

    expect(await workOf(dead)).toBe(0);
  },
);

test.each(WRITES)(
  "%s is refused from the first step of a take-over on, and writes nothing",
  async (_, write) => {
    const to = await connection();
    await givenDue(to);
    const dead = await givenDead();
    const heir = await givenHeir();

    await heir.step();
    await expect(write(lane, dead, to)).rejects.toSatisfy(isShutOut);
    await heir.all();
    await expect(write(lane, dead, to)).rejects.toSatisfy(isShutOut);

    expect(await workOf(dead)).toBe(0);
    await write(lane, await registerProcess(db, newId()), to);
  },
);

test("a statement that began before the take-over and reaches the fence after it is refused", async () => {
  const dead = await givenDead();
  const heir = await givenHeir();
  const [held, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = db.transaction(async (tx) => {
    await tx.query("select pg_advisory_xact_lock(99)");
    held.resolve();
    await letGo.promise;
  });
  await held.promise;

  const late = db.query(
    `with waited as materialized (select pg_advisory_xact_lock(99)) select fenced($1) from waited`,
    [dead],
  );
  const refused = expect(late).rejects.toSatisfy(isShutOut);
  await isLockAwaited();
  await heir.all();
  letGo.resolve();

  await holding;
  await refused;
});

interface PlanNode {
  "Node Type": string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: PlanNode[];
}

/** Returns how many rows the query of `ask` reads in all, and which indexes. */
async function readBy(ask: (asked: Queryable) => Promise<unknown>) {
  let plan: PlanNode | undefined;
  const explaining: Queryable = {
    async query(text, values) {
      const { rows } = await db.query<{ "QUERY PLAN": { Plan: PlanNode }[] }>(
        `explain (analyze, format json) ${text}`,
        values,
      );
      plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
      return { rows: [], rowCount: 0 };
    },
  };
  await ask(explaining);
  const nodes: PlanNode[] = plan ? [plan] : [];
  for (const node of nodes) nodes.push(...(node.Plans ?? []));
  const scans = nodes.filter((node) => node["Node Type"].includes("Scan"));
  return {
    rows: scans.reduce(
      (total, node) =>
        total + (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"],
      0,
    ),
    indexes: scans.flatMap((node) => node["Index Name"] ?? []),
  };
}

test("no step looks at more than its limit, however much there is since the mark", async () => {
  const to = await connection();
  await givenManyEvents(db, to, 10_000, "SUCCESSFUL");
  for (let project = 0; project < 20; project++)
    await givenManyEvents(db, await connection(), 500, "SUCCESSFUL");
  const dead = await givenDead();
  await givenBorn(dead, 3, to);
  await db.query("update events set claimed_by = $1 where lease_owner = $1", [dead]);
  await db.query("analyze");
  const stretch = { value: dead, from: LONG_AGO, after: FIRST_POSITION, limit: 100 };

  const claimed = await readBy((asked) =>
    findClaimedEvents(asked, { owner: dead, after: FIRST_POSITION.id, limit: 100 }),
  );
  const born = await readBy((asked) =>
    readStretch(asked, { ...stretch, table: "events", wanted: "lease_owner = $5::int" }),
  );
  const unrouted = await readBy((asked) =>
    readStretch(asked, { ...stretch, table: "requests", wanted: "accepted_by = $5::int" }),
  );
  const lost = await readBy((asked) => readLostLeases(asked, { after: FIRST_POSITION, limit: 100 }));
  const gone = await readBy(findGoneClaimants);

  expect(claimed.indexes.join()).toContain("claimed_by");
  expect(claimed.rows).toBeLessThan(100);
  expect(gone.rows).toBeLessThan(100);
  for (const read of [born, unrouted, lost]) {
    expect(read.rows).toBeGreaterThanOrEqual(100);
    expect(read.rows).toBeLessThan(5 * 100);
  }
});

test("projects without anything are passed over within the same bound", async () => {
  for (let project = 0; project < 9; project++) await connection();
  const query = {
    table: "events",
    wanted: "$5::int is null",
    value: null,
    from: LONG_AGO,
    limit: 4,
  } as const;
  let [after, stretches] = [FIRST_POSITION, 0];
  for (;;) {
    stretches++;
    const { next } = await readStretch(db, { ...query, after });
    if (!next) break;
    after = next;
  }

  const { rows } = await db.query<{ count: number }>("select count(*) from projects");
  expect(stretches).toBeLessThanOrEqual(Math.ceil((rows[0]?.count ?? 0) / 3) + 1);
});
