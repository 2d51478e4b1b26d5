/** Rows past their retention go, all others stay, and no reader waits. */
import { publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { eventIdBytes, firstIdAt, newId, uuidBytes, uuidText } from "../ids.ts";
import { createLog } from "../log.ts";
import { COUNTER_TABLES, NEWS_TABLES } from "../store/counters.ts";
import { dropOldDays } from "../store/old-days.ts";
import { ensurePartitions } from "../store/partitions.ts";
import { freshDatabase } from "../testing/fresh-database.ts";
import { eventually, givenConnection, startFarEnd, startGateway } from "../testing/gateway.ts";
import { type GivenApi, givenApi, givenEvent, givenRequest } from "../testing/given-api.ts";
import { createRetentionTurn, withAlarm } from "./retention.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

let api: GivenApi;
let ends: Record<string, { source_id: string; webhook_id: string }>;
beforeAll(async () => {
  api = await givenApi();
  ends = {};
  for (const { key, team_id } of [api, api.other]) {
    const destination = { name: "backend", config: { url: "https://api.example.com" } };
    await api.call("POST", "/connections", { key, body: { source: { name: "shop" }, destination } });
    const { rows } = await api.db.query<{ id: string; source_id: string }>(
      "select id, source_id from connections where team_id = $1",
      [team_id],
    );
    ends[team_id] = { source_id: rows[0]?.source_id ?? "", webhook_id: rows[0]?.id ?? "" };
  }
});
afterAll(() => api.stop());

const lines: string[] = [];
const turn = () =>
  createRetentionTurn(
    api.db,
    createLog((line) => lines.push(line)),
  )();

beforeEach(async () => {
  lines.length = 0;
  await api.db.query("update projects set retention_days = 30");
});

interface OldEvent {
  status?: string;
  minutes?: number;
  /** When its next attempt is due, in days from now. */
  dueInDays?: number;
  /** How long its connection has been paused. */
  pausedForDays?: number;
}

/** An event with its request, payload, attempt and execution, as old as asked. */
async function givenOld(team_id: string, ageDays: number, event: OldEvent = {}) {
  const atMs = Date.now() - ageDays * DAY_MS + (event.minutes ?? 0) * 60_000;
  await ensurePartitions(api.db, atMs);
  const { source_id, webhook_id } = ends[team_id] ?? { source_id: "", webhook_id: "" };
  const id = `${firstIdAt(atMs).slice(0, 14)}7${firstIdAt(atMs).slice(15, 19)}8${crypto.randomUUID().slice(20, 32)}0000`;
  const request_id = await givenRequest(api.db, { team_id, source_id, id });
  const event_id = await givenEvent(api.db, {
    team_id,
    request_id,
    webhook_id,
    status: event.status ?? "SUCCESSFUL",
  });
  if (event.dueInDays !== undefined) await due(event_id, event.dueInDays);
  if (event.pausedForDays !== undefined) {
    const since = "update events set updated_at = now() - $2 * interval '1 day' where id = $1";
    await api.db.query(since, [event_id, event.pausedForDays]);
  }
  await api.db.query(
    `insert into attempts (team_id, event_id, webhook_id, attempt_number, trigger, status, created_at)
     values ($1, $2, $1, 1, 'INITIAL', 'SUCCESSFUL', now())`,
    [team_id, event_id],
  );
  const execution = uuidText(eventIdBytes(uuidBytes(request_id), 2));
  await api.db.query(
    `insert into transformation_executions
       (team_id, id, transformation_id, webhook_id, original_event_data_id, log_level, logs)
     values ($1, $2, $2, $3, $4, 'info', '[]')`,
    [team_id, execution, webhook_id, request_id],
  );
  await api.db.query(
    `insert into ignored_events (team_id, request_id, webhook_id, cause) values ($1, $2, $3, 'FILTERED')`,
    [team_id, request_id, webhook_id],
  );
  return { team_id, request_id, event_id };
}

async function due(event_id: string, inDays: number): Promise<void> {
  await api.db.query("update events set next_attempt_at = now() + $2 * interval '1 day' where id = $1", [
    event_id,
    inDays,
  ]);
}

/** Which tables still have something of it. */
async function left({
  team_id,
  request_id,
  event_id,
}: Awaited<ReturnType<typeof givenOld>>): Promise<string[]> {
  const upTo = `${request_id.slice(0, 32)}ffff`;
  const tables = {
    attempts: "event_id",
    events: "id",
    ignored_events: "request_id",
    payloads: "id",
    requests: "id",
    transformation_executions: "id",
  };
  const found: string[] = [];
  for (const [table, key] of Object.entries(tables)) {
    const { rowCount } = await api.db.query(
      `select from ${table} where team_id = $1 and ${key} >= $2 and ${key} <= $3`,
      [team_id, request_id, upTo],
    );
    if (rowCount > 0) found.push(table);
  }
  expect(event_id > request_id).toBe(true);
  return found;
}

const EVERYTHING = [
  "attempts",
  "events",
  "ignored_events",
  "payloads",
  "requests",
  "transformation_executions",
];
const RECORD = ["events", "ignored_events", "requests"];

test("days that nobody keeps are dropped: data after the retention, the record 30 days later", async () => {
  const [fresh, archived, gone] = [
    await givenOld(api.team_id, 29),
    await givenOld(api.team_id, 32),
    await givenOld(api.team_id, 63),
  ];

  await turn();

  expect(await left(fresh)).toEqual(EVERYTHING);
  expect(await left(archived)).toEqual(RECORD);
  expect(await left(gone)).toEqual([]);
  const shown = await api.call("GET", `/events/${publicId("event", archived.event_id)}`);
  expect([shown.status, shown.body.data]).toEqual([200, null]);
  const retried = await api.call("POST", `/events/${publicId("event", archived.event_id)}/retry`);
  expect(retried.body.code).toBe("DATA_ARCHIVED");
});

test("an archived event is not retried although a bookmark keeps its data: the answer leads to the bookmark", async () => {
  const archived = await givenOld(api.team_id, 34);
  const { webhook_id = "" } = ends[api.team_id] ?? {};
  const bookmark = await api.call("POST", "/bookmarks", {
    body: {
      event_data_id: publicId("payload", archived.request_id),
      webhook_id: publicId("connection", webhook_id),
      label: "kept",
    },
  });

  await turn();
  const retried = await api.call("POST", `/events/${publicId("event", archived.event_id)}/retry`);
  const replayed = await api.call("POST", `/bookmarks/${bookmark.body.id}/trigger`);

  expect([retried.status, retried.body.code, retried.body.message]).toEqual([
    422,
    "DATA_ARCHIVED",
    "This event is archived, so it cannot be retried. Its data is kept by a bookmark: replay the bookmark instead",
  ]);
  const { rows } = await api.db.query("select status from events where id = $1", [archived.event_id]);
  expect(rows).toEqual([{ status: "SUCCESSFUL" }]);
  expect(replayed.status).toBe(200);
});

test("a project that keeps less loses it in small steps, its neighbour nothing", async () => {
  await api.db.query("update projects set retention_days = 3 where id = $1", [api.team_id]);
  const mine = [];
  for (let minutes = 0; minutes < 12; minutes++) mine.push(await givenOld(api.team_id, 5, { minutes }));
  const [fresh, theirs] = [await givenOld(api.team_id, 2), await givenOld(api.other.team_id, 5)];

  await turn();

  expect(new Set((await Promise.all(mine.map(left))).flat())).toEqual(new Set(RECORD));
  expect(await left(fresh)).toEqual(EVERYTHING);
  expect(await left(theirs)).toEqual(EVERYTHING);
});

test.each([
  { status: "QUEUED", dueInDays: -3.5 },
  { status: "HOLD", pausedForDays: 3.5 },
])(
  "a $status event that has waited for longer than its data may be kept is cancelled",
  async ({ status, ...since }) => {
    await api.db.query("update projects set retention_days = 3");
    const [old, young] = [
      await givenOld(api.team_id, 4, { status, ...since }),
      await givenOld(api.team_id, 2, { status }),
    ];

    await turn();

    const shown = await api.call("GET", `/events/${publicId("event", old.event_id)}`);
    expect(shown.body).toMatchObject({
      status: "FAILED",
      error_code: "CANCELLED_PAST_RETENTION",
      next_attempt_at: null,
    });
    expect((await api.call("GET", `/events/${publicId("event", young.event_id)}`)).body.status).toBe(status);
  },
);

const TO_BE_SENT = ["attempts", "events", "requests"];

async function hasPayload({ event_id }: { event_id: string }): Promise<boolean> {
  return (await api.call("GET", `/events/${publicId("event", event_id)}`)).body.data !== null;
}

test("a delayed event that became due while its connection was paused waits for the unpause", async () => {
  const paused = await givenOld(api.team_id, 45, { status: "HOLD", pausedForDays: 1 });

  await turn();

  const shown = await api.call("GET", `/events/${publicId("event", paused.event_id)}`);
  expect(shown.body).toMatchObject({ status: "HOLD", data: { body: { hello: "world" } } });
});

test.each([35, 70])(
  "an event that waits for its delay outlives %i days, and nothing else of its day does",
  async (age) => {
    const waiting = await givenOld(api.team_id, age, { status: "SCHEDULED", dueInDays: 5 });
    const sent = await givenOld(api.team_id, age, { minutes: 1 });

    await turn();
    await turn();

    expect([await left(waiting), await hasPayload(waiting)]).toEqual([
      age < 60 ? [...TO_BE_SENT, "ignored_events"].toSorted() : TO_BE_SENT,
      true,
    ]);
    expect(await left(sent)).toEqual(age < 60 ? RECORD : []);

    await api.db.query("update events set status = 'SUCCESSFUL', next_attempt_at = null where id = $1", [
      waiting.event_id,
    ]);
    await turn();

    expect(await left(waiting)).toEqual(age < 60 ? RECORD : []);
    const { rows } = await api.db.query("select id from kept_payloads where id = $1", [waiting.request_id]);
    expect(rows).toEqual([]);
  },
);

test("a delayed event of a project that keeps less than others stays, and the rest of its project goes", async () => {
  await api.db.query("update projects set retention_days = 3 where id = $1", [api.team_id]);
  const waiting = await givenOld(api.team_id, 5, { status: "SCHEDULED", dueInDays: 5 });
  const sent = await givenOld(api.team_id, 5, { minutes: 1 });

  await turn();

  expect([await left(waiting), await hasPayload(waiting)]).toEqual([
    [...TO_BE_SENT, "ignored_events"].toSorted(),
    true,
  ]);
  expect(await left(sent)).toEqual(RECORD);
});

test("a replay that waits keeps the payload of the older request that it sends", async () => {
  const original = await givenOld(api.team_id, 35);
  const replay = await givenOld(api.team_id, 1, { status: "SCHEDULED", dueInDays: 5 });
  await api.db.query("update events set event_data_id = $2 where id = $1", [
    replay.event_id,
    original.request_id,
  ]);

  await turn();

  expect(await hasPayload(replay)).toBe(true);
  await due(replay.event_id, -1);
});

test("a bookmark that goes leaves its data to an event that still needs it", async () => {
  const waiting = await givenOld(api.team_id, 35, { status: "SCHEDULED", dueInDays: 5 });
  const bookmark = await api.call("POST", "/bookmarks", {
    body: {
      event_data_id: publicId("payload", waiting.request_id),
      webhook_id: publicId("connection", ends[api.team_id]?.webhook_id ?? ""),
      label: "soon gone",
    },
  });
  await turn();

  await api.call("DELETE", `/bookmarks/${bookmark.body.id}`);
  await turn();

  expect(await hasPayload(waiting)).toBe(true);
});

test("what a worker holds is not cancelled under it", async () => {
  await api.db.query("update projects set retention_days = 30");
  const held = await givenOld(api.team_id, 30.5, { status: "QUEUED" });
  await api.db.query("update events set lease_owner = 1, next_attempt_at = null where id = $1", [
    held.event_id,
  ]);

  await turn();

  const { rows } = await api.db.query("select status from events where id = $1", [held.event_id]);
  expect(rows).toEqual([{ status: "QUEUED" }]);
});

test("a day that somebody reads is left alone, told, and dropped the next time", async () => {
  const old = await givenOld(api.team_id, 33);
  await api.db.transaction(async (reader) => {
    await reader.query("select from payloads where id = $1", [old.request_id]);
    const { dropped, busy } = await dropOldDays(api.db, "payloads", Date.now() - 31 * DAY_MS);
    expect(dropped).toEqual([]);
    expect(busy?.name).toMatch(/^payloads_/);
    // A reader that comes meanwhile does not wait behind the drop.
    await api.db.query("select from payloads limit 1");
    await turn();
  });
  expect(lines.join()).toContain("retention.busy");

  await turn();

  expect(await left(old)).toEqual(RECORD);
});

test("an event with a delay of 45 days is sent, byte for byte, although its retention was 30", async () => {
  const farEnd = await startFarEnd();
  // A gateway that runs drops empty days, so all of this comes before its start.
  const database = await freshDatabase();
  const { db } = database;
  const { project, source, connection } = await givenConnection(db, { url: farEnd.url });
  const atMs = Date.now() - 45 * DAY_MS;
  await ensurePartitions(db, atMs);
  const request_id = await givenRequest(db, {
    team_id: project,
    source_id: source,
    id: `${firstIdAt(atMs).slice(0, 14)}7000-8000-${newId().slice(24, 32)}0000`,
    body: '{"patience":45}',
  });
  const event_id = await givenEvent(db, {
    team_id: project,
    request_id,
    webhook_id: connection,
    status: "SCHEDULED",
    attempts: 0,
  });
  const dueIn = (interval: string) =>
    db.query("update events set next_attempt_at = now() + $2::interval where id = $1", [event_id, interval]);
  await dueIn("1 hour");
  const gateway = await startGateway(database);
  await createRetentionTurn(
    db,
    createLog(() => {}),
  )();

  await dueIn("0");

  const [received] = await farEnd.arrivals(1);
  expect(received?.body.toString()).toBe('{"patience":45}');
  const outcome = await eventually(
    async () =>
      (
        await db.query<{ status: string; attempts: string }>(
          `select status, (select string_agg(status, ',') from attempts where event_id = events.id) as attempts
           from events where id = $1`,
          [event_id],
        )
      ).rows[0],
    (event) => event?.status !== "SCHEDULED" && event?.status !== "QUEUED",
  );
  expect(outcome).toEqual({ status: "SUCCESSFUL", attempts: "SUCCESSFUL" });
  // Counts by minute are past their own retention, so the gateway's stop would compare rows with none.
  await db.query(`truncate ${["requests", "events", "attempts", ...NEWS_TABLES, ...COUNTER_TABLES].join()}`);
  await gateway.stop();
  farEnd.close();
});

const alarms = () => lines.filter((line) => line.includes("retention.overdue")).length;

test("when no turn has succeeded for a day, that is an error", async () => {
  let nowMs = 0;
  let isBroken = true;
  const log = createLog((line) => lines.push(line));
  const failing = async () => {
    await api.db.query(isBroken ? "select from no_such_table" : "select 1");
  };
  const alarmed = withAlarm(failing, log, () => nowMs);

  await expect(alarmed()).rejects.toThrow("no_such_table");
  expect(alarms()).toBe(0);
  nowMs = DAY_MS;
  await expect(alarmed()).rejects.toThrow("no_such_table");
  expect(alarms()).toBe(1);
  isBroken = false;
  await alarmed();
  isBroken = true;
  await expect(alarmed()).rejects.toThrow("no_such_table");
  expect(alarms()).toBe(1);
});

test("old counts go, those of days last", async () => {
  await api.db.query(
    `insert into ignored_counters (team_id, span, webhook_id, at, cause, count)
     select $1, span, $1, date_trunc('minute', now() - age), 'FILTERED', extract(days from age)
     from unnest('{minute,hour,day}'::text[]) as span,
       unnest('{1 day,7 days,9 days,89 days,91 days,399 days,401 days}'::interval[]) as age`,
    [api.team_id],
  );
  await api.db.query(
    `insert into ignored_hours (team_id, span, webhook_id, at, cause, hours, count)
     select $1, 'hour', $1, date_trunc('day', now() - age, 'UTC'), 'FILTERED', '0', extract(days from age)
     from unnest('{89 days,91 days}'::interval[]) as age`,
    [api.team_id],
  );

  await turn();

  const { rows } = await api.db.query(
    `select span, array_agg(count::int order by count) as days from ignored_counters where team_id = $1 group by span order by 1`,
    [api.team_id],
  );
  expect(rows).toEqual([
    { span: "day", days: [1, 7, 9, 89, 91, 399] },
    { span: "hour", days: [1, 7, 9, 89] },
    { span: "minute", days: [1, 7] },
  ]);
  const { rows: packed } = await api.db.query("select count from ignored_hours");
  expect(packed).toEqual([{ count: "89" }]);
});

test("markers are kept for 90 days, or as long as the project's data", async () => {
  await api.db.query("update projects set retention_days = 200 where id = $1", [api.other.team_id]);
  const ages = [80, 100, 190, 210];
  for (const team_id of [api.team_id, api.other.team_id])
    for (const days of ages)
      await api.db.query("insert into markers (id, team_id, title, at) values ($1, $2, $3, made_at($1))", [
        idOfAge(days),
        team_id,
        String(days),
      ]);

  await turn();

  const agesIn = async (team_id: string) => {
    const { rows } = await api.db.query<{ days: string }>(
      "select title as days from markers where team_id = $1 and title = any ($2) order by id desc",
      [team_id, ages.map(String)],
    );
    return rows.map(({ days }) => Number(days));
  };
  expect(await agesIn(api.team_id)).toEqual([80]);
  expect(await agesIn(api.other.team_id)).toEqual([80, 100, 190]);
});

test("entries of the audit log have a retention of their own, and go with their organization", async () => {
  const [here, gone] = [newId(), newId()];
  await api.db.query("insert into organizations (id, name, slug) values ($1, 'Here', $2)", [here, here]);
  const insert = (organization_id: string, days: number) =>
    api.db.query(
      `insert into audit_entries (id, organization_id, subject_type, subject_id, subject_name, action, fields, caller_kind)
       values ($1, $2::uuid, 'organization', $2::uuid, $3, 'edited', '[]', 'session')`,
      [idOfAge(days), organization_id, String(days)],
    );
  for (const days of [1, 100, 364, 366]) await insert(here, days);
  await insert(gone, 1);
  const kept = async () => {
    const { rows } = await api.db.query<{ organization_id: string; days: string }>(
      "select organization_id, subject_name as days from audit_entries where organization_id = any ($1) order by id desc",
      [[here, gone]],
    );
    return rows.map(({ organization_id, days }) => (organization_id === here ? Number(days) : "gone"));
  };

  await turn();
  expect(await kept()).toEqual([1, 100, 364]);

  await createRetentionTurn(
    api.db,
    createLog(() => undefined),
    { auditDays: 90 },
  )();
  expect(await kept()).toEqual([1]);
});

function idOfAge(days: number): string {
  return `${firstIdAt(Date.now() - days * DAY_MS).slice(0, 14)}7${newId().slice(15)}`;
}
