/** The database and this process fold facts into the same groups, however many facts there are. */
import { expect, test } from "vitest";
import { Conditions } from "../store/filters/conditions.ts";
import { databaseOfTest } from "../testing/fresh-database.ts";
import { ATTEMPT_CUBE, EVENT_CUBE } from "./cubes.ts";
import { inOrder } from "./groups-in-order.ts";
import { type CubeQuestion, readCube } from "./read-cube.sql.ts";
import { bucketsOf } from "./time-buckets.ts";

/** Facts of three connections, 50 seconds apart. Some take back what others have counted. */
const FACTS = `select timestamptz '2026-03-01 00:00:07+00' + n * interval '50 seconds' as at,
    'connection ' || n % 3 as webhook_id, (array['SUCCESSFUL', 'FAILED', 'QUEUED'])[1 + n % 7 % 3] as status,
    case when n % 11 < 3 then -1 else 1 end * (1 + n % 5) as count, n % 4 as attempts, n % 2 as scheduled_retries,
    n % 13 as delivered, n % 3 % 2 as answered, n % 97 as response_ms, n % 89 as delivery_ms, n % 101 as response_ms_max,
    '{' || 1024 * (1 + n % 6) + n % 300 || ',' || 1024::bigint * 10 ^ 9 + 40 || '}' as latencies`;
const COUNTS = ["count", "attempts", "scheduled_retries", "delivered", "answered"];
const VALUES = [...COUNTS, "response_ms", "delivery_ms", "response_ms_max"];

/** Lists have up to `length` facts. */
function source(count: number, length: number | null): CubeQuestion["source"] {
  const facts = (inForm: (facts: string) => string) => {
    const conditions = new Conditions();
    const bound = conditions.bind(count);
    return {
      facts: inForm(`${FACTS}, n from generate_series(1, ${bound}::int) as n`),
      beside: [],
      conditions,
    };
  };
  const inLists = (rows: string) =>
    `select webhook_id, status, string_agg(date_part('epoch', at)::text, ' ' order by n) as at,
       ${VALUES.map((column) => `string_agg(${column}::text, ' ' order by n) as ${column}`).join(", ")},
       string_agg(latencies, ';' order by n) as latencies
     from (${rows}) as facts group by webhook_id, status, n / ${length}`;
  return { rows: facts((rows) => rows), lists: length === null ? null : facts(inLists) };
}

const EVENTS = { cube: EVENT_CUBE, measures: Object.keys(EVENT_CUBE.measures) };
const ATTEMPTS = {
  cube: ATTEMPT_CUBE,
  measures: [
    "response_latency_p95",
    ...Object.keys(ATTEMPT_CUBE.measures),
    "response_latency_p50",
    "response_latency_p99",
  ],
};
const HOUR = { amount: 1, unit: "h" } as const;

test.each([
  ["few events by the hour", 5_000, EVENTS, HOUR, 1],
  ["few attempts by the hour", 5_000, ATTEMPTS, HOUR, 1],
  ["long lists", 20_000, ATTEMPTS, HOUR, 500],
  ["events by the month", 20_000, EVENTS, { amount: 1, unit: "M" }, 100],
  ["events by two months", 200_000, EVENTS, { amount: 2, unit: "M" }, 10_000],
  ["attempts without buckets", 5_000, ATTEMPTS, null, 100],
  ["more events than this process folds", 31_000, EVENTS, { amount: 6, unit: "h" }, 1],
  ["more attempts than this process folds", 31_000, ATTEMPTS, { amount: 6, unit: "h" }, 1],
] as const)("%s", async (_name, count, asked, granularity, length) => {
  const { db } = await databaseOfTest();
  const ask = async (from: CubeQuestion["source"]) => {
    const all = await readCube(db, {
      ...asked,
      dimensions: ["webhook_id"],
      buckets: granularity && bucketsOf(granularity),
      source: from,
      limit: 10_000,
    });
    const { series, at } = inOrder(all);
    return Array.from(series, (of, place) => ({
      series: all[of]?.dimensions[0],
      atMs: all[of]?.bucketsMs[at[place] ?? 0],
      measures: all[of]?.measures.map((values) => values[at[place] ?? 0]),
    }));
  };

  const [counters, rows] = [await ask(source(count, length)), await ask(source(count, null))];

  expect(counters.length).toBeGreaterThan(granularity === HOUR ? 100 : 2);
  expect(counters).toEqual(rows);
});
