import { internalId, publicId } from "@posthorn/contract/ids";
import type { Histogram } from "@posthorn/contract/histograms";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../ids.ts";
import { queryString } from "../../pipeline/route/query-string.ts";
import { type GivenApi, givenApi } from "../../testing/given-api.ts";
import {
  type Traffic,
  type TrafficConnection,
  randomTraffic,
  storeTraffic,
} from "../../testing/random-traffic.ts";
import { randomFrom } from "../../testing/random.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let api: GivenApi;
let traffic: Traffic;
let connections: TrafficConnection[];
let maxMs: number;

beforeAll(async () => {
  api = await givenApi();
  maxMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  connections = [];
  for (const name of ["shop", "bank"]) {
    const body = {
      source: { name },
      destination: { name, config: { url: "https://api.example.com/hooks" } },
    };
    const { body: made } = await api.call("POST", "/connections", { body });
    connections.push({
      id: internalId("connection", made.id) ?? "",
      source_id: internalId("source", made.source.id) ?? "",
      destination_id: internalId("destination", made.destination.id) ?? "",
    });
  }
  const { body } = await api.call("POST", "/transformations", { body: { name: "upper", code: "x" } });
  const places = {
    connections,
    transformations: [internalId("transformation", body.id) ?? ""],
    cli_id: newId(),
    bulk_retry_ids: [newId()],
  };
  traffic = randomTraffic(randomFrom(3), places, { count: 200, fromMs: maxMs - DAY_MS, toMs: maxMs });
  await storeTraffic(api.db, api.team_id, traffic);
});
afterAll(() => api.stop());

type Shown = Extract<Histogram, { is_available: true }>;

async function histogram(what: string, rangeMs: number, filters: object = {}): Promise<Histogram> {
  const date = { min: new Date(maxMs - rangeMs).toISOString(), max: new Date(maxMs).toISOString() };
  const { status, body } = await api.call(
    "GET",
    `//dashboard-api/histograms/${what}?${queryString({ ...filters, date })}`,
  );
  expect(status).toBe(200);
  return body;
}

async function shown(what: string, rangeMs: number, filters?: object): Promise<Shown> {
  const found = await histogram(what, rangeMs, filters);
  if (!found.is_available) throw new Error("unavailable");
  return found;
}

/** Counted from the rows, by step and dimension. */
function counted(
  facts: readonly { atMs: number }[],
  dimensionOf: (at: number) => string | null,
  { from, step_ms }: Shown,
) {
  const sums = new Map<string, number>();
  facts.forEach(({ atMs }, at) => {
    if (atMs < Date.parse(from)) return;
    const step = Date.parse(from) + Math.floor((atMs - Date.parse(from)) / step_ms) * step_ms;
    const key = JSON.stringify([new Date(step).toISOString(), dimensionOf(at)]);
    sums.set(key, (sums.get(key) ?? 0) + 1);
  });
  return [...sums].map(([key, count]) => `${key} ${count}`).toSorted();
}

const found = ({ rows }: Shown) =>
  rows
    .map(({ created_at, dimension, count }) => `${JSON.stringify([created_at, dimension])} ${count}`)
    .toSorted();

test.each([
  ["a day", DAY_MS, "minute", 24 * MINUTE_MS, 60],
  ["an hour", HOUR_MS, "minute", MINUTE_MS, 60],
  ["ten minutes", 10 * MINUTE_MS, "second", 10_000, 60],
])(
  "%s of events is counted by status, in sixty steps",
  async (_name, rangeMs, granularity, step_ms, steps) => {
    const bars = await shown("events", rangeMs);

    expect(bars).toMatchObject({
      granularity,
      step_ms,
      steps,
      from: new Date(maxMs - rangeMs).toISOString(),
    });
    expect(found(bars)).toEqual(counted(traffic.events, (at) => traffic.events[at]?.status ?? null, bars));
  },
);

test("requests are counted by rejection cause, executions by log level, ignored events by cause", async () => {
  const { requests, executions, ignored } = traffic;
  const bars = {
    requests: await shown("requests", DAY_MS),
    executions: await shown("executions", DAY_MS),
    ignored: await shown("ignored-events", DAY_MS),
  };

  expect(found(bars.requests)).toEqual(
    counted(requests, (at) => requests[at]?.rejection_cause ?? null, bars.requests),
  );
  expect(found(bars.executions)).toEqual(
    counted(executions, (at) => executions[at]?.log_level ?? null, bars.executions),
  );
  expect(found(bars.ignored)).toEqual(counted(ignored, (at) => ignored[at]?.cause ?? null, bars.ignored));
});

const source = () => publicId("source", connections[0]?.source_id ?? "");

describe("under the filters of a list", () => {
  test("those that counters hold, and those that only rows know, choose the same as the list", async () => {
    for (const filters of [
      { source_id: source() },
      { status: ["FAILED", "HOLD"], response_status: { gte: 400 } },
      { attempts: { gte: 2 } },
      { source_id: source(), cli_id: { any: "true" }, error_code: "TIMEOUT" },
    ]) {
      const { rows } = await shown("events", DAY_MS, filters);
      const listed = await api.call("GET", `/events?${queryString({ ...filters, limit: 255 })}`);

      expect(
        rows.reduce((sum, { count }) => sum + count, 0),
        JSON.stringify(filters),
      ).toBe(listed.body.count);
    }
  });

  test("an accepted request is one without a cause, or without a connection", async () => {
    const { rows } = await shown("requests", DAY_MS, { status: "accepted" });

    expect(new Set(rows.map(({ dimension }) => dimension))).toEqual(new Set(["NO_CONNECTION", null]));
  });

  test("nothing belongs to an issue that does not exist", async () => {
    for (const what of ["events", "executions", "ignored-events"])
      expect((await shown(what, DAY_MS, { issue_id: "iss_1" })).rows, what).toEqual([]);
  });

  test.each([{ search_term: "order" }, { body: '{"a":1}' }, { path: "/orders" }])(
    "that look into payloads (%j), there is none",
    async (filters) => {
      expect(await histogram("events", DAY_MS, filters)).toEqual({ is_available: false });
      expect(await histogram("requests", DAY_MS, filters)).toEqual({ is_available: false });
    },
  );
});

test("a range must have a length", async () => {
  const { status, body } = await api.call(
    "GET",
    "//dashboard-api/histograms/events?date[min]=2026-01-02&date[max]=2026-01-02",
  );

  expect({ status, data: body.data }).toEqual({ status: 422, data: ["date.max must be after date.min"] });
});
