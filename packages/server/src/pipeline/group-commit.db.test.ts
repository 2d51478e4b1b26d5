/** Batches on a database that is really slow, and on one whose replies get lost. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { eventIdBytes, newIdBytes, newRequestIdBytes, uuidText } from "../ids.ts";
import { type SettledAttempt, settleAttempts } from "../store/attempts.ts";
import { type Lane, openLane } from "../store/lane.ts";
import { type NewEvent, type NewIgnoredEvent, insertRouted } from "../store/routed.ts";
import { type FreshDatabase, freshDatabase } from "../testing/fresh-database.ts";
import { givenProcesses } from "../testing/given-processes.ts";
import { inPlaceOfPostgres } from "../testing/in-place-of-postgres.ts";
import { type GroupCommitOptions, createGroupCommit } from "./group-commit.ts";

const OWNER = 1;
const [TEAM, CONNECTION] = [newIdBytes(), newIdBytes()];
const SUBJECT = { team: TEAM, connection: CONNECTION, connectionKey: uuidText(CONNECTION) };

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await givenProcesses(database.db, OWNER);
  // A lane gives a statement 3 s. More than 16 rows are far too many for that, and 16 leave little to spare.
  await database.db.query(
    `create function take_time() returns trigger language plpgsql as $$
     begin
       perform pg_sleep(case when count(*) > 16 then 60 when count(*) = 16 then 2 else 0 end) from stored;
       return null;
     end $$;
     create trigger slow after insert on attempts referencing new table as stored
       for each statement execute function take_time();
     alter table attempts disable trigger slow`,
  );
});
beforeEach(async () => {
  await database.db.query("alter table attempts disable trigger slow");
  await database.db.query(
    "truncate event_news, attempt_news, ignored_news, events, ignored_events, attempts",
  );
});
afterAll(() => database.drop());

function attemptAt(event: Uint8Array): SettledAttempt {
  const nowMs = Date.now();
  return {
    ...SUBJECT,
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
    requested_url: "https://example.com",
    response_headers: [],
    response_body: null,
    response_body_cut: false,
    createdAtMs: nowMs,
    deliveredAtMs: nowMs,
    respondedAtMs: nowMs,
  };
}
const newAttempts = (count: number) =>
  Array.from({ length: count }, () => attemptAt(eventIdBytes(newRequestIdBytes(), 1)));

/** Commits attempts, and records the size of each batch that was tried or stored. */
function givenSettling(lanes: readonly Lane[], options: Partial<GroupCommitOptions<SettledAttempt>> = {}) {
  const tried: number[] = [];
  const stored: number[] = [];
  const failed: number[] = [];
  const commits = createGroupCommit<SettledAttempt>({
    lanes,
    maxRows: 32,
    maxBytes: Number.POSITIVE_INFINITY,
    bytesOf: () => 0,
    async write(lane, rows) {
      tried.push(rows.length);
      await settleAttempts(lane, OWNER, rows);
    },
    committed: (rows) => stored.push(rows.length),
    failed: (rows) => failed.push(rows.length),
    retry: true,
    ...options,
  });
  return { commits, tried, stored, failed };
}

const sumOf = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + size, 0);

/** What the counters say, and how many rows there are, by measure. */
async function sums() {
  const { rows } = await database.db.query<Record<string, number>>(
    `select (select count(*)::int from attempts) as attempts, (select count(*)::int from events) as events,
       (select count(*)::int from ignored_events) as ignored,
       (select coalesce(sum(count), 0)::int from attempt_news) as attempts_counted,
       (select coalesce(sum(count), 0)::int from event_news) as events_counted,
       (select coalesce(sum(count), 0)::int from ignored_news) as ignored_counted`,
  );
  return rows[0];
}

test("a batch that a slow disk cannot store in time is stored in halves, and the next one begins smaller", async () => {
  const lane = openLane(database.url);
  const { commits, tried, stored, failed } = givenSettling([lane]);
  await database.db.query("alter table attempts enable trigger slow");

  for (const attempt of newAttempts(32)) commits.add(attempt);
  await commits.drained();
  // A machine that is very busy may not manage sixteen in time either; then it goes on with eight.
  expect(tried.slice(0, 2)).toEqual([32, 16]);
  const before = tried.length;
  for (const attempt of newAttempts(17)) commits.add(attempt);
  await commits.drained();

  expect(tried.length).toBeGreaterThan(before + 1);
  expect(Math.max(...tried.slice(1))).toBe(16);
  expect({ stored: sumOf(stored), failed }).toEqual({ stored: 49, failed: [] });
  expect(await sums()).toMatchObject({ attempts: 49, attempts_counted: 49 });
  await lane.close();
});

test("where somebody waits, a batch out of time fails at once, and the next one is smaller", async () => {
  const lane = openLane(database.url);
  const { commits, tried, stored, failed } = givenSettling([lane], { retry: false });
  await database.db.query("alter table attempts enable trigger slow");

  for (const attempt of newAttempts(49)) commits.add(attempt);
  await commits.drained();

  expect(tried.slice(0, 2)).toEqual([32, 16]);
  expect(failed[0]).toBe(32);
  expect(sumOf(stored) + sumOf(failed)).toBe(49);
  expect(await sums()).toMatchObject({ attempts: sumOf(stored), attempts_counted: sumOf(stored) });
  await lane.close();
});

/** A proxy to PostgreSQL that can cut the connection instead of passing on the reply to the next commit. */
async function givenLossyLane() {
  let isLosing = false;
  let lost = 0;
  const between = await inPlaceOfPostgres(database.url, (socket, callPostgres) => {
    const upstream = callPostgres();
    socket.on("data", (chunk) => upstream.write(chunk));
    socket.on("end", () => upstream.end());
    upstream.on("end", () => socket.end());
    upstream.on("data", (chunk) => {
      if (!isLosing || !chunk.includes(READY_FOR_QUERY)) {
        socket.write(chunk);
        return;
      }
      isLosing = false;
      lost++;
      socket.destroy();
    });
  });
  return {
    lane: openLane(between.url),
    loseNextAnswer: () => (isLosing = true),
    lost: () => lost,
    close: between.close,
  };
}
/** "Z", five bytes, idle: the transaction is over. */
const READY_FOR_QUERY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

test("attempts whose commit lost its answer are stored once and counted once", async () => {
  const { lane, loseNextAnswer, lost, close } = await givenLossyLane();
  const { commits, tried, stored } = givenSettling([lane]);
  const [first] = newAttempts(1);
  if (first) commits.add(first);
  await commits.drained();

  loseNextAnswer();
  for (const attempt of newAttempts(7)) commits.add(attempt);
  await commits.drained();

  expect({ tried, stored, lost: lost() }).toEqual({ tried: [1, 7, 7], stored: [1, 7], lost: 1 });
  expect(await sums()).toMatchObject({ attempts: 8, attempts_counted: 8 });
  await lane.close();
  close();
});

test("events and ignored events whose commit lost its answer are stored once and counted once", async () => {
  const { lane, loseNextAnswer, lost, close } = await givenLossyLane();
  const event = (extra: Partial<NewEvent> = {}): NewEvent => ({
    ...SUBJECT,
    id: eventIdBytes(newRequestIdBytes(), 1),
    payload: newRequestIdBytes(),
    status: "QUEUED",
    delayMs: 0,
    isLeased: true,
    session: null,
    ...extra,
  });
  const ignored: NewIgnoredEvent = {
    ...SUBJECT,
    request: newRequestIdBytes(),
    cause: "FILTERED",
    meta: null,
  };
  const batches = [
    { events: [event(), event()], ignored: [ignored] },
    // In groups: the statement with extras.
    {
      events: [event({ delivery_group: "a" }), event()],
      ignored: [{ ...ignored, request: newRequestIdBytes() }],
    },
  ];
  const tried = new Set<unknown>();
  const commits = createGroupCommit<(typeof batches)[number]>({
    lanes: [lane],
    maxRows: 1,
    maxBytes: 1,
    bytesOf: () => 1,
    async write(on, rows) {
      const [only] = rows;
      if (only && !tried.has(only)) loseNextAnswer();
      if (only) tried.add(only);
      await insertRouted(on, OWNER, {
        ...(only ?? { events: [], ignored: [] }),
        payloads: [],
        executions: [],
      });
    },
    committed: () => undefined,
    failed: (_, error) => expect(error).toBeNull(),
    retry: true,
  });
  await lane.run("connected", "select 1", []);

  for (const batch of batches) commits.add(batch);
  await commits.drained();

  expect(lost()).toBe(2);
  expect(await sums()).toMatchObject({ events: 4, events_counted: 4, ignored: 2, ignored_counted: 2 });
  await lane.close();
  close();
});
