import { EVENT_STATUSES, LOG_LEVELS, REJECTION_CAUSES } from "@posthorn/contract/causes";
import { granularityText } from "@posthorn/contract/granularity";
import { type IdKind, internalId, publicId } from "@posthorn/contract/ids";
import * as contract from "@posthorn/contract/metrics";
import { METRICS_ENDPOINTS, type MetricRow, type MetricsReply } from "@posthorn/contract/metrics";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../ids.ts";
import { queryString } from "../../pipeline/route/query-string.ts";
import { ensurePartitions } from "../../store/partitions.ts";
import { type GivenApi, givenApi } from "../../testing/given-api.ts";
import { MODEL, type ModelQuery } from "../../testing/metrics-model.ts";
import {
  type Traffic,
  type TrafficPlaces,
  randomTraffic,
  storeTraffic,
} from "../../testing/random-traffic.ts";
import { randomFrom } from "../../testing/random.ts";
import { Conditions } from "../../store/filters/conditions.ts";
import { moveAllNews } from "../../workers/counting.ts";
import { packAllHours } from "../../workers/hour-packing.ts";
import { scanRows } from "./fact-source.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let api: GivenApi;
let places: TrafficPlaces;
let traffic: Traffic;
let nowMs: number;

beforeAll(async () => {
  api = await givenApi();
  nowMs = Date.now();
  await ensurePartitions(api.db, nowMs - 4 * DAY_MS);
  places = await givenPlaces();
  const fromMs = nowMs - 5 * DAY_MS;
  const early = randomTraffic(randomFrom(1), places, { count: 150, fromMs, toMs: nowMs - 2 * HOUR_MS });
  const late = randomTraffic(randomFrom(2), places, { count: 150, fromMs, toMs: nowMs - 2 * HOUR_MS });
  // One half has been added up and packed when the other comes; then some events become something else.
  await storeTraffic(api.db, api.team_id, early);
  await moveAllNews(api.db);
  await packAllHours(api.db);
  await storeTraffic(api.db, api.team_id, late);
  for (const event of early.events.slice(0, 40)) {
    Object.assign(event, {
      status: "SUCCESSFUL",
      attempts: event.attempts + 1,
      response_status: 200,
      error_code: null,
    });
    await api.db.query(
      `update events set status = 'SUCCESSFUL', attempts = attempts + 1, response_status = 200, error_code = null
       where team_id = $1 and id = $2`,
      [api.team_id, event.id],
    );
  }
  traffic = {
    requests: [...early.requests, ...late.requests],
    events: [...early.events, ...late.events],
    ignored: [...early.ignored, ...late.ignored],
    attempts: [...early.attempts, ...late.attempts],
    executions: [...early.executions, ...late.executions],
  };
});
afterAll(() => api.stop());

const idOf = (kind: IdKind, id: string) => internalId(kind, id) ?? "";

async function givenPlaces(): Promise<TrafficPlaces> {
  const connections = [];
  for (const [source, destination] of [
    ["shop", "ledger"],
    ["shop", "mail"],
    ["bank", "ledger"],
  ]) {
    const body = {
      source: { name: source },
      destination: { name: destination, config: { url: "https://api.example.com/hooks" } },
    };
    const { body: made } = await api.call("PUT", "/connections", {
      body: { ...body, name: `${source}-${destination}` },
    });
    connections.push({
      id: idOf("connection", made.id),
      source_id: idOf("source", made.source.id),
      destination_id: idOf("destination", made.destination.id),
    });
  }
  const transformations = [];
  for (const name of ["upper", "lower"]) {
    const { body } = await api.call("POST", "/transformations", { body: { name, code: "x" } });
    transformations.push(idOf("transformation", body.id));
  }
  const cli_id = newId();
  await api.db.query("insert into cli_clients (id, team_id, device_name) values ($1, $2, 'laptop')", [
    cli_id,
    api.team_id,
  ]);
  return { connections, transformations, cli_id, bulk_retry_ids: [newId(), newId()] };
}

type Path = keyof typeof MODEL;

async function ask(path: string, query: Partial<ModelQuery>, key?: string): Promise<MetricsReply> {
  const {
    startMs = nowMs - 6 * DAY_MS,
    endMs = nowMs + HOUR_MS,
    granularity,
    measures,
    dimensions,
    filters,
  } = query;
  const asked = queryString({
    date_range: { start: new Date(startMs).toISOString(), end: new Date(endMs).toISOString() },
    ...(granularity && { granularity: granularityText(granularity) }),
    measures: measures ?? ["count"],
    dimensions,
    filters,
  });
  const { status, body } = await api.call(
    "GET",
    `/metrics/${path}?${asked}`,
    key === undefined ? {} : { key },
  );
  expect(body).toMatchObject({ metadata: { row_limit: 10_000 } });
  expect(status).toBe(200);
  return body;
}

const keyOf = ({ time_bucket, dimensions }: MetricRow) => JSON.stringify([time_bucket, dimensions]);

/** Percentiles are right within 2 %, everything else exactly. */
function expectSame(found: readonly MetricRow[], expected: readonly MetricRow[]): void {
  const byKey = new Map(found.map((row) => [keyOf(row), row]));
  expect([...byKey.keys()].toSorted()).toEqual(expected.map(keyOf).toSorted());
  for (const row of expected) {
    const { metrics = {} } = byKey.get(keyOf(row)) ?? {};
    for (const [name, value] of Object.entries(row.metrics)) {
      const counted = metrics[name];
      if (value === null || typeof counted !== "number")
        expect({ name, value: counted }).toEqual({ name, value });
      else if (/_p\d\d$/.test(name)) expect(Math.abs(counted / value - 1)).toBeLessThanOrEqual(0.0201);
      else expect(counted, name).toBeCloseTo(value, 6);
    }
  }
}

const QUESTIONS: Record<
  Path,
  {
    endpoint: { measures: readonly string[]; dimensions: readonly string[] };
    filters: () => Record<string, readonly string[]>;
  }
> = {
  requests: {
    endpoint: { measures: contract.REQUEST_MEASURES, dimensions: contract.REQUEST_DIMENSIONS },
    filters: () => ({
      source_id: [...new Set(places.connections.map(({ source_id }) => publicId("source", source_id)))],
      rejection_cause: REJECTION_CAUSES,
      status: contract.REQUEST_METRIC_STATUSES,
      bulk_retry_ids: places.bulk_retry_ids.map((id) => publicId("bulk_operation", id)),
    }),
  },
  events: {
    endpoint: {
      measures: contract.EVENT_MEASURES,
      // The person behind a CLI is nobody here.
      dimensions: contract.EVENT_DIMENSIONS.filter((name) => name !== "cli_user_id"),
    },
    filters: () => ({
      ...endFilters(),
      status: EVENT_STATUSES,
      error_code: ["TIMEOUT", "CONNECTION_REFUSED", "BAD_RESPONSE"],
      response_status: ["200", "404", "500"],
      attempts: ["0", "1", "2"],
      delivery_group: ["north", "south"],
      cli_id: [publicId("cli_client", places.cli_id)],
      bulk_retry_ids: places.bulk_retry_ids.map((id) => publicId("bulk_operation", id)),
    }),
  },
  attempts: {
    endpoint: { measures: contract.ATTEMPT_MEASURES, dimensions: contract.ATTEMPT_DIMENSIONS },
    filters: () => ({
      ...endFilters(),
      status: ["SUCCESSFUL", "FAILED"],
      error_code: ["TIMEOUT", "CONNECTION_REFUSED"],
      trigger: ["INITIAL", "AUTOMATIC", "MANUAL"],
      delivery_group: ["north", "south"],
      bulk_retry_id: places.bulk_retry_ids.map((id) => publicId("bulk_operation", id)),
    }),
  },
  transformations: {
    endpoint: {
      measures: contract.TRANSFORMATION_MEASURES,
      dimensions: contract.TRANSFORMATION_DIMENSIONS,
    },
    filters: () => ({
      transformation_id: places.transformations.map((id) => publicId("transformation", id)),
      webhook_id: places.connections.map(({ id }) => publicId("connection", id)),
      log_level: LOG_LEVELS,
    }),
  },
};

function endFilters(): Record<string, readonly string[]> {
  return {
    source_id: places.connections.map(({ source_id }) => publicId("source", source_id)),
    webhook_id: places.connections.map(({ id }) => publicId("connection", id)),
    destination_id: places.connections.map(({ destination_id }) => publicId("destination", destination_id)),
  };
}

const some = (values: readonly string[], minLength: number, maxLength: number) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength, maxLength });

/** Random questions of one endpoint. Ranges are whole minutes: counters know nothing finer. */
function questions(path: Path) {
  const { endpoint, filters } = QUESTIONS[path];
  const allFilters = filters();
  return fc
    .record({
      measures: some(endpoint.measures, 1, endpoint.measures.length),
      dimensions: some(endpoint.dimensions, 0, 2),
      granularity: fc.option(
        fc.record({ amount: fc.constantFrom(1, 2, 4), unit: fc.constantFrom("s", "m", "h", "d", "w", "M") }),
      ),
      filterNames: some(Object.keys(allFilters), 0, 2),
      taken: fc.integer({ min: 1, max: 3 }),
      startMinutes: fc.integer({ min: 0, max: 6 * 24 * 60 }),
      lengthMinutes: fc.integer({ min: 1, max: 7 * 24 * 60 }),
    })
    .map(
      ({
        filterNames,
        taken,
        startMinutes,
        lengthMinutes,
        measures,
        dimensions,
        granularity,
      }): ModelQuery => {
        const startMs = Math.floor((nowMs - 6 * DAY_MS) / MINUTE_MS + startMinutes) * MINUTE_MS;
        const chosen: Record<string, readonly string[]> = Object.fromEntries(
          filterNames.map((name) => [name, (allFilters[name] ?? []).slice(0, taken)]),
        );
        // Groups belong to a destination.
        if (dimensions.includes("delivery_group"))
          chosen["destination_id"] ??= allFilters["destination_id"] ?? [];
        const endMs = startMs + lengthMinutes * MINUTE_MS;
        return { startMs, endMs, granularity, measures, dimensions, filters: chosen };
      },
    );
}

test.each(Object.keys(MODEL) as Path[])(
  "%s: any question is answered as a count of the rows would",
  async (path) => {
    await fc.assert(
      fc.asyncProperty(questions(path), async (query) => {
        const { data, metadata } = await ask(path, query);

        expect(metadata.truncated).toBe(false);
        expectSame(data, MODEL[path](traffic, query));
      }),
      { numRuns: 60 },
    );
  },
);

test("rows come in the order of time, and within a bucket the highest first", async () => {
  const { data } = await ask("events", { granularity: { amount: 1, unit: "d" }, dimensions: ["status"] });

  const sorted = data.toSorted(
    (a, b) =>
      (a.time_bucket ?? "").localeCompare(b.time_bucket ?? "") ||
      (b.metrics["count"] ?? 0) - (a.metrics["count"] ?? 0),
  );
  expect(data.length).toBeGreaterThan(6);
  expect(data).toEqual(sorted);
});

test("another project sees nothing of it", async () => {
  for (const path of Object.keys(MODEL)) expect((await ask(path, {}, api.other.key)).data, path).toEqual([]);
});

async function refused(path: string, query: string) {
  const { status, body } = await api.call("GET", `/metrics/${path}?${query}`);
  return { status, data: body.data };
}

describe("a query that cannot be answered", () => {
  const range = "date_range[start]=2026-01-01&date_range[end]=2026-01-02";

  test.each([
    ["events", range, "measures is required"],
    ["events", "measures[]=count", "date_range is required"],
    ["events", "date_range[start]=2026-01-01&measures[]=count", "date_range.end is required"],
    [
      "queue-depth",
      `${range}&measures[]=max_depth&measures[]=depth`,
      "measures[1] must be one of [max_depth, max_age]",
    ],
    ["queue-depth", `${range}&measures=depth`, "measures must be one of [max_depth, max_age]"],
    [
      "transformations",
      `${range}&measures[]=count&dimensions[]=status`,
      "dimensions[0] must be one of [transformation_id, webhook_id, log_level, issue_id]",
    ],
    [
      "requests",
      `${range}&measures[]=count&filters[status]=accepted`,
      "filters.status must be one of [ACCEPTED, REJECTED]",
    ],
    [
      "events",
      `${range}&measures[]=count&granularity=90m`,
      "granularity must be a number and a unit: 1–60s, 1–60m, 1–24h, 1–31d, 1–4w, 1–12M",
    ],
    ["events", `${range}&measures[]=count&dimensions[]=delivery_group`, "filters.destination_id is required"],
    [
      "events",
      `${range}&measures[]=count&filters[response_status]=601`,
      "filters.response_status must be less than or equal to 600",
    ],
    ["events-by-issue", `${range}&measures[]=count`, "filters is required"],
    ["events-by-issue", `${range}&measures[]=count&filters[source_id]=src_1`, "filters.issue_id is required"],
    [
      "events",
      "date_range[start]=2026-01-02&date_range[end]=2026-01-01&measures[]=count",
      "date_range.end must not be before date_range.start",
    ],
    [
      "events",
      "date_range[start]=soon&date_range[end]=2026-01-01&measures[]=count",
      "date_range.start must be a valid date",
    ],
  ])("%s?%s is refused: %s", async (path, query, message) => {
    expect(await refused(path, query)).toEqual({ status: 422, data: [message] });
  });
});

describe("an issue that does not exist", () => {
  const issue = { filters: { issue_id: ["iss_1"] } };

  test("has no event and no execution", async () => {
    expect((await ask("events-by-issue", issue)).data).toEqual([]);
    expect((await ask("transformations", issue)).data).toEqual([]);
    expect((await ask("events", { filters: { issue_ids: ["iss_1"] } })).data).toEqual([]);
  });
});

test("an id that is none finds nothing", async () => {
  expect((await ask("requests", { filters: { source_id: ["src_1"] } })).data).toEqual([]);
});

describe("an unknown filter", () => {
  test("is ignored, and the answer says so", async () => {
    const all = await ask("requests", {});
    const range = queryString({
      date_range: { start: "2026-01-01", end: "2026-01-02" },
      measures: ["count"],
    });
    const { body } = await api.call(
      "GET",
      `/metrics/requests?${range}&filters[status]=ACCEPTED&filters[colour]=red&filters[events_count][gt]=1`,
    );

    const { data, metadata } = await ask("requests", { filters: { colour: ["red"] } });

    expect(data).toEqual(all.data);
    expect(all.metadata).not.toHaveProperty("warning");
    expect(metadata).toMatchObject({
      truncated: false,
      warning: "These metrics have no filters.colour, so it was ignored.",
    });
    expect(body.metadata.warning).toBe(
      "These metrics have no filters.colour, so it was ignored. These metrics have no filters.events_count.gt, so it was ignored.",
    );
  });

  test.each(METRICS_ENDPOINTS)("is named by $path, also when there is nothing to count", async ({ path }) => {
    const measure = path.endsWith("queue-depth") ? "max_depth" : "count";
    const range = "date_range[start]=2026-01-01&date_range[end]=2026-01-01";

    const { body } = await api.call(
      "GET",
      `${path}?${range}&measures[]=${measure}&filters[issue_id]=iss_1&filters[colour]=red`,
    );

    expect(body.metadata.warning).toContain("filters.colour");
  });
});

test("no percentile is above the highest latency", async () => {
  const { data } = await ask("attempts", {
    measures: [
      "response_latency_p50",
      "response_latency_p95",
      "response_latency_p99",
      "response_latency_max",
    ],
    dimensions: ["event_id"],
  });

  const above = data.filter(({ metrics }) => {
    const rising = Object.values(metrics).map((value) => value ?? 0);
    return rising.some((value, at) => value > (rising[at + 1] ?? value));
  });
  expect(data.length).toBeGreaterThan(100);
  expect(above).toEqual([]);
});

test("a dimension without a value is an empty text, because clients expect text, number or boolean", async () => {
  const { data } = await ask("events", { dimensions: ["error_code", "response_status", "cli_id"] });

  const values = new Set(data.flatMap(({ dimensions }) => Object.values(dimensions)));
  expect(values).toContain("");
  expect([...values].filter((value) => value === null)).toEqual([]);
});

test("a range without a length has no rows", async () => {
  expect((await ask("events", { startMs: nowMs - DAY_MS, endMs: nowMs - DAY_MS })).data).toEqual([]);
});

test("more rows than fit are left out, and the answer says so", async () => {
  const { body } = await api.call("POST", "/connections", {
    body: { source: { name: "busy" }, destination: { name: "busy", type: "MOCK_API" } },
    key: api.other.key,
  });
  await api.db.query(
    `insert into event_news (team_id, webhook_id, at, status, response_status, error_code, count, attempts, scheduled_retries)
     select $1, $2, to_timestamp($3) + minute * interval '1 minute', 'SUCCESSFUL', 200, '', 1, 1, 0
     from generate_series(0, 10000) as minute`,
    [api.other.team_id, internalId("connection", body.id), Math.floor(nowMs / MINUTE_MS) * 60 - 10_001 * 60],
  );
  const query = { startMs: nowMs - 7 * DAY_MS, endMs: nowMs, granularity: { amount: 1, unit: "m" as const } };

  const { data, metadata } = await ask("events", query, api.other.key);

  expect(data).toHaveLength(10_000);
  expect(metadata).toMatchObject({
    row_count: 10_000,
    truncated: true,
    warning:
      "There are more than 10,000 rows, and the rest is left out. Choose a shorter date range, a coarser granularity or fewer dimensions.",
  });
});

test("where minutes are no longer kept, buckets are wider, and the answer says until when", async () => {
  const query = {
    startMs: nowMs - 20 * DAY_MS,
    endMs: nowMs,
    granularity: { amount: 5, unit: "m" as const },
  };

  const { metadata } = await ask("events", query);

  expect(metadata).toMatchObject({ granularity: "5m", truncated: false });
  expect(metadata.warning).toMatch(
    /^Minutes are kept for 8 days and hours for 90 days, so the buckets before [\d-]+T00:00:00\.000Z are wider\.$/,
  );
});

test("rows beyond the budget are not read, and the answer says since when it counts", async () => {
  const newest = traffic.requests.toSorted((a, b) => (a.id < b.id ? 1 : -1));
  const conditions = new Conditions();

  const { rows, shortage } = await scanRows(
    api.db,
    {
      table: "requests",
      id: "id",
      conditionOf: (of) => `team_id = ${of.bind(api.team_id)}`,
      budget: 5,
      name: "requests",
    },
    conditions,
  );

  const read = await api.db.query<{ id: string }>(rows, conditions.values);
  expect(read.rows.map(({ id }) => id).toSorted()).toEqual(
    newest
      .slice(0, 5)
      .map(({ id }) => id)
      .toSorted(),
  );
  expect(shortage).toBe(
    `No counter holds what was asked for, and only the newest 5 requests were read, those since ${new Date(newest[5]?.atMs ?? 0).toISOString()}. Choose a shorter date range.`,
  );
});

/** The whole of yesterday. */
function yesterday() {
  const dayMs = Date.parse(new Date(nowMs - DAY_MS).toISOString().slice(0, 10));
  return { startMs: dayMs, endMs: dayMs + DAY_MS };
}

describe("queues", () => {
  beforeAll(async () => {
    const [first, second] = [...new Set(places.connections.map(({ destination_id }) => destination_id))];
    await api.db.query(
      `insert into queue_samples (team_id, span, destination_id, at, max_depth, max_age_ms)
       select $1::uuid, span, destination, date_trunc(span, at, 'UTC'), max(depth), max(age)
       from (values ($2::uuid, $4::timestamptz, 5, 9000), ($2, $4::timestamptz + interval '1 minute', 8, 700),
         ($3, $4::timestamptz, 3, 100)) as sample (destination, at, depth, age)
       cross join unnest(array['minute', 'hour', 'day']) as span
       group by 1, 2, 3, 4`,
      [api.team_id, first, second, new Date(yesterday().startMs + 10.5 * HOUR_MS).toISOString()],
    );
  });

  test.each([
    [null, [[8, 9000]]],
    [
      { amount: 1, unit: "m" as const },
      [
        [5, 9000],
        [8, 700],
      ],
    ],
    [{ amount: 1, unit: "h" as const }, [[8, 9000]]],
  ])("depth and age are the highest of each bucket (%j)", async (granularity, expected) => {
    const { data } = await ask("queue-depth", {
      ...yesterday(),
      granularity,
      measures: ["max_depth", "max_age"],
    });

    expect(data.map(({ metrics }) => [metrics["max_depth"], metrics["max_age"]])).toEqual(expected);
  });

  test("what waits for all destinations together is the sum of what waits for each", async () => {
    const { data } = await ask("events-pending-timeseries", {
      ...yesterday(),
      granularity: { amount: 1, unit: "h" },
    });
    const split = await ask("events-pending-timeseries", { ...yesterday(), dimensions: ["destination_id"] });

    expect(data.map(({ metrics }) => metrics["count"])).toEqual([11]);
    expect(split.data.map(({ metrics }) => metrics["count"])).toEqual([8, 3]);
  });

  test("is not known by delivery group, and the answer says so", async () => {
    const { data, metadata } = await ask("queue-depth", {
      measures: ["max_depth"],
      filters: { delivery_group: ["north"] },
    });

    expect(data).toEqual([]);
    expect(metadata).toMatchObject({
      truncated: true,
      warning: "The queue of a destination is not kept by delivery group. Leave out delivery_group.",
    });
  });
});
