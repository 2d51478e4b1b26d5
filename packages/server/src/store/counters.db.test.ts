/** A counter is right exactly when the rows it counts are stored, and no writer ever waits for another's counter. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { eventIdBytes, newIdBytes, newRequestIdBytes, uuidText } from "../ids.ts";
import { createGroupCommit } from "../pipeline/group-commit.ts";
import { type FreshDatabase, freshDatabase } from "../testing/fresh-database.ts";
import { givenProcesses } from "../testing/given-processes.ts";
import type { Queryable } from "./database.ts";
import { type Lane, openLane } from "./lane.ts";
import { ensurePartitions } from "./partitions.ts";
import { insertRequests, type RequestRow } from "./requests.ts";
import { insertRouted, laneOf, type NewEvent } from "./routed.ts";

const OWNER = 1;

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await ensurePartitions(database.db, Date.now());
  await givenProcesses(database.db, OWNER);
});
beforeEach(() => database.db.query("truncate minute_counters, requests, events"));
afterAll(() => database.drop());

interface Subject {
  team: Uint8Array;
  subject: Uint8Array;
}
const givenSubjects = (count: number): Subject[] =>
  Array.from({ length: count }, () => ({ team: newIdBytes(), subject: newIdBytes() }));

function requestTo({ team, subject }: Subject): RequestRow {
  return {
    id: newRequestIdBytes(),
    receivedAtMs: Date.now(),
    team,
    source: subject,
    sourceKey: uuidText(subject),
    rejection_cause: null,
    verified: null,
    method: "POST",
    path: "/",
    query: null,
    headers: [],
    client_ip: null,
    body: null,
  };
}

function eventOf({ team, subject }: Subject): NewEvent {
  const request = newRequestIdBytes();
  return {
    id: eventIdBytes(request, 1),
    team,
    connection: subject,
    connectionKey: uuidText(subject),
    payload: request,
    createdAtMs: Date.now(),
    status: "QUEUED",
    delayMs: 0,
    isLeased: false,
    session: null,
  };
}

const countEvents = (tx: Queryable, subjects: readonly Subject[]) =>
  insertRouted(laneOf(tx), OWNER, {
    events: subjects.map(eventOf),
    ignored: [],
    payloads: [],
    executions: [],
  });

/** What the counters say, and how many rows there are. */
async function sums(measure: string, table: "requests" | "events") {
  const { rows } = await database.db.query<{ counted: number; stored: number }>(
    `select (select coalesce(sum(count), 0)::int from minute_counters where measure = $1) as counted,
       (select count(*)::int from ${table}) as stored`,
    [measure],
  );
  return rows[0];
}

test("two transactions that count the same subjects do not wait for each other", async () => {
  const [one, two] = givenSubjects(2);

  await database.db.transaction(async (first) => {
    await database.db.transaction(async (second) => {
      await countEvents(
        first,
        [one, two].flatMap((subject) => subject ?? []),
      );
      await countEvents(
        second,
        [two, one].flatMap((subject) => subject ?? []),
      );
    });
  });

  expect(await sums("EVENT", "events")).toEqual({ counted: 4, stored: 4 });
});

test("two processes that count many sources in any order meet no deadlock", async () => {
  const subjects = givenSubjects(60);
  const faults: unknown[] = [];
  const lanes: Lane[] = [];
  /** The lanes of one process, written to as intake does. */
  const givenProcess = () => {
    const own = [openLane(database.url), openLane(database.url)];
    lanes.push(...own);
    return createGroupCommit<RequestRow>({
      lanes: own,
      maxRows: 64,
      maxBytes: Number.POSITIVE_INFINITY,
      bytesOf: () => 0,
      write: (lane, rows) => insertRequests(lane, OWNER, rows),
      committed: () => undefined,
      failed: (_, error) => faults.push(error),
      retry: false,
    });
  };
  const processes = [givenProcess(), givenProcess()];

  for (let turn = 0; turn < 40; turn++) {
    for (const [number, process] of processes.entries())
      for (const subject of number === 0 ? subjects : subjects.toReversed()) process.add(requestTo(subject));
  }
  await Promise.all(processes.map((process) => process.drained()));
  await Promise.all(lanes.map((lane) => lane.close()));

  expect(faults).toEqual([]);
  expect(await sums("REQUEST", "requests")).toEqual({ counted: 4_800, stored: 4_800 });
});
