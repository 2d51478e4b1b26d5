/**
 * Does the SQL change an event as lifecycle.ts says?
 *
 * Runs every kind of state through every statement that changes events, and compares the result with the pure
 * function of the same name. Times are compared only as none, due or later.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type EventState,
  afterAttempt,
  afterBulkAbort,
  afterBulkRetry,
  afterCancel,
  afterClaim,
  afterInterruption,
  afterPause,
  afterRetention,
  afterRetry,
  afterReturn,
  afterRouting,
  afterStop,
  afterUnpause,
} from "../lifecycle.ts";
import { eventIdBytes, firstIdAt, newRequestIdBytes, uuidBytes, uuidText } from "../ids.ts";
import { type FreshDatabase, freshDatabase } from "../testing/fresh-database.ts";
import { eventsFollowed } from "../testing/followed-events.ts";
import { type ConfiguredConnection, givenConnection } from "../testing/gateway.ts";
import { givenProcesses } from "../testing/given-processes.ts";
import { settleAttempts } from "./attempts.ts";
import {
  markConnectionEnabled,
  markConnectionPaused,
  markConnectionUnpaused,
  markConnectionsDeleted,
  markConnectionsDisabled,
} from "./connections.ts";
import { claimDueEvents, releaseStrandedEvents, returnLeases } from "./event-leases.ts";
import {
  cancelEvents,
  cancelPastRetention,
  requeueEvent,
  requeueForBulkRetry,
  withdrawBulkRetry,
} from "./events.ts";
import type { Queryable } from "./database.ts";
import { insertRouted } from "./routed.ts";
import { type Lane, openLane } from "./lane.ts";

const OWNER = 1_001;
const NOW = Date.now();
const HOUR_MS = 3_600_000;

let database: FreshDatabase;
let lane: Lane;
beforeAll(async () => {
  database = await freshDatabase();
  lane = openLane(database.url);
  await givenProcesses(database.db, OWNER);
});
afterAll(async () => {
  await lane.close();
  await database.drop();
});

interface Subject extends ConfiguredConnection {
  id: string;
}

/** What a test can say about an attempt's time without a clock. */
type Comparable = Omit<EventState, "nextAttemptAtMs"> & { next: "none" | "due" | "later" };

function comparable({ nextAttemptAtMs, ...rest }: EventState): Comparable {
  return {
    ...rest,
    next: nextAttemptAtMs === null ? "none" : nextAttemptAtMs > NOW + HOUR_MS / 2 ? "later" : "due",
  };
}

async function given(state: EventState): Promise<Subject> {
  const configured = await givenConnection(database.db, { url: "http://127.0.0.1:9" });
  const id = uuidText(eventIdBytes(newRequestIdBytes(), 1));
  await database.db.query(
    `insert into events (team_id, id, webhook_id, event_data_id, status, attempts, trigger, retries, lease_owner, claimed_by,
       next_attempt_at, last_attempt_at, response_status, error_code, updated_at, bulk_retry_id, status_before_bulk_retry)
     values ($1, $2, $3, $2, $4, $5, $6, $7, $8, case when $5 > 1 then $8::int end, now() + $9 * interval '1 millisecond', case when $10 then now() end, $11, $12, now(),
       case when $6 = 'BULK_RETRY' then $2::uuid end, 'FAILED')`,
    [
      configured.project,
      id,
      configured.connection,
      state.status,
      state.attempts,
      state.trigger,
      state.retries,
      state.isLeased ? OWNER : null,
      state.nextAttemptAtMs === null ? null : state.nextAttemptAtMs - NOW,
      state.wasAttempted,
      state.response_status,
      state.error_code,
    ],
  );
  await database.db.query(
    "insert into payloads (team_id, id, method, path, headers, body) values ($1, $2, 'POST', '/', '[]', '')",
    [configured.project, id],
  );
  return { ...configured, id };
}

async function stored({ project, id }: Subject): Promise<Comparable> {
  const { rows } = await database.db.query<Comparable>(
    `select status, attempts, trigger, retries, lease_owner is not null as "isLeased", last_attempt_at is not null as "wasAttempted",
       response_status, error_code,
       case when next_attempt_at is null then 'none' when next_attempt_at > now() + interval '30 minutes' then 'later' else 'due' end as next
     from events where team_id = $1 and id = $2`,
    [project, id],
  );
  const [row] = rows;
  if (!row) throw new Error("the event is gone");
  return row;
}

/** `claimed_by` must name the holder or no process. Otherwise a take-over would release events of other holders. */
async function isClaimedByItsHolder({ project, id }: Subject): Promise<boolean> {
  const { rowCount } = await database.db.query(
    "select from events where team_id = $1 and id = $2 and claimed_by is not null and claimed_by is distinct from lease_owner",
    [project, id],
  );
  return rowCount === 0;
}

const NEW = { isPaused: false, delayMs: 0, hasRoom: true, nowMs: NOW };
const onItsWay = afterRouting(NEW);
const failed = (at: number | null) =>
  afterAttempt(
    onItsWay,
    { response_status: 500, error_code: null },
    { atMs: at, retries: at === null ? 0 : 1 },
  );
const successful = afterAttempt(
  onItsWay,
  { response_status: 200, error_code: null },
  { atMs: null, retries: 0 },
);
const unreachable = afterAttempt(
  onItsWay,
  { response_status: null, error_code: "TIMEOUT" },
  { atMs: null, retries: 0 },
);
const refused = (state: EventState | null) => {
  if (!state) throw new Error("this event can be retried");
  return state;
};
const retried = refused(afterRetry(successful, "MANUAL", NOW));

const retriedInBulk = afterBulkRetry(failed(null), NOW);

/** Transitions lead to each state, so every case is reachable. */
const STATES: Record<string, EventState> = {
  "leased from birth": onItsWay,
  "waiting for room": afterRouting({ ...NEW, hasRoom: false }),
  delayed: afterRouting({ ...NEW, delayMs: HOUR_MS }),
  "delayed and due": afterRouting({ ...NEW, delayMs: 1, nowMs: NOW - 1_000 }),
  "held from birth": afterRouting({ ...NEW, isPaused: true }),
  successful,
  "failed for good": failed(null),
  "failed without an answer": unreachable,
  "failed, to be retried later": failed(NOW + HOUR_MS),
  "failed, retry due": failed(NOW - 1_000),
  "failed, retry claimed": afterClaim(failed(NOW - 1_000), NOW),
  "failed, retry held": afterPause(failed(NOW - 1_000), NOW),
  "successful, retried by hand": retried,
  "successful, retried by hand and claimed": afterClaim(retried, NOW),
  "failed, retried by hand": refused(afterRetry(failed(NOW + HOUR_MS), "MANUAL", NOW)),
  "failed, retried in bulk": retriedInBulk,
  "successful, its bulk retry aborted, then retried by hand": refused(
    afterRetry(afterBulkAbort(afterBulkRetry(successful, NOW), "SUCCESSFUL"), "MANUAL", NOW),
  ),
  "failed, retried in bulk and held": afterPause(retriedInBulk, NOW),
  "failed, retried in bulk and claimed": afterClaim(retriedInBulk, NOW),
  "given up in bulk while leased": afterBulkAbort(afterClaim(retriedInBulk, NOW), "FAILED"),
  "held, then released": afterUnpause(afterRouting({ ...NEW, isPaused: true }), NOW),
  cancelled: afterCancel(afterRouting({ ...NEW, isPaused: true })),
  "cancelled while leased": afterCancel(onItsWay),
  "cancelled while a manual retry is leased": afterCancel(afterClaim(retried, NOW)),
  "cancelled while an automatic retry is leased": afterCancel(afterClaim(failed(NOW - 1_000), NOW)),
  interrupted: afterInterruption(onItsWay, NOW),
  "stopped with its connection": afterStop(afterRouting({ ...NEW, isPaused: true })),
};

const bytesOf = ({ project, id, connection }: Subject) => ({
  team: uuidBytes(project),
  id: uuidBytes(id),
  connection: uuidBytes(connection),
});

function settle(
  subject: Subject,
  state: EventState,
  outcome: { response_status: number | null; error_code: "TIMEOUT" | null },
  retryWaitMs: number | null,
) {
  const { team, id, connection } = bytesOf(subject);
  const status = outcome.response_status === 200 ? ("SUCCESSFUL" as const) : ("FAILED" as const);
  return settleAttempts(lane, OWNER, [
    {
      ...outcome,
      team,
      event: id,
      connection,
      attempt_number: state.attempts,
      trigger: state.trigger,
      status,
      event_status: status,
      retryWaitMs,
      retries: retryWaitMs === null ? state.retries : state.retries + 1,
      http_method: "POST",
      requested_url: "http://127.0.0.1:9/",
      response_headers: null,
      response_body: null,
      response_body_cut: false,
      createdAtMs: NOW,
      deliveredAtMs: NOW,
      respondedAtMs: NOW,
    },
  ]);
}

const giveBack = (subject: Subject, state: EventState, status: "HOLD" | "FAILED" | "QUEUED") =>
  returnLeases(lane, OWNER, [{ ...bytesOf(subject), attempt_number: state.attempts, status }]);
const connectionIs = (subject: Subject, change: string) =>
  database.db.query(`update connections set ${change} where id = $1`, [subject.connection]);

type Change = (db: Queryable, key: { team_id: string; id: string }) => Promise<unknown>;

/** Changes the connection, and then has its events follow. */
async function followed({ project, connection }: Subject, ...changes: readonly Change[]): Promise<void> {
  for (const change of changes) await change(database.db, { team_id: project, id: connection });
  await eventsFollowed(database.db);
}

interface Operation {
  pure: (state: EventState) => EventState;
  sql: (subject: Subject, state: EventState) => Promise<unknown>;
}

const OPERATIONS: Record<string, Operation> = {
  "is claimed": {
    pure: (state) => afterClaim(state, NOW),
    sql: ({ connection }) =>
      claimDueEvents(lane, { owner: OWNER, asked: [{ webhook_id: connection, count: 500 }] }),
  },
  "is answered 200": {
    pure: (state) =>
      afterAttempt(state, { response_status: 200, error_code: null }, { atMs: null, retries: state.retries }),
    sql: (subject, state) => settle(subject, state, { response_status: 200, error_code: null }, null),
  },
  "is answered 500, without a rule": {
    pure: (state) =>
      afterAttempt(state, { response_status: 500, error_code: null }, { atMs: null, retries: state.retries }),
    sql: (subject, state) => settle(subject, state, { response_status: 500, error_code: null }, null),
  },
  "is not answered, with a rule": {
    pure: (state) =>
      afterAttempt(
        state,
        { response_status: null, error_code: "TIMEOUT" },
        { atMs: NOW + HOUR_MS, retries: state.retries + 1 },
      ),
    sql: (subject, state) =>
      settle(subject, state, { response_status: null, error_code: "TIMEOUT" }, HOUR_MS),
  },
  "is given back at a stop": {
    pure: (state) => afterReturn(state, "QUEUED", NOW),
    sql: (subject, state) => giveBack(subject, state, "QUEUED"),
  },
  "is given back because its connection is paused": {
    pure: (state) => afterReturn(state, "HOLD", NOW),
    async sql(subject, state) {
      await connectionIs(subject, "paused_at = now()");
      await giveBack(subject, state, "HOLD");
    },
  },
  "is given back because its connection is disabled": {
    pure: (state) => afterReturn(state, "FAILED", NOW),
    async sql(subject, state) {
      await connectionIs(subject, "disabled_at = now()");
      await giveBack(subject, state, "FAILED");
    },
  },
  "loses its holder": {
    pure: (state) => afterInterruption(state, NOW),
    sql: ({ project, id }) =>
      releaseStrandedEvents(database.db, { owner: OWNER, events: [{ team_id: project, id }] }),
  },
  "is cancelled": {
    pure: afterCancel,
    sql: ({ project, id }) => cancelEvents(database.db, { team_id: project, ids: [id] }),
  },
  "is retried by hand": {
    pure: (state) => afterRetry(state, "MANUAL", NOW) ?? state,
    sql: ({ project, id }) => requeueEvent(database.db, { team_id: project, id, trigger: "MANUAL" }),
  },
  "is retried in bulk": {
    pure: (state) => afterBulkRetry(state, NOW),
    sql: ({ project, id }) =>
      requeueForBulkRetry(database.db, { team_id: project, ids: [id], bulk_retry_id: id }),
  },
  "has its bulk retry aborted": {
    pure: (state) => afterBulkAbort(state, "FAILED"),
    sql: ({ project, id }) => withdrawBulkRetry(database.db, { team_id: project, bulk_retry_id: id }),
  },
  "has its connection paused": {
    pure: (state) => afterPause(state, NOW),
    sql: (subject) => followed(subject, markConnectionPaused),
  },
  "has its connection paused, and is retried by hand before it is held": {
    pure(state) {
      const again = afterRetry(state, "MANUAL", NOW);
      return afterPause(again ?? state, NOW, again === null);
    },
    sql: (subject) =>
      followed(subject, markConnectionPaused, (db) =>
        requeueEvent(db, { team_id: subject.project, id: subject.id, trigger: "MANUAL" }),
      ),
  },
  "has its connection unpaused": {
    pure: (state) => afterUnpause(state, NOW),
    async sql(subject) {
      await connectionIs(subject, "paused_at = now()");
      await followed(subject, markConnectionUnpaused);
    },
  },
  "is past retention": {
    pure: (state) => afterRetention(state, NOW + HOUR_MS / 2),
    sql: ({ project }) =>
      cancelPastRetention(database.db, {
        team_ids: [project],
        before: firstIdAt(NOW + HOUR_MS),
        sinceMs: NOW + HOUR_MS / 2,
        limit: 10,
      }),
  },
  "has its connection disabled": {
    pure: afterStop,
    sql: (subject) => followed(subject, (db, { team_id, id }) => markConnectionsDisabled(db, team_id, [id])),
  },
  "has its connection disabled, and enabled before it is cancelled": {
    pure: afterStop,
    sql: (subject) =>
      followed(
        subject,
        (db, { team_id, id }) => markConnectionsDisabled(db, team_id, [id]),
        markConnectionEnabled,
      ),
  },
  "has its connection deleted": {
    pure: afterStop,
    sql: (subject) => followed(subject, (db, { team_id, id }) => markConnectionsDeleted(db, team_id, [id])),
  },
};

describe.each(Object.entries(STATES))("an event that is %s", (_name, state) => {
  test.each(Object.entries(OPERATIONS))(
    "and %s becomes what lifecycle.ts says",
    async (_operation, { pure, sql }) => {
      const subject = await given(state);

      await sql(subject, state);

      expect(await stored(subject)).toEqual(comparable(pure(state)));
      expect(await isClaimedByItsHolder(subject)).toBe(true);
    },
  );
});

test.each([
  ["on its way at once", { ...NEW }],
  ["waiting for room", { ...NEW, hasRoom: false }],
  ["delayed", { ...NEW, delayMs: HOUR_MS }],
  ["held", { ...NEW, isPaused: true }],
])("a new event that is %s is written as lifecycle.ts says", async (_name, birth) => {
  const configured = await givenConnection(database.db, { url: "http://127.0.0.1:9" });
  if (birth.isPaused) await connectionIs({ ...configured, id: "" }, "paused_at = now()");
  const born = afterRouting(birth);
  const request = newRequestIdBytes();
  const id = eventIdBytes(request, 1);

  await insertRouted(lane, OWNER, {
    events: [
      {
        id,
        team: uuidBytes(configured.project),
        connection: uuidBytes(configured.connection),
        connectionKey: configured.connection,
        payload: request,
        status: born.status,
        delayMs: birth.delayMs,
        isLeased: born.isLeased,
        session: null,
      },
    ],
    ignored: [],
    payloads: [],
    executions: [],
  });

  expect(await stored({ ...configured, id: uuidText(id) })).toEqual(comparable(born));
});

test("many are cancelled at once, in one project only, and only those that had something to cancel are told", async () => {
  const [held, done, foreign] = await Promise.all(
    ["held from birth", "successful", "held from birth"].map((name) => given(STATES[name] ?? onItsWay)),
  );
  if (!held || !done || !foreign) throw new Error("three were given");
  await database.db.query("update events set team_id = $2 where id = $1", [done.id, held.project]);

  const ids = [held.id, done.id, foreign.id];

  expect(await cancelEvents(database.db, { team_id: held.project, ids })).toEqual([held.id]);
  expect(await cancelEvents(database.db, { team_id: held.project, ids })).toEqual([]);
  expect((await stored(foreign)).status).toBe("HOLD");
});
