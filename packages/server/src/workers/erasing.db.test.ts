/**
 * Is everything of a person gone after an erasure, and nothing else?
 *
 * A real gateway with deliveries for the places that can hold a text, and plain rows for crashes, turns and ends.
 */
import type { ServerResponse } from "node:http";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../ids.ts";
import { createLog } from "../log.ts";
import {
  cancelErasure,
  confirmPlan,
  discardOldPlans,
  type ErasureRow,
  findErasure,
  insertErasure,
} from "../store/erasures.ts";
import type { Database } from "../store/database.ts";
import { createProject } from "../store/new-project.ts";
import { createSealer, type Sealer } from "../store/seal.ts";
import { type FreshDatabase, freshDatabase } from "../testing/fresh-database.ts";
import { eventually, startFarEnd } from "../testing/gateway.ts";
import { MASTER_KEY } from "../testing/given-access.ts";
import { type ApiWithGateway, givenApiWithGateway } from "../testing/given-api-with-gateway.ts";
import { givenEvent, givenRequest } from "../testing/given-api.ts";
import { tablesWith } from "../testing/tables-with.ts";
import { createErasing, takeStep } from "./erasing.ts";

const JANE = "jane.roe@example.com";
const ENCODED = "jane.roe%40example.com";
const log = createLog(() => undefined);

interface Place {
  db: Database;
  sealer: Sealer;
  team_id: string;
}

async function begin({ db, sealer, team_id }: Place, identifier = JANE): Promise<string> {
  const id = newId();
  const row = await insertErasure(db, {
    id,
    team_id,
    identifier: sealer.seal(identifier, "erasures.identifier", { team_id, id }),
    digest: Buffer.from("digest"),
    user_id: newId(),
    firstStage: "payloads",
  });
  if (!row) throw new Error("Another erasure is in progress");
  return id;
}

const reaching = ({ db, team_id }: Place, id: string, ...states: string[]) =>
  eventually<ErasureRow | null>(
    () => findErasure(db, team_id, id),
    (row) => states.includes(row?.state ?? "") || row?.state === "failed",
  );

async function confirm({ db, team_id }: Place, id: string): Promise<void> {
  const row = await confirmPlan(db, { team_id, id, user_id: newId(), firstStage: "payloads" });
  if (!row) throw new Error("It was no plan");
}

const post = (url: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : new Uint8Array(body),
  });

describe("with deliveries", () => {
  let whole: ApiWithGateway;
  let place: Place;
  beforeAll(async () => {
    whole = await givenApiWithGateway();
    place = { db: whole.api.db, sealer: whole.sealer, team_id: whole.api.team_id };
  });
  afterAll(() => whole.stop());

  /** Of all events. */
  async function statuses(): Promise<string[]> {
    const { rows } = await place.db.query<{ status: string }>("select status from events order by id");
    return rows.map(({ status }) => status).toSorted();
  }

  test("it is in no table afterwards, and everything else stays as it was", async () => {
    const { api } = whole;
    const echo = await startFarEnd((_, response, body) => {
      response.setHeader("x-person", JANE);
      response.end(body);
    });
    const failing = await startFarEnd((_, response) => {
      response.statusCode = 500;
      response.end(`no such person: ${JANE}`);
    });
    const code = `addHandler("transform", (request) => {
      console.log(JSON.stringify(request));
      return { ...request, body: { ...request.body, copy: request.body.email } };
    });`;
    const plain = await whole.connect({ destination: { url: echo.url } });
    const transformed = await whole.connect({
      destination: { url: echo.url },
      rules: [{ type: "transform", transformation: { name: "copies", code } }],
    });
    const retried = await whole.connect({
      destination: { url: failing.url },
      rules: [{ type: "retry", strategy: "linear", interval: 3_600_000, count: 3 }],
    });
    const paused = await whole.connect();
    await api.call("PUT", `/connections/${paused.connection.id}/pause`);
    await whole.reload(paused.connection.source.id);

    const json = `{"email": "${JANE}", "n": 1.0}`;
    await post(`${plain.url}/people/${ENCODED}?who=${ENCODED}&a=1`, json, { "x-person": JANE });
    await post(plain.url, gzipSync(json), { "content-encoding": "gzip" });
    await post(plain.url, `email=${ENCODED}&n=1`, { "content-type": "application/x-www-form-urlencoded" });
    await post(plain.url, `Dear ${JANE.toUpperCase()}`, { "content-type": "text/plain" });
    await post(transformed.url, json);
    await post(retried.url, json);
    await post(paused.url, json);
    const other = await post(plain.url, '{"email": "john@example.com", "n": 1.0}');
    expect(other.status).toBe(200);
    await eventually(statuses, (all) => all.filter((status) => status === "SUCCESSFUL").length === 6);
    await failing.arrivals(1);
    const retriedEvent = await eventually(
      async () =>
        (await place.db.query<{ id: string }>("select id from events where next_attempt_at is not null"))
          .rows,
      (rows) => rows.length === 1,
    );
    await place.db.query("update events set delivery_group = $2 where id = $1", [retriedEvent[0]?.id, JANE]);
    const { body: events } = await api.call("GET", `/events?webhook_id=${plain.connection.id}`);
    for (const { event_data_id, webhook_id } of events.models)
      expect(
        (await api.call("POST", "/bookmarks", { body: { event_data_id, webhook_id, label: "kept" } })).status,
      ).toBe(200);
    expect((await tablesWith(place.db, JANE)).toSorted()).toEqual([
      "attempts",
      "events",
      "kept_payloads",
      "payloads",
      "transformation_executions",
    ]);

    const id = await begin(place);
    const plan = await reaching(place, id, "planned");
    expect(plan).toMatchObject({
      state: "planned",
      planned: {
        requests: 7,
        pending_events: 2,
        attempts: 7, // the echo answers to John's request with her name as well
        executions: 1,
        kept_payloads: 4,
        unreadable: 0,
      },
    });
    expect((await tablesWith(place.db, JANE)).length).toBe(5); // a plan erases nothing

    await confirm(place, id);
    const ended = await reaching(place, id, "completed");

    expect(ended).toMatchObject({ state: "completed", identifier: null, erased: plan?.planned });
    expect(await tablesWith(place.db, JANE)).toEqual([]);
    expect(await tablesWith(place.db, JANE.toUpperCase())).toEqual([]);
    expect(await tablesWith(place.db, ENCODED)).toEqual([]);
    expect((await statuses()).toSorted()).toEqual([
      "CANCELLED",
      "FAILED",
      ...Array.from({ length: 6 }, () => "SUCCESSFUL"),
    ]);
    const { rows: left } = await place.db.query<{ body: Buffer; headers: string; redaction: object | null }>(
      "select body, headers, redaction from payloads order by id",
    );
    const texts = left.map(({ body, headers }) =>
      (/content-encoding/i.test(headers) ? gunzipSync(body) : body).toString(),
    );
    expect(texts.toSorted()).toEqual(
      [
        ...Array.from({ length: 5 }, () => '{"email": "[redacted]", "n": 1.0}'),
        "email=%5Bredacted%5D&n=1",
        "[redacted]",
        '{"email":"[redacted]","n":1,"copy":"[redacted]"}',
        '{"email": "john@example.com", "n": 1.0}',
      ].toSorted(),
    );
    expect(left.filter(({ redaction }) => redaction === null)).toHaveLength(1);

    const found = await api.call("GET", `//dashboard-api/requests?search_term=${ENCODED}`);
    expect(found.body.models).toEqual([]);
    const shown = await api.call(
      "GET",
      `//dashboard-api/requests?source_id=${plain.connection.source.id}&include=data`,
    );
    expect(shown.body.models[0].data).not.toHaveProperty("redaction");
    expect(shown.body.models.at(-1).data.redaction).toEqual({ paths: [], count: 0, erased: 4 });
    echo.close();
    failing.close();
  });

  test("an answer that was on its way when the erasure began is erased, too", async () => {
    const waiting: ServerResponse[] = [];
    const slow = await startFarEnd((_, response) => waiting.push(response));
    const { url } = await whole.connect({ destination: { url: slow.url } });
    await post(url, `{"email": "${JANE}"}`);
    await slow.arrivals(1);

    const id = await begin(place);
    await reaching(place, id, "planned");
    await confirm(place, id);
    expect(await reaching(place, id, "settling", "completed")).toMatchObject({ state: "settling" });
    for (const response of waiting) response.end(`{"echo": "${JANE}"}`);
    const ended = await reaching(place, id, "completed");

    expect(ended?.erased).toMatchObject({ requests: 1, pending_events: 1, attempts: 1 });
    expect(await tablesWith(place.db, JANE)).toEqual([]);
    const { rows } = await place.db.query<{ response_body: Buffer }>(
      "select response_body from attempts order by created_at desc limit 1",
    );
    expect(rows[0]?.response_body.toString()).toBe('{"echo": "[redacted]"}');
    slow.close();
  });

  test("an answer that another project waits for holds no erasure up", async () => {
    const waiting: ServerResponse[] = [];
    const silent = await startFarEnd((_, response) => waiting.push(response));
    const { url } = await whole.connect({ destination: { url: silent.url } });
    await post(url, '{"name": "john"}');
    await silent.arrivals(1);

    const theirs = { ...place, team_id: whole.api.other.team_id };
    const id = await begin(theirs);
    await reaching(theirs, id, "planned");
    await confirm(theirs, id);

    expect(await reaching(theirs, id, "completed")).toMatchObject({ state: "completed" });
    expect(waiting.map(({ destroyed }) => destroyed)).toEqual([false]);
    for (const response of waiting) response.end();
    silent.close();
  });

  test("the data of another project stays", async () => {
    const { api } = whole;
    const theirs = newId();
    await givenRequest(api.db, { team_id: api.other.team_id, source_id: theirs, body: `{"a":"${JANE}"}` });

    const id = await begin(place);
    const plan = await reaching(place, id, "planned");
    await confirm(place, id);
    await reaching(place, id, "completed");

    expect(plan?.planned.requests ?? 0).toBe(0);
    expect(await tablesWith(api.db, JANE)).toEqual(["payloads"]);
    await api.db.query("delete from payloads where team_id = $1", [api.other.team_id]);
  });
});

describe("with rows alone", () => {
  let database: FreshDatabase;
  let place: Place;
  beforeEach(async () => {
    database = await freshDatabase();
    const sealer = createSealer(MASTER_KEY);
    const team_id = await createProject(database.db, sealer, { organization_id: newId(), name: "Shop" });
    place = { db: database.db, sealer, team_id };
  });
  afterEach(() => database.drop());

  /** Half of them are of Jane, and each has an event that was delivered. */
  async function givenRows(count: number): Promise<void> {
    for (let at = 0; at < count; at++) {
      const body = JSON.stringify({ at, email: at % 2 === 0 ? JANE : "john@example.com" });
      const request_id = await givenRequest(place.db, { team_id: place.team_id, source_id: newId(), body });
      await givenEvent(place.db, { team_id: place.team_id, request_id, webhook_id: newId() });
    }
  }

  const step = (id: string, rows?: number) =>
    place.db.transaction((tx) => takeStep(tx, { log, sealer: place.sealer }, id, rows));

  async function finish(id: string, state: string): Promise<ErasureRow | null> {
    for (;;) {
      const row = await findErasure(place.db, place.team_id, id);
      if (row === null || row.state === state || row.ended_at !== null) return row;
      await step(id, 7);
    }
  }

  test("a crash in any step repeats that step and counts nothing twice", async () => {
    await givenRows(30);
    const id = await begin(place);
    const crash = async () => {
      const crashed = place.db.transaction(async (tx) => {
        await takeStep(tx, { log, sealer: place.sealer }, id, 7);
        throw new Error("killed before the commit");
      });
      await expect(crashed).rejects.toThrow("killed before the commit");
    };
    for (let state = "planning"; state === "planning";) {
      await crash();
      await step(id, 7);
      state = (await findErasure(place.db, place.team_id, id))?.state ?? "";
    }
    await confirm(place, id);
    let ended: ErasureRow | null = null;
    while (ended?.ended_at == null) {
      await crash();
      await step(id, 7);
      ended = await findErasure(place.db, place.team_id, id);
    }

    const counts = {
      requests: 15,
      events: 15,
      pending_events: 0,
      attempts: 0,
      executions: 0,
      kept_payloads: 0,
    };
    expect(ended).toMatchObject({ state: "completed", planned: counts, erased: counts });
    expect(await tablesWith(place.db, JANE)).toEqual([]);
    expect(await tablesWith(place.db, "john@example.com")).toEqual(["payloads"]);
  });

  test("two workers share an erasure and do each step once", async () => {
    await givenRows(20);
    const workers = [createErasing({ ...place, log }), createErasing({ ...place, log })];
    for (const worker of workers) worker.start();

    const id = await begin(place);
    await reaching(place, id, "planned");
    await confirm(place, id);
    const ended = await reaching(place, id, "completed");
    for (const worker of workers) await worker.stop();

    expect(ended).toMatchObject({ state: "completed", planned: { requests: 10 }, erased: { requests: 10 } });
  });

  test("a cancelled erasure stops, keeps what it has done, and forgets the identifier", async () => {
    await givenRows(20);
    const id = await begin(place);
    await finish(id, "planned");
    await confirm(place, id);
    await step(id, 10);

    const cancelled = await cancelErasure(place.db, { team_id: place.team_id, id });

    expect(cancelled).toMatchObject({ state: "cancelled", identifier: null, erased: { requests: 5 } });
    expect(await step(id)).toBe("waiting");
    expect(await tablesWith(place.db, JANE)).toEqual(["payloads"]);
    expect(await cancelErasure(place.db, { team_id: place.team_id, id })).toBeNull();
  });

  test("a plan that nobody confirms for a day is discarded with its identifier", async () => {
    const id = await begin(place);
    await finish(id, "planned");
    expect(await discardOldPlans(place.db)).toEqual([]);

    await place.db.query("update erasures set planned_at = now() - interval '24 hours 1 second'");

    expect(await discardOldPlans(place.db)).toEqual([id]);
    expect(await findErasure(place.db, place.team_id, id)).toMatchObject({
      state: "cancelled",
      identifier: null,
    });
  });

  test("what came in between the plan and its confirmation is erased, too", async () => {
    await givenRows(2);
    const id = await begin(place);
    await finish(id, "planned");
    await givenRows(2);
    await confirm(place, id);

    expect(await finish(id, "completed")).toMatchObject({
      planned: { requests: 1 },
      erased: { requests: 2 },
    });
    expect(await tablesWith(place.db, JANE)).toEqual([]);
  });

  test("a second erasure waits until the first has ended", async () => {
    const id = await begin(place);
    await expect(begin(place)).rejects.toThrow("in progress");
    await cancelErasure(place.db, { team_id: place.team_id, id });

    await expect(begin(place)).resolves.toEqual(expect.any(String));
  });

  test.each([
    [
      "escapes of JSON for every letter",
      { body: String.raw`{"e":"\u006a\u0061\u006e\u0065.roe\u0040example.com"}` },
    ],
    ["percent signs for every letter", { query: "e=%6a%61%6e%65%2eroe%40%65xample.com" }],
    ["a compressed body", { body: gzipSync(`{"e":"${JANE}"}`), headers: ["Content-Encoding", "gzip"] }],
    ["capitals in a header", { headers: ["x-who", JANE.toUpperCase()] }],
    ["bytes that are no UTF-8", { body: Buffer.concat([Buffer.from([0xff, 0x00]), Buffer.from(JANE)]) }],
  ])("the database finds candidates with %s", async (_, request) => {
    await givenRequest(place.db, { team_id: place.team_id, source_id: newId(), ...request });
    const id = await begin(place);

    expect(await finish(id, "planned")).toMatchObject({ planned: { requests: 1 } });
  });

  test("an event that has outlived its payload loses the name of its delivery group", async () => {
    await givenRows(1);
    await place.db.query("update events set delivery_group = $1", [`customer ${JANE}`]);
    await place.db.query("delete from payloads");
    const id = await begin(place);

    expect(await finish(id, "planned")).toMatchObject({ planned: { requests: 0, events: 1 } });
    await confirm(place, id);
    expect(await finish(id, "completed")).toMatchObject({ erased: { events: 1 } });
    expect(await tablesWith(place.db, JANE)).toEqual([]);
  });

  test("an identifier without letters and digits in a row is found in every row", async () => {
    await givenRequest(place.db, {
      team_id: place.team_id,
      source_id: newId(),
      body: '{"name":"Жанна Роу"}',
    });
    await givenRows(2);
    const id = await begin(place, "жанна роу");

    expect(await finish(id, "planned")).toMatchObject({ planned: { requests: 1 } });
  });

  test("the search index is written again where it covers what was erased", async () => {
    await givenRows(2);
    await place.db.query(
      `insert into search_mark (indexed_below, worker, worker_until)
       values (first_id(now() + interval '1 hour'), gen_random_uuid(), now())`,
    );
    const id = await begin(place);
    await finish(id, "planned");
    await confirm(place, id);
    await finish(id, "completed");

    const { rows } = await place.db.query<{ id: string }>(
      `select search_late.id from search_late join payloads using (team_id, id) where redaction is not null`,
    );
    expect(rows).toHaveLength(1);
  });
});

/**
 * Every column that can hold a text. What senders and destinations have sent is in the columns that an erasure goes through;
 * all others hold words of ours, names and settings of the people of the project, secrets and hashes.
 */
const ERASED_COLUMNS = [
  "attempts.requested_url",
  "attempts.response_body",
  "attempts.response_headers",
  "events.delivery_group",
  "kept_payloads.body",
  "kept_payloads.client_ip",
  "kept_payloads.headers",
  "kept_payloads.path",
  "kept_payloads.query",
  "payloads.body",
  "payloads.client_ip",
  "payloads.headers",
  "payloads.path",
  "payloads.query",
  "transformation_executions.logs",
];

/** Tables that hold what passes through the pipeline. A new column in one of them must be erased, or be listed here. */
const OF_TRAFFIC: Readonly<Record<string, readonly string[]>> = {
  attempts: ["error_code", "http_method", "status", "trigger"],
  duplicate_keys: ["key"], // a keyed digest, for as long as the window of its rule
  events: ["error_code", "rare_status", "status", "status_before_bulk_retry", "trigger"],
  ignored_events: ["cause", "meta"], // the parts that a filter refused, and ids
  kept_payloads: ["method", "redaction"], // paths of the source's list, and counts
  limiter_groups: ["delivery_group"], // leaves with its next slot
  payloads: ["method", "redaction"],
  requests: ["rejection_cause", "topic", "verification_failure"], // names of headers that the source looks at
  search_late: [],
  search_sections: ["bits", "ends"], // bits that cannot be turned back; written again after an erasure
  transformation_executions: ["log_level"],
};

/**
 * Tables without a word of a sender or destination: settings, people, money, counts, and searches that people have saved. A new
 * table must be erased, or be listed here.
 */
const OF_OTHERS = [
  "accounts",
  "acme_accounts",
  "api_keys",
  "attempt_counters",
  "attempt_hours",
  "attempt_news",
  "audit_entries",
  "audit_pushes",
  "billing",
  "billing_accounts",
  "bookmarks",
  "bulk_operations",
  "card_customers",
  "certificates",
  "cli_clients",
  "cli_keys",
  "cli_logins",
  "cli_sessions",
  "connections",
  "custom_domains",
  "destinations",
  "directories",
  "directory_groups",
  "directory_people",
  "directory_tokens",
  "email_changes",
  "erasures",
  "event_counters",
  "event_hours",
  "event_news",
  "execution_counters",
  "execution_hours",
  "execution_news",
  "ignored_counters",
  "ignored_hours",
  "ignored_news",
  "integrations",
  "invitations",
  "invoices",
  "issue_news",
  "issue_triggers",
  "issues",
  "login_failures",
  "markers",
  "master_key_check",
  "members",
  "notifications",
  "organizations",
  "passkeys",
  "plan_offer",
  "plan_stretches",
  "plans",
  "processes",
  "project_members",
  "projects",
  "queue_samples",
  "request_counters",
  "request_hours",
  "request_news",
  "saved_views",
  "schema_migrations",
  "sessions",
  "sources",
  "sso_attempts",
  "sso_connections",
  "sso_domains",
  "sso_identities",
  "subscriptions",
  "team_integrations",
  "test_provider_objects",
  "throughput_stretches",
  "topic_news",
  "transformations",
  "two_factors",
  "users",
  "verifications",
];

test("every column that can hold a sender's data is erased, or is known to hold none", async () => {
  const { db, drop } = await freshDatabase();
  const { rows } = await db.query<{ name: string }>(
    `select relname || '.' || attname as name from pg_attribute
     join pg_class on pg_class.oid = attrelid
     where atttypid in ('bytea'::regtype, 'text'::regtype, 'jsonb'::regtype, 'json'::regtype, 'text[]'::regtype)
       and relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace and attnum > 0
       and not attisdropped`,
  );
  await drop();

  const isOfTraffic = (name: string) => (name.split(".")[0] ?? "") in OF_TRAFFIC;
  const known = Object.entries(OF_TRAFFIC).flatMap(([table, columns]) =>
    columns.map((column) => `${table}.${column}`),
  );
  expect(
    rows
      .map(({ name }) => name)
      .filter(isOfTraffic)
      .toSorted(),
  ).toEqual([...ERASED_COLUMNS, ...known].toSorted());
  const others = new Set(
    rows.filter(({ name }) => !isOfTraffic(name)).map(({ name }) => name.split(".")[0] ?? ""),
  );
  expect([...others].toSorted()).toEqual(OF_OTHERS);
});
