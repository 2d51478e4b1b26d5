/**
 * Settling is the pipeline's most frequent write: PostgreSQL's statistics show which rows it read, and whether it touched
 * an index. It also meets changes that others make to its events at the same moment.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventIdBytes, newId, newIdBytes, newRequestIdBytes, uuidText } from "../ids.ts";
import { type FreshDatabase, freshDatabase } from "../testing/fresh-database.ts";
import { givenProcesses } from "../testing/given-processes.ts";
import { requestIdAt } from "../testing/request-id-at.ts";
import { type SettledAttempt, settleAttempts } from "./attempts.ts";
import type { Queryable } from "./database.ts";
import { cancelEvents } from "./events.ts";
import { type Lane, openLane } from "./lane.ts";
import { insertRouted, laneOf } from "./routed.ts";

const OWNER = 1;
const DAY_MS = 24 * 60 * 60 * 1000;

let given: FreshDatabase;
beforeAll(async () => {
  given = await freshDatabase();
  await givenProcesses(given.db, OWNER);
});
afterAll(() => given.drop());

async function countUpdates(tx: Queryable): Promise<{ updates: number; in_place: number }> {
  const { rows } = await tx.query<{ updates: number; in_place: number }>(
    `select sum(pg_stat_get_xact_tuples_updated(inhrelid))::int as updates,
       sum(pg_stat_get_xact_tuples_hot_updated(inhrelid))::int as in_place
     from pg_inherits where inhparent = 'events'::regclass`,
  );
  return rows[0] ?? { updates: 0, in_place: 0 };
}

/** Writes an event of one connection for each request, all leased to `OWNER`, and returns what settles them. */
async function givenEvents(
  lane: Pick<Lane, "run">,
  requests: readonly Buffer[],
  outcome: Partial<SettledAttempt> = {},
): Promise<SettledAttempt[]> {
  const [team, connection] = [newIdBytes(), newIdBytes()];
  const createdAtMs = Date.now();
  const subject = { team, connection, connectionKey: uuidText(connection) };
  const leased = { createdAtMs, status: "QUEUED", delayMs: 0, isLeased: true, session: null } as const;
  await insertRouted(lane, OWNER, {
    events: requests.map((request) => ({
      ...subject,
      ...leased,
      id: eventIdBytes(request, 1),
      payload: request,
    })),
    ignored: [],
    payloads: [],
    executions: [],
  });
  const settled = {
    ...subject,
    attempt_number: 1,
    trigger: "INITIAL",
    status: "SUCCESSFUL",
    event_status: "SUCCESSFUL",
    retryWaitMs: null,
    retries: 0,
    response_status: 200,
    error_code: null,
    http_method: "POST",
    requested_url: `https://example.com/${newId()}`,
    response_headers: [],
    response_body: null,
    response_body_cut: false,
    createdAtMs,
    deliveredAtMs: createdAtMs,
    respondedAtMs: createdAtMs,
    ...outcome,
  } as const;
  return requests.map((request) => Object.assign({ event: eventIdBytes(request, 1) }, settled));
}

function requestsNow(count: number): Buffer[] {
  return Array.from({ length: count }, newRequestIdBytes);
}

/** How many of the updates that settle one new event PostgreSQL made in place. */
async function inPlace(outcome: Partial<SettledAttempt>): Promise<{ updates: number; in_place: number }> {
  return given.db.transaction(async (tx) => {
    const attempts = await givenEvents(laneOf(tx), requestsNow(1), outcome);
    const before = await countUpdates(tx);
    await settleAttempts(laneOf(tx), OWNER, attempts);
    const after = await countUpdates(tx);
    return { updates: after.updates - before.updates, in_place: after.in_place - before.in_place };
  });
}

test.each([200, 201, 204, 299])(
  "an event that is delivered at once, with %i, changes no index",
  async (status) => {
    expect(await inPlace({ response_status: status })).toEqual({ updates: 1, in_place: 1 });
  },
);

test("an event that fails enters the indexes by which it is found", async () => {
  const failed = { status: "FAILED", event_status: "FAILED", response_status: 500 } as const;

  expect(await inPlace(failed)).toEqual({ updates: 1, in_place: 0 });
});

test("settling reads its own events, and none of those that began between them", async () => {
  const lane = openLane(given.url);
  const readEvents = async () =>
    Number(
      (
        await lane.run<{ read: string }>(
          "read",
          `select sum(seq_tup_read + idx_tup_fetch) as read from pg_stat_xact_user_tables
           join pg_inherits on inhrelid = relid where inhparent = 'events'::regclass`,
          [],
        )
      )[0]?.read,
    );
  await lane.run("begin", "begin", []);
  const attempts = await givenEvents(lane, requestsNow(1_000));
  const before = await readEvents();
  await settleAttempts(
    lane,
    OWNER,
    attempts.filter((_, index) => index % 333 === 0),
  );
  const after = await readEvents();
  await lane.run("rollback", "rollback", []);
  await lane.close();

  expect(after - before).toBe(4);
});

/** What PostgreSQL knows about the table decides how it looks for the events: see `settling` in attempts.ts. */
test.each([0, 10_000])(
  "beside %i other events, settling waits for a cancel of one of its own, and settles them all",
  async (others) => {
    const lane = openLane(given.url);
    for (let made = 0; made < others; made += 1_000) await givenEvents(lane, requestsNow(1_000));
    await given.db.query("analyze events");
    const attempts = await givenEvents(lane, [
      ...requestsNow(2),
      requestIdAt(Date.now() - DAY_MS),
      ...requestsNow(1),
      requestIdAt(Date.now() - DAY_MS),
    ]);
    const [cancelled] = attempts;
    if (!cancelled) throw new Error("no attempt was given");
    const isWaiting = async () =>
      (
        await given.db.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and application_name = 'posthorn lane'`,
        )
      ).rowCount;

    const { settling } = await given.db.transaction(async (tx) => {
      await cancelEvents(tx, { team_id: uuidText(cancelled.team), ids: [uuidText(cancelled.event)] });
      const begun = settleAttempts(lane, OWNER, attempts);
      await expect.poll(isWaiting).toBe(1);
      return { settling: begun };
    });

    expect((await settling).unchanged).toEqual(new Set());
    const { rowCount: stillHeld } = await given.db.query(
      "select from events where id = any ($1::uuid[]) and lease_owner is not null",
      [attempts.map(({ event }) => uuidText(event))],
    );
    expect(stillHeld).toBe(0);
    await lane.close();
  },
);
