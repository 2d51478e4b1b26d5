/** Percentiles from buckets are those of the latencies themselves, within 2 %. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { LatencyCounts, latencyOf } from "./latency.ts";

/** As the database does it. */
const bucketOf = (ms: number) => (ms <= 1 ? 0 : Math.ceil(Math.log(ms) / Math.log(1.04)));

function percentileIn(packed: string, share: number): number | null {
  const counts = new LatencyCounts();
  counts.read(Buffer.from(packed));
  return counts.percentile(share);
}

function exactPercentile(latencies: readonly number[], share: number): number {
  const sorted = latencies.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

test("percentiles of any latencies are right within 2 %, however they are packed", () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.integer({ min: 1, max: 900_000 }), { minLength: 1, maxLength: 100 }), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.constantFrom(0.5, 0.95, 0.99, 1),
      (counters, share) => {
        const packed = counters.map(
          (latencies) => `{${latencies.map((ms) => 1024 + bucketOf(ms)).join(",")}}`,
        );

        const found = percentileIn(packed.join(""), share) ?? Number.NaN;

        expect(Math.abs(found / exactPercentile(counters.flat(), share) - 1)).toBeLessThanOrEqual(0.02);
      },
    ),
  );
});

test("a packed bucket counts as often as it says, and counters without an answer add nothing", () => {
  const packed = "{}{3075,2048}{}{1027}"; // twice bucket 0, four times bucket 3
  expect([0.33, 0.34].map((share) => percentileIn(packed, share))).toEqual([latencyOf(0), latencyOf(3)]);
  expect(percentileIn("{}{}", 0.95)).toBeNull();
  const billion = 1024 * 10 ** 9 + 40;
  expect([0.5, 1].map((share) => percentileIn(`{1074,${billion}}`, share))).toEqual([
    latencyOf(40),
    latencyOf(50),
  ]);
  expect(percentileIn("{}{1064}", 0.5)).toBe(latencyOf(40));
});

test("what was cleared leaves nothing behind", () => {
  const counts = new LatencyCounts();
  counts.read(Buffer.from("{9999}"));
  counts.clear();
  counts.read(Buffer.from("{1027}"));
  expect(counts.percentile(1)).toBe(latencyOf(3));
  counts.clear();
  counts.read(Buffer.from("{}"));
  expect(counts.percentile(1)).toBeNull();
});
