/** What does the settler pass on after a commit, and what does the log say about an attempt? */
import { publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Alarms, createAlarms } from "../../alarms.ts";
import { eventIdBytes, newIdBytes, newRequestIdBytes, uuidText } from "../../ids.ts";
import { type Log, type LogLevel, createLog } from "../../log.ts";
import type { SettledAttempt } from "../../store/attempts.ts";
import { releaseStrandedEvents } from "../../store/event-leases.ts";
import { type Lane, openLane } from "../../store/lane.ts";
import { dropOldDays } from "../../store/old-days.ts";
import { ensurePartitions } from "../../store/partitions.ts";
import { insertRouted } from "../../store/routed.ts";
import { type FreshDatabase, freshDatabase } from "../../testing/fresh-database.ts";
import { givenProcesses } from "../../testing/given-processes.ts";
import { requestIdAt } from "../../testing/request-id-at.ts";
import { logAttempts } from "./attempt-log.ts";
import { createSettler } from "./settler.ts";

const OWNER = 1;
const DAY_MS = 24 * 60 * 60 * 1000;
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

const silent = createLog(() => undefined);

/** A leased event, and the attempt that its destination has just answered. */
async function givenAttempt(outcome: Partial<SettledAttempt> = {}): Promise<SettledAttempt> {
  const [team, connection, request] = [newIdBytes(), newIdBytes(), newRequestIdBytes()];
  const subject = { team, connection };
  const { event = eventIdBytes(request, 1) } = outcome;
  const createdAtMs = Date.now();
  await insertRouted(lane, OWNER, {
    events: [
      {
        ...subject,
        connectionKey: uuidText(connection),
        id: event,
        payload: request,
        status: "QUEUED",
        delayMs: 0,
        isLeased: true,
        session: null,
      },
    ],
    ignored: [],
    payloads: [],
    executions: [],
  });
  return {
    ...subject,
    event,
    attempt_number: 1,
    trigger: "INITIAL",
    status: "SUCCESSFUL",
    event_status: "SUCCESSFUL",
    retryWaitMs: null,
    retries: 0,
    response_status: 200,
    error_code: null,
    http_method: "POST",
    requested_url: "http://user:hunter2@api.test/?key=hunter2",
    response_headers: ["Set-Cookie", "hunter2"],
    response_body: Buffer.from("hunter2"),
    response_body_cut: false,
    createdAtMs,
    deliveredAtMs: createdAtMs + 2,
    respondedAtMs: createdAtMs + 9,
    ...outcome,
  };
}

/** Makes the day of its event, as if it had been made 40 days ago. */
async function givenOldAttempt(): Promise<SettledAttempt> {
  const atMs = Date.now() - 40 * DAY_MS;
  await ensurePartitions(database.db, atMs);
  return givenAttempt({ event: eventIdBytes(requestIdAt(atMs), 1) });
}

async function stored({ event }: SettledAttempt) {
  const { rows } = await database.db.query(
    `select status, error_code, lease_owner, next_attempt_at is not null as is_waiting,
       (select count(*)::int from attempts where event_id = events.id) as attempts_recorded
     from events where id = $1`,
    [uuidText(event)],
  );
  return rows[0];
}

async function countedAttempts({ connection }: SettledAttempt) {
  const { rows } = await database.db.query<{ successful: number }>(
    `select sum(count)::int as successful from attempt_news where webhook_id = $1 and status = 'SUCCESSFUL'`,
    [uuidText(connection)],
  );
  return rows[0]?.successful;
}

/** Settles these in one batch, and resolves when all of them are stored. */
interface Watched {
  log?: Log;
  alarms?: Alarms;
  /** What each attempt ended as. */
  ended?: (SettledAttempt | null)[];
}

async function settleTogether(
  attempts: readonly SettledAttempt[],
  settled: (batch: readonly SettledAttempt[]) => void,
  { log = silent, alarms = createAlarms(), ended = [] }: Watched = {},
): Promise<void> {
  const settler = createSettler({ lanes: [lane], log, alarms, owner: () => OWNER, settled });
  const settle = (attempt: SettledAttempt) =>
    new Promise<SettledAttempt | null>((done) => settler.settle(attempt, done));
  ended.push(...(await Promise.all(attempts.map(settle))));
  await settler.drained();
}

test("a committed batch is handed on once, with the facts of all its attempts", async () => {
  const attempts = [await givenAttempt(), await givenAttempt(), await givenAttempt()];
  const batches: (readonly SettledAttempt[])[] = [];

  await settleTogether(attempts, (batch) => void batches.push(batch));

  expect(batches).toEqual([attempts]);
  for (const attempt of attempts) {
    expect(await stored(attempt)).toMatchObject({ status: "SUCCESSFUL", lease_owner: null });
  }
});

test("an attempt that PostgreSQL refuses ends as failed, without its answer, and raises an alarm; the rest of its batch is stored as it is", async () => {
  const good = await givenAttempt();
  const bad = await givenAttempt({ http_method: "PO\u0000ST" });
  const handedOn: SettledAttempt[] = [];
  const alarms = createAlarms();

  await settleTogether([good, bad], (batch) => void handedOn.push(...batch), { alarms });

  expect(alarms.readings()).toContainEqual({ name: "settling_refused", raised: 1, isActive: true });
  expect(handedOn).toEqual([good, expect.objectContaining({ event: bad.event, error_code: "UNKNOWN" })]);
  expect(await stored(good)).toMatchObject({ status: "SUCCESSFUL", attempts_recorded: 1 });
  expect(await stored(bad)).toEqual({
    status: "FAILED",
    error_code: "UNKNOWN",
    lease_owner: null,
    is_waiting: false,
    attempts_recorded: 1,
  });
});

test("the retry that a rule has planned is made, although PostgreSQL refuses the answer", async () => {
  const failure = {
    status: "FAILED",
    event_status: "FAILED",
    response_status: 500,
    retryWaitMs: 60_000,
  } as const;
  const bad = await givenAttempt({ ...failure, http_method: "PO\u0000ST" });

  await settleTogether([bad], () => undefined);

  expect(await stored(bad)).toMatchObject({ status: "FAILED", error_code: "UNKNOWN", is_waiting: true });
});

test("an attempt whose event another process holds is not handed on; the rest of its batch is", async () => {
  const [mine, lost] = [await givenAttempt(), await givenAttempt()];
  await releaseStrandedEvents(database.db, {
    owner: OWNER,
    events: [{ team_id: uuidText(lost.team), id: uuidText(lost.event) }],
  });
  const handedOn: SettledAttempt[] = [];
  const ended: (SettledAttempt | null)[] = [];

  await settleTogether([mine, lost], (batch) => void handedOn.push(...batch), { ended });

  expect(handedOn).toEqual([mine]);
  expect(ended).toEqual([mine, null]);
});

test("attempts of a day that retention has dropped give their events the outcome, and the log names them", async () => {
  const archived = [await givenOldAttempt(), await givenOldAttempt()];
  const recent = await givenAttempt();
  await dropOldDays(database.db, "attempts", Date.now() - 31 * DAY_MS);
  const handedOn: SettledAttempt[] = [];
  const lines: string[] = [];

  await settleTogether([...archived, recent], (batch) => void handedOn.push(...batch), {
    log: createLog((line) => lines.push(line)),
  });

  for (const attempt of archived) {
    expect(await stored(attempt)).toEqual({
      status: "SUCCESSFUL",
      error_code: null,
      lease_owner: null,
      is_waiting: false,
      attempts_recorded: 0,
    });
  }
  expect(await stored(recent)).toMatchObject({ status: "SUCCESSFUL", attempts_recorded: 1 });
  expect(handedOn).toEqual([...archived, recent]);
  expect(lines.map((line) => JSON.parse(line))).toEqual(
    archived.map(({ event }) =>
      expect.objectContaining({ event: "attempt.not_recorded", event_id: publicId("event", event) }),
    ),
  );
});

test("a fault of a listener is logged, and the batch is neither written again nor held", async () => {
  const attempt = await givenAttempt();
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line));
  let calls = 0;

  await settleTogether(
    [attempt],
    () => {
      calls++;
      throw new Error("a counter is broken");
    },
    { log },
  );

  expect(calls).toBe(1);
  expect(await countedAttempts(attempt)).toBe(1);
  expect(lines.join("\n")).toContain("a counter is broken");
});

async function linesAt(level: LogLevel, attempts: readonly SettledAttempt[]): Promise<string[]> {
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line), level);
  await settleTogether(attempts, (batch) => logAttempts(log, batch));
  return lines;
}

test("at debug level each attempt is one line: ids, outcome, durations, and no secret", async () => {
  const ended = await givenAttempt();
  const failed = await givenAttempt({
    status: "FAILED",
    event_status: "FAILED",
    response_status: null,
    error_code: "TIMEOUT",
    retryWaitMs: 60_000,
    deliveredAtMs: null,
    respondedAtMs: null,
  });

  const lines = await linesAt("debug", [ended, failed]);

  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      at: expect.any(String),
      level: "debug",
      event: "attempt.settled",
      project_id: publicId("project", ended.team),
      connection_id: publicId("connection", ended.connection),
      event_id: publicId("event", ended.event),
      attempt_number: 1,
      trigger: "INITIAL",
      status: "SUCCESSFUL",
      response_status: 200,
      error_code: null,
      retry_wait_ms: null,
      until_sent_ms: 2,
      until_answered_ms: 9,
    },
    expect.objectContaining({
      event_id: publicId("event", failed.event),
      status: "FAILED",
      response_status: null,
      error_code: "TIMEOUT",
      retry_wait_ms: 60_000,
      until_sent_ms: null,
      until_answered_ms: null,
    }),
  ]);
  expect(lines.join("\n")).not.toContain("hunter2");
});

test("at info level an attempt leaves no line", async () => {
  expect(await linesAt("info", [await givenAttempt()])).toEqual([]);
});
