/** Which process holds an event, and how does the next process get it? */
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventIdBytes, newId, newRequestIdBytes, uuidBytes, uuidText } from "../ids.ts";
import { freshDatabase } from "../testing/fresh-database.ts";
import { type ConfiguredConnection, givenConnection } from "../testing/gateway.ts";
import { givenProcesses } from "../testing/given-processes.ts";
import { type SettledAttempt, settleAttempts } from "./attempts.ts";
import {
  type ClaimedEvent,
  claimDueEvents,
  claimDueOfGroups,
  claimDueWithoutGroup,
  findBornOf,
  findClaimsOf,
  findWaitingConnections,
  findWaitingGroups,
  returnLeases,
} from "./event-leases.ts";
import { requeueEvent } from "./events.ts";
import { type NewEvent, insertRouted } from "./routed.ts";
import { type Lane, openLane } from "./lane.ts";
import { ensurePartitions } from "./partitions.ts";
import { insertRequests } from "./requests.ts";

/** One moment for the whole file, because midnight may come while it runs. */
const STARTED_AT_MS = Date.now();

const [ALICE, BOB, CAROL] = [1_001, 1_002, 1_003];

let database: Awaited<ReturnType<typeof freshDatabase>>;
let lane: Lane;
beforeAll(async () => {
  database = await freshDatabase();
  lane = openLane(database.url);
  await ensurePartitions(database.db, STARTED_AT_MS);
  await givenProcesses(database.db, ALICE, BOB, CAROL);
});
afterAll(async () => {
  await lane.close();
  await database.drop();
});

const FIRST_ID = "00000000-0000-0000-0000-000000000000";

interface Given extends ConfiguredConnection {
  request: Buffer;
  event: Buffer;
}

async function givenRequest(acceptedBy: number, given?: ConfiguredConnection): Promise<Given> {
  const configured = given ?? (await givenConnection(database.db, { url: "http://127.0.0.1:9" }));
  const request = newRequestIdBytes();
  await insertRequests(lane, acceptedBy, [
    {
      id: request,
      receivedAtMs: Date.now(),
      team: uuidBytes(configured.project),
      source: uuidBytes(configured.source),
      rejection_cause: null,
      verified: null,
      verification_failure: null,
      method: "POST",
      path: "/",
      query: null,
      headers: [],
      client_ip: null,
      body: Buffer.from("x"),
    },
  ]);
  return { ...configured, request, event: eventIdBytes(request, 1) };
}

async function givenEvent({ owner, isLeased }: { owner: number; isLeased: boolean }): Promise<Given> {
  const given = await givenRequest(owner);
  await insertRouted(lane, owner, routed(newEvent(given, isLeased)));
  return given;
}

const routed = (event: NewEvent) => ({ events: [event], ignored: [], payloads: [], executions: [] });

function newEvent(given: Given, isLeased: boolean) {
  return {
    id: given.event,
    team: uuidBytes(given.project),
    connection: uuidBytes(given.connection),
    connectionKey: given.connection,
    payload: given.request,
    createdAtMs: Date.now(),
    status: "QUEUED" as const,
    delayMs: 0,
    isLeased,
    session: null,
  };
}

function settled(given: Given, attempt_number: number): SettledAttempt {
  return {
    team: uuidBytes(given.project),
    event: given.event,
    connection: uuidBytes(given.connection),
    attempt_number,
    trigger: "INITIAL",
    status: "SUCCESSFUL",
    event_status: "SUCCESSFUL",
    retryWaitMs: null,
    retries: 0,
    response_status: 200,
    error_code: null,
    http_method: "POST",
    requested_url: "http://127.0.0.1:9/",
    response_headers: [],
    response_body: Buffer.from("ok"),
    response_body_cut: false,
    createdAtMs: Date.now(),
    deliveredAtMs: Date.now(),
    respondedAtMs: Date.now(),
  };
}

async function eventRow({ event }: Given) {
  const { rows } = await database.db.query<{
    status: string;
    attempts: number;
    lease_owner: number | null;
    due: boolean;
  }>(`select status, attempts, lease_owner, next_attempt_at is not null as due from events where id = $1`, [
    uuidText(event),
  ]);
  return rows[0];
}

async function attemptsOf({ event }: Given) {
  const { rows } = await database.db.query(
    `select attempt_number, status, error_code from attempts where event_id = $1 order by attempt_number`,
    [uuidText(event)],
  );
  return rows;
}

async function claim(owner: number, on = lane): Promise<ClaimedEvent[]> {
  const waiting = await findWaitingConnections(on, { after: FIRST_ID, limit: 1_000 });
  return claimDueEvents(on, {
    owner,
    asked: waiting.map(({ webhook_id }) => ({ webhook_id, count: 50 })),
  });
}
const mine = (given: Given, claims: ClaimedEvent[]) =>
  claims.filter((claimed) => claimed.id === uuidText(given.event));

test("two workers never hold the same event, and the claim numbers the attempt", async () => {
  const given = await givenEvent({ owner: ALICE, isLeased: false });

  const others = [openLane(database.url), openLane(database.url)];
  const claims = (await Promise.all([claim(ALICE), claim(BOB, others[0]), claim(CAROL, others[1])])).flat();
  await Promise.all(others.map((other) => other.close()));

  expect(mine(given, claims).map((claimed) => claimed.attempts)).toEqual([1]);
  expect(await eventRow(given)).toMatchObject({ attempts: 1, due: false });
});

test("a claim takes of each connection what it was asked for, oldest first", async () => {
  const busy = await givenEvent({ owner: ALICE, isLeased: false });
  const second = await givenRequest(ALICE, busy);
  await insertRouted(lane, ALICE, routed(newEvent(second, false)));
  const other = await givenEvent({ owner: ALICE, isLeased: false });

  const claimed = await claimDueEvents(lane, {
    owner: BOB,
    asked: [busy, other].map(({ connection }) => ({ webhook_id: connection, count: 1 })),
  });

  expect(claimed.map(({ id }) => id).toSorted()).toEqual(
    [uuidText(busy.event), uuidText(other.event)].toSorted(),
  );
  expect(await eventRow(second)).toMatchObject({ lease_owner: null, due: true });
});

test("connections with something waiting are found one after the other, and told apart by whether it is due", async () => {
  const [due, later, leased] = [
    await givenEvent({ owner: ALICE, isLeased: false }),
    await givenEvent({ owner: ALICE, isLeased: false }),
    await givenEvent({ owner: ALICE, isLeased: true }),
  ];
  await database.db.query(`update events set next_attempt_at = now() + interval '1 hour' where id = $1`, [
    uuidText(later.event),
  ]);

  const all = await findWaitingConnections(lane, { after: FIRST_ID, limit: 1_000 });
  const found = new Map(all.map(({ webhook_id, is_due }) => [webhook_id, is_due]));
  expect([due, later, leased].map(({ connection }) => found.get(connection))).toEqual([
    true,
    false,
    undefined,
  ]);

  const [first] = await findWaitingConnections(lane, { after: FIRST_ID, limit: 1 });
  const rest = await findWaitingConnections(lane, { after: first?.webhook_id ?? "", limit: 1_000 });
  expect(rest).toEqual(all.slice(1));
});

test("a claim whose answer was lost is found again by its owner, and by nobody else", async () => {
  const given = await givenEvent({ owner: ALICE, isLeased: false });
  const webhook_ids = [given.connection];
  const claimed = await claimDueEvents(lane, {
    owner: ALICE,
    asked: webhook_ids.map((webhook_id) => ({ webhook_id, count: 5 })),
  });

  for (const event of claimed) event.due_ms = null; // no longer known
  expect(await findClaimsOf(lane, { owner: ALICE, webhook_ids })).toEqual(claimed);
  expect(await findClaimsOf(lane, { owner: BOB, webhook_ids })).toEqual([]);
  await settleAttempts(lane, ALICE, [settled(given, 1)]);
  expect(await findClaimsOf(lane, { owner: ALICE, webhook_ids })).toEqual([]);
});

test("an event written with a request whose answer was lost is found by the request's id", async () => {
  const born = await givenEvent({ owner: ALICE, isLeased: true });
  const waiting = await givenEvent({ owner: ALICE, isLeased: false });
  const requests = [born, waiting].map(({ project, request }) => ({
    team_id: project,
    id: uuidText(request),
  }));

  const found = await findBornOf(database.db, { owner: ALICE, requests });

  expect(found.map(({ id, attempts, is_claimed }) => [id, attempts, is_claimed])).toEqual([
    [uuidText(born.event), 1, false],
  ]);
  expect(await findBornOf(database.db, { owner: BOB, requests })).toEqual([]);
  await claimDueEvents(lane, { owner: ALICE, asked: [{ webhook_id: waiting.connection, count: 1 }] });
  expect(await findBornOf(database.db, { owner: ALICE, requests: requests.slice(1) })).toEqual([]);
});

test("a lease that is given back is claimed by nobody", async () => {
  const given = await givenEvent({ owner: ALICE, isLeased: false });
  await claimDueEvents(lane, { owner: ALICE, asked: [{ webhook_id: given.connection, count: 1 }] });

  await returnLeases(lane, ALICE, [
    {
      team: uuidBytes(given.project),
      id: given.event,
      connection: uuidBytes(given.connection),
      attempt_number: 1,
      status: "QUEUED",
    },
  ]);

  expect(await findClaimsOf(lane, { owner: ALICE, webhook_ids: [given.connection] })).toEqual([]);
});

test("an event leased from birth is nobody else's to claim", async () => {
  const given = await givenEvent({ owner: ALICE, isLeased: true });

  expect(mine(given, await claim(BOB))).toEqual([]);
  expect(await eventRow(given)).toEqual({ status: "QUEUED", attempts: 1, lease_owner: ALICE, due: false });
});

test("the same routing written twice is the same event once", async () => {
  const given = await givenEvent({ owner: ALICE, isLeased: true });

  await insertRouted(lane, ALICE, routed(newEvent(given, true)));

  const { rowCount } = await database.db.query(`select 1 from events where team_id = $1`, [given.project]);
  expect(rowCount).toBe(1);
});

test("settling ends the lease; settling what another process holds by now changes nothing but the record", async () => {
  const given = await givenEvent({ owner: ALICE, isLeased: true });
  const stolen = await givenEvent({ owner: BOB, isLeased: true });

  await settleAttempts(lane, ALICE, [settled(given, 1), settled(stolen, 1)]);

  expect(await eventRow(given)).toEqual({ status: "SUCCESSFUL", attempts: 1, lease_owner: null, due: false });
  expect(await eventRow(stolen)).toMatchObject({ status: "QUEUED", lease_owner: BOB });
  expect(await attemptsOf(stolen)).toEqual([{ attempt_number: 1, status: "SUCCESSFUL", error_code: null }]);
});

test("a lease given back unused gives back its number", async () => {
  const given = await givenEvent({ owner: ALICE, isLeased: true });

  await returnLeases(lane, ALICE, [
    {
      team: uuidBytes(given.project),
      id: given.event,
      connection: uuidBytes(given.connection),
      attempt_number: 1,
      status: "QUEUED",
    },
  ]);

  expect(await eventRow(given)).toEqual({ status: "QUEUED", attempts: 0, lease_owner: null, due: true });
});

test("a lease given back on wrong beliefs about its connection is due again", async () => {
  const given = await givenEvent({ owner: ALICE, isLeased: true });
  const giveBack = (status: "FAILED" | "HOLD", attempt_number: number) =>
    returnLeases(lane, ALICE, [
      {
        team: uuidBytes(given.project),
        id: given.event,
        connection: uuidBytes(given.connection),
        attempt_number,
        status,
      },
    ]);

  await giveBack("FAILED", 1);
  expect(await eventRow(given)).toEqual({ status: "QUEUED", attempts: 0, lease_owner: null, due: true });

  await database.db.query(`update connections set disabled_at = now() where id = $1`, [given.connection]);
  await database.db.query(`update events set lease_owner = $2, attempts = 1 where id = $1`, [
    uuidText(given.event),
    ALICE,
  ]);
  await giveBack("FAILED", 1);
  expect(await eventRow(given)).toEqual({ status: "FAILED", attempts: 0, lease_owner: null, due: false });
});

test("an event on its way cannot be retried, one that has ended can", async () => {
  const given = await givenEvent({ owner: ALICE, isLeased: true });
  const retry = () =>
    requeueEvent(database.db, { team_id: given.project, id: uuidText(given.event), trigger: "MANUAL" });

  expect(await retry()).toBe(false);
  await settleAttempts(lane, ALICE, [settled(given, 1)]);
  expect(await retry()).toBe(true);
  expect(
    await requeueEvent(database.db, { team_id: newId(), id: uuidText(given.event), trigger: "MANUAL" }),
  ).toBe(false);
});

test("partitions are there for the coming week, and making them again makes none", async () => {
  expect(await ensurePartitions(database.db, STARTED_AT_MS)).toEqual({ made: [], missing: [] });
  expect((await ensurePartitions(database.db, STARTED_AT_MS + 24 * 3_600_000)).made).toHaveLength(6);
});

/** A connection with this many due events in each group, in this order; null: created without groups. */
async function givenGroups(counts: readonly (readonly [group: string | null, count: number])[]) {
  const given = await givenConnection(database.db, { url: "http://127.0.0.1:9" });
  for (const [group, count] of counts) {
    await database.db.query(
      `insert into events (team_id, id, webhook_id, event_data_id, status, attempts, trigger, next_attempt_at, updated_at,
         delivery_group)
       select $1, id, $2, id, 'QUEUED', 0, 'INITIAL', now(), now(), $4 from unnest($3::uuid[]) as row (id)`,
      [given.project, given.connection, Array.from({ length: count }, newId), group],
    );
  }
  return given.connection;
}

const groupsOf = (claimed: readonly ClaimedEvent[]) =>
  claimed.map((event) => event.delivery_group).toSorted((a, b) => (a ?? "").localeCompare(b ?? ""));

test("events are claimed by group, and those without one among all", async () => {
  const webhook_id = await givenGroups([
    ["a", 5],
    ["b", 2],
    ["", 2],
    [null, 3],
  ]);
  const asked = ["a", "b", "", "c"].map((delivery_group) => ({ webhook_id, delivery_group, count: 3 }));

  expect(await findWaitingGroups(lane, { webhook_id, after: "", limit: 9 })).toEqual([
    { delivery_group: "a", is_due: true },
    { delivery_group: "b", is_due: true },
  ]);
  expect(await findWaitingGroups(lane, { webhook_id, after: "a", limit: 9 })).toHaveLength(1);
  expect(groupsOf(await claimDueOfGroups(lane, { owner: ALICE, asked }))).toEqual([
    "",
    "",
    "a",
    "a",
    "a",
    "b",
    "b",
  ]);
  const others = [{ webhook_id, count: 9 }];
  expect(groupsOf(await claimDueWithoutGroup(lane, { owner: ALICE, asked: others }))).toEqual([
    null,
    null,
    null,
  ]);
  expect(await claimDueWithoutGroup(lane, { owner: BOB, asked: others })).toEqual([]);
  expect(await findClaimsOf(lane, { owner: ALICE, webhook_ids: [webhook_id] })).toHaveLength(10);
  expect(groupsOf(await claimDueEvents(lane, { owner: BOB, asked: others }))).toEqual(["a", "a"]);
});

test("to find and claim what is in one group, the others are not gone through", async () => {
  const webhook_id = await givenGroups([
    ["a", 20_000],
    ["b", 1],
  ]);
  await database.db.query("analyze events");
  /** How many blocks the statement of `ask` touches. */
  async function blocksOf(ask: (asked: Pick<Lane, "run">) => Promise<unknown>): Promise<number> {
    let blocks = 0;
    const explaining: Pick<Lane, "run"> = {
      async run(_name, text, values) {
        const { rows } = await database.db.query<{ "QUERY PLAN": { Plan: Record<string, number> }[] }>(
          `explain (analyze, buffers, format json) ${text}`,
          values,
        );
        const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
        blocks = (plan?.["Shared Hit Blocks"] ?? 0) + (plan?.["Shared Read Blocks"] ?? 0);
        return [];
      },
    };
    await ask(explaining);
    return blocks;
  }
  const asked = [{ webhook_id, delivery_group: "b", count: 5 }];

  const found = await blocksOf((to) => findWaitingGroups(to, { webhook_id, after: "", limit: 9 }));
  const claimed = await blocksOf((to) => claimDueOfGroups(to, { owner: ALICE, asked }));
  const amongAll = await blocksOf((to) =>
    claimDueWithoutGroup(to, { owner: ALICE, asked: [{ webhook_id, count: 5 }] }),
  );

  expect([found > 0, claimed > 0]).toEqual([true, true]);
  expect(Math.max(found, claimed) * 4).toBeLessThan(amongAll);
});
