/** Counts equal the rows, whatever happens to the rows and whenever the news are moved. */
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  DELIVERY_ERROR_CODES,
  EVENT_STATUSES,
  IGNORED_CAUSES,
  REJECTION_CAUSES,
} from "@posthorn/contract/causes";
import { createdAt, eventIdBytes, newId, newIdBytes, newRequestIdBytes, uuidText } from "../ids.ts";
import { createGroupCommit } from "../pipeline/group-commit.ts";
import { type FreshDatabase, freshDatabase } from "../testing/fresh-database.ts";
import { MASTER_KEY } from "../testing/given-access.ts";
import { givenProcesses } from "../testing/given-processes.ts";
import { miscounted } from "../testing/miscounted.ts";
import { requestIdAt } from "../testing/request-id-at.ts";
import { moveAllNews } from "../workers/counting.ts";
import { packAllHours } from "../workers/hour-packing.ts";
import { ALL_FACTS, type Fact } from "./counters.ts";
import { type Lane, openLane } from "./lane.ts";
import { ensurePartitions } from "./partitions.ts";
import { createProject } from "./new-project.ts";
import { insertRequests, type RequestRow } from "./requests.ts";
import { createSealer } from "./seal.ts";

const OWNER = 1;
const [OTHER_TEAM, SOURCE, TRANSFORMATION] = [newId(), newId(), newId()];
/** The first two have the same source, the last two the same destination. */
const CONNECTIONS = [newId(), newId(), newId()];
const DAY_MS = 24 * 60 * 60 * 1000;

let database: FreshDatabase;
let project: string;
beforeAll(async () => {
  database = await freshDatabase();
  await ensurePartitions(database.db, Date.now() - DAY_MS);
  await givenProcesses(database.db, OWNER);
  await givenConnections();
});
afterAll(() => database.drop());

async function givenConnections(): Promise<void> {
  const { db } = database;
  project = await createProject(db, createSealer(MASTER_KEY), { organization_id: newId(), name: "Counted" });
  const [sources, destinations] = [
    [SOURCE, newId()],
    [newId(), newId()],
  ];
  await db.query(
    "insert into sources (id, team_id, name, type, config) select id, $1, id, 'WEBHOOK', '{}' from unnest($2::uuid[]) as id",
    [project, sources],
  );
  await db.query(
    "insert into destinations (id, team_id, name, type, config) select id, $1, id, 'MOCK_API', '{}' from unnest($2::uuid[]) as id",
    [project, destinations],
  );
  await db.query(
    `insert into connections (id, team_id, source_id, destination_id)
     select id, $1, source_id, destination_id from unnest($2::uuid[], $3::uuid[], $4::uuid[]) as ends (id, source_id, destination_id)`,
    [
      project,
      CONNECTIONS,
      [sources[0], sources[0], sources[1]],
      [destinations[0], destinations[1], destinations[1]],
    ],
  );
  await db.query("insert into transformations (id, team_id, name, code) values ($1, $2, 'upper', 'x')", [
    TRANSFORMATION,
    project,
  ]);
}

/** One thing that happens to rows, with numbers that choose which. */
const STEPS = {
  request: (pick: Pick) =>
    database.db.query(
      `insert into requests (team_id, id, source_id, rejection_cause, accepted_by)
       select $1, gen_id, $2, $3, 1 from unnest($4::uuid[]) as gen_id`,
      [pick.team, SOURCE, pick.of([null, ...REJECTION_CAUSES]), pick.requests],
    ),
  event: (pick: Pick) =>
    database.db.query(
      `insert into events (team_id, id, webhook_id, event_data_id, status, attempts, trigger, next_attempt_at, updated_at)
       select $1, id, $2, id, $3, $4, 'INITIAL', $5, now() from unnest($6::uuid[]) as id`,
      [pick.team, pick.of(CONNECTIONS), pick.of(EVENT_STATUSES), pick.number, pick.maybeNow, pick.events],
    ),
  settledEvents: (pick: Pick) =>
    database.db.query(
      `update events set status = $1, response_status = $2, error_code = $3, attempts = attempts + 1, next_attempt_at = $4
       where abs(hashtext(id::text)) % 3 = $5`,
      [
        pick.of(EVENT_STATUSES),
        pick.of([null, 200, 404, 500]),
        pick.of([null, ...DELIVERY_ERROR_CODES]),
        pick.maybeNow,
        pick.number % 3,
      ],
    ),
  untouchedEvents: () => database.db.query("update events set updated_at = now()"),
  retriedRequests: (pick: Pick) =>
    database.db.query(
      `update requests set rejection_cause = $1
       where abs(hashtext(id::text)) % 3 = $2
         and not exists (select from ignored_events where ignored_events.request_id = requests.id)`,
      [pick.of([null, ...REJECTION_CAUSES]), pick.number % 3],
    ),
  attempt: (pick: Pick) =>
    database.db.query(
      `insert into attempts (team_id, event_id, webhook_id, attempt_number, trigger, status, response_status, error_code,
         created_at, delivered_at, responded_at)
       select team_id, id, webhook_id, $1, $2, $3, $4, $5, made_at(id) + $6 * interval '1 second',
         made_at(id) + $6 * interval '1 second' + $7 * interval '1 ms',
         made_at(id) + $6 * interval '1 second' + ($7 + $8) * interval '1 ms'
       from events on conflict do nothing`,
      [
        1 + (pick.number % 4),
        pick.of(["INITIAL", "AUTOMATIC", "MANUAL"]),
        pick.of(["FAILED", "SUCCESSFUL"]),
        pick.of([null, 200, 500]),
        pick.of([null, "TIMEOUT"]),
        pick.number,
        pick.of([null, 3]),
        pick.of([null, pick.number * pick.number]),
      ],
    ),
  ignored: (pick: Pick) =>
    database.db.query(
      `insert into ignored_events (team_id, request_id, webhook_id, cause)
       select team_id, id, $1, $2 from requests where rejection_cause is null and abs(hashtext(id::text)) % 5 = $3 on conflict do nothing`,
      [pick.of(CONNECTIONS), pick.of(IGNORED_CAUSES), pick.number % 5],
    ),
  execution: (pick: Pick) =>
    database.db.query(
      `insert into transformation_executions (team_id, id, transformation_id, webhook_id, original_event_data_id, log_level, logs)
       select $1, id, $2, $3, id, $4, '[]' from unnest($5::uuid[]) as id`,
      [pick.team, TRANSFORMATION, pick.of(CONNECTIONS), pick.of(["debug", "error", "fatal"]), pick.events],
    ),
  move: () => moveAllNews(database.db),
  pack: () => packAllHours(database.db),
};
type Step = keyof typeof STEPS;
const ALL_STEPS = Object.keys(STEPS) as Step[]; // the keys of a literal

interface Pick {
  number: number;
  team: string;
  /** Ids of today, and of a day whose hours are packed, in several minutes. */
  requests: string[];
  events: string[];
  maybeNow: Date | null;
  of: <Value>(values: readonly Value[]) => Value;
}

function pickWith(number: number): Pick {
  const atMs = Date.now() - (number % 3) * 61_000 - (number % 2) * 3 * DAY_MS;
  const ids = Array.from({ length: 1 + (number % 4) }, () => requestIdAt(atMs));
  return {
    number,
    team: number % 5 === 0 ? OTHER_TEAM : project,
    requests: ids.map(uuidText),
    events: ids.map((id) => uuidText(eventIdBytes(id, 1))),
    maybeNow: number % 2 === 0 ? new Date() : null,
    of(values) {
      const [first] = values;
      const value = values[number % values.length] ?? first;
      return value as (typeof values)[number]; // the list is not empty
    },
  };
}

test("the database reads the time in an id as we do, with and without PostgreSQL 18", async () => {
  const ids = [newId(), "01a1e393-ab42-7000-9d78-94473502453c", "0000017f-22e2-79b0-8cc3-98c4dc0c0c07"];
  // Version 18 has its own function, and keeps ours under this name.
  const { rows: known } = await database.db.query<{ is_new: boolean }>(
    "select to_regprocedure('made_at_of_any(uuid)') is not null as is_new",
  );
  const ours = known[0]?.is_new ? "made_at_of_any" : "made_at";

  const { rows } = await database.db.query<{ used: string; ours: string }>(
    `select made_at(id) as used, ${ours}(id) as ours from unnest($1::uuid[]) as id`,
    [ids],
  );

  expect(rows).toEqual(ids.map((id) => ({ used: createdAt(id), ours: createdAt(id) })));
});

test("counts equal the rows after anything that can happen to them", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...ALL_STEPS), fc.nat({ max: 200 })), {
        minLength: 1,
        maxLength: 12,
      }),
      async (steps) => {
        for (const [step, number] of steps) await STEPS[step](pickWith(number));

        expect(await miscounted(database.db)).toEqual([]);
      },
    ),
    { numRuns: 25 },
  );
});

const newRequest = (source: Uint8Array): RequestRow => ({
  id: newRequestIdBytes(),
  receivedAtMs: Date.now(),
  team: Buffer.from(project.replaceAll("-", ""), "hex"),
  source,
  rejection_cause: null,
  verified: null,
  verification_failure: null,
  method: "POST",
  path: "/",
  query: null,
  headers: [],
  client_ip: null,
  body: null,
});

/** How many hours of past days each table has. */
async function hoursOf(fact: Fact): Promise<{ counters: number; packed: number }> {
  const { rows } = await database.db.query<{ counters: number; packed: number }>(
    `select (select count(*) from ${fact}_counters where span like 'hour%' and team_id = $1 and at < now() - interval '3 days' + interval '1 hour')::int as counters,
       (select count(*) from ${fact}_hours where team_id = $1)::int as packed`,
    [project],
  );
  return rows[0] ?? { counters: -1, packed: -1 };
}

test("hours of a past day become one row for each key, and take in what changes later", async () => {
  for (const number of [1, 3, 7, 9, 11, 13, 17, 19])
    for (const step of ["request", "event", "attempt", "execution"] as const)
      await STEPS[step](pickWith(number));
  await database.db.query(
    `insert into ignored_events (team_id, request_id, webhook_id, cause)
     select team_id, id, $1, 'FILTERED' from requests where rejection_cause is not null on conflict do nothing`,
    [CONNECTIONS[0]],
  );
  await moveAllNews(database.db);
  await packAllHours(database.db);
  for (const fact of ALL_FACTS) {
    const { counters, packed } = await hoursOf(fact);
    expect({ fact, counters }).toEqual({ fact, counters: 0 });
    expect(packed).toBeGreaterThan(0);
  }

  await database.db.query(
    "update events set status = 'CANCELLED', error_code = null, response_status = null",
  );
  await moveAllNews(database.db);
  expect((await hoursOf("event")).counters).toBeGreaterThan(0);
  expect(await miscounted(database.db)).toEqual([]);
  await packAllHours(database.db);

  expect((await hoursOf("event")).counters).toBe(0);
  expect(await miscounted(database.db)).toEqual([]);
  const { rows } = await database.db.query("select distinct status from event_hours");
  expect(rows).toEqual([{ status: "CANCELLED" }]);
});

test("writers and two movers at once: nobody waits for a lock, and nothing is counted twice", async () => {
  const faults: unknown[] = [];
  const lanes: Lane[] = [openLane(database.url), openLane(database.url)];
  const commits = createGroupCommit<RequestRow>({
    lanes,
    maxRows: 8,
    maxBytes: Number.POSITIVE_INFINITY,
    bytesOf: () => 0,
    write: (lane, rows) => insertRequests(lane, OWNER, rows),
    committed: () => undefined,
    failed: (_, error) => faults.push(error),
    retry: false,
  });
  const sources = Array.from({ length: 20 }, () => newIdBytes());

  for (let turn = 0; turn < 20; turn++) for (const source of sources) commits.add(newRequest(source));
  const written = new AbortController();
  const moving = [0, 1].map(async () => {
    while (!written.signal.aborted) await moveAllNews(database.db);
  });
  await commits.drained();
  written.abort();
  await Promise.all(moving);
  await Promise.all(lanes.map((lane) => lane.close()));

  expect(faults).toEqual([]);
  expect(await miscounted(database.db)).toEqual([]);
});

test("moved news leave nothing behind, and counts that became nothing leave too", async () => {
  await moveAllNews(database.db);
  const [team, connection] = [newId(), newId()];
  const id = uuidText(eventIdBytes(newRequestIdBytes(), 1));
  await database.db.query(
    `insert into events (team_id, id, webhook_id, event_data_id, status, attempts, trigger, updated_at)
     values ($1, $2, $3, $2, 'QUEUED', 1, 'INITIAL', now())`,
    [team, id, connection],
  );
  await moveAllNews(database.db);
  await database.db.query(
    "update events set status = 'SUCCESSFUL', response_status = 200 where team_id = $1",
    [team],
  );
  await moveAllNews(database.db);

  const { rows } = await database.db.query(
    "select span, status, count::int from event_counters where team_id = $1 order by span",
    [team],
  );
  expect(rows).toEqual(
    ["day", "day_total", "hour", "hour_total", "minute"].map((span) => ({
      span,
      status: "SUCCESSFUL",
      count: 1,
    })),
  );
  for (const fact of ALL_FACTS) {
    const { rows: news } = await database.db.query(`select from ${fact}_news`);
    expect(news).toHaveLength(0);
  }
});

test("changes of minutes and hours that are no longer kept count for their days and totals only", async () => {
  const [team, connection] = [newId(), newId()];
  await database.db.query(
    `insert into ignored_news (team_id, webhook_id, at, cause, count)
     select $1, $2, now() - ago, 'DISABLED', 1 from (values (interval '0'), ('9 days'), ('91 days')) as ages (ago)`,
    [team, connection],
  );

  await moveAllNews(database.db);

  const { rows } = await database.db.query(
    "select span, sum(count)::int as count from ignored_counters where team_id = $1 group by 1 order by 1",
    [team],
  );
  expect(rows).toEqual([
    { span: "day", count: 3 },
    { span: "day_total", count: 3 },
    { span: "hour", count: 2 },
    { span: "hour_total", count: 2 },
    { span: "minute", count: 1 },
  ]);
});

test("more news than one move takes are all moved, and an answer that comes late is added to its bucket", async () => {
  const [team, connection] = [newId(), newId()];
  const at = new Date();
  const answered = (times: number) =>
    database.db.query(
      `insert into attempt_news (team_id, webhook_id, at, status, error_code, trigger, latency_bucket,
         count, delivered, answered, response_ms, response_ms_max, delivery_ms)
       select $1, $2, $3, 'SUCCESSFUL', '', 'INITIAL', 40 + one % 2, 1, 1, 1, 5, 5, 1
       from generate_series(1, $4) as one`,
      [team, connection, at, times],
    );
  await answered(20_002);
  await moveAllNews(database.db);
  await answered(1);

  await moveAllNews(database.db);

  const { rows } = await database.db.query(
    `select distinct packed & 1023 as bucket, packed >> 10 as count
     from attempt_counters, unnest(latencies::bigint[]) as packed where team_id = $1 order by 1`,
    [team],
  );
  expect(rows).toEqual([
    { bucket: 40, count: 10_001 },
    { bucket: 41, count: 10_002 },
  ]);
});
