/** The database and this process fold facts into the same groups, however many facts there are. */
import { expect, test } from "vitest";
import { Conditions } from "../store/filters/conditions.ts";
import { freshDatabase } from "../testing/fresh-database.ts";
import { ATTEMPT_CUBE, EVENT_CUBE } from "./cubes.ts";
import { inOrder } from "./groups-in-order.ts";
import { type CubeQuestion, readCube } from "./read-cube.sql.ts";
import { bucketsOf } from "./time-buckets.ts";

/** Facts of three connections, 50 seconds apart. Some take back what others have counted. */
function facts(count: number, isCounted: boolean): CubeQuestion["source"] {
  const conditions = new Conditions();
  const number = conditions.bind(count);
  return {
    facts: `select timestamptz '2026-03-01 00:00:07+00' + n * interval '50 seconds' as at,
        'connection ' || n % 3 as webhook_id, (array['SUCCESSFUL', 'FAILED', 'QUEUED'])[1 + n % 7 % 3] as status,
        case when n % 11 < 3 then -1 else 1 end * (1 + n % 5) as count, n % 4 as attempts, n % 2 as scheduled_retries,
        n % 13 as delivered, n % 3 % 2 as answered, n % 97 as response_ms, n % 89 as delivery_ms, n % 101 as response_ms_max,
        '{' || 1024 * (1 + n % 6) + n % 300 || ',' || 1024::bigint * 10 ^ 9 + 40 || '}' as latencies
      from generate_series(1, ${number}::int) as n`,
    beside: [],
    conditions,
    isCounted,
  };
}

const EVENTS = { cube: EVENT_CUBE, measures: Object.keys(EVENT_CUBE.measures) };
const ATTEMPTS = {
  cube: ATTEMPT_CUBE,
  measures: ["response_latency_p95", ...Object.keys(ATTEMPT_CUBE.measures), "response_latency_p99"],
};

test.each([
  ["few events by the hour", 5_000, EVENTS, 1],
  ["few attempts by the hour", 5_000, ATTEMPTS, 1],
  ["more events than this process folds", 31_000, EVENTS, 6],
  ["more attempts than this process folds", 31_000, ATTEMPTS, 6],
])("%s", async (_name, count, asked, hours) => {
  const { db } = await freshDatabase();
  const ask = async (isCounted: boolean) => {
    const series = await readCube(db, {
      ...asked,
      dimensions: ["webhook_id"],
      buckets: bucketsOf({ amount: hours, unit: "h" }),
      source: facts(count, isCounted),
      limit: 10_000,
    });
    return inOrder(series).map(({ series: { dimensions, bucketsMs, measures }, at }) => ({
      series: dimensions[0],
      atMs: bucketsMs[at],
      measures: measures.map((values) => values[at]),
    }));
  };

  const [counters, rows] = [await ask(true), await ask(false)];

  expect(counters.length).toBeGreaterThan(100);
  expect(counters).toEqual(rows);
});
