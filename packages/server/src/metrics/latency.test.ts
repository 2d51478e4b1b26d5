/** Percentiles from buckets are those of the latencies themselves, within 2 %. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { latencyOf, percentile } from "./latency.ts";

/** As the database does it. */
const bucketOf = (ms: number) => (ms <= 1 ? 0 : Math.ceil(Math.log(ms) / Math.log(1.04)));

function exactPercentile(latencies: readonly number[], share: number): number {
  const sorted = latencies.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

test("percentiles of any latencies are right within 2 %", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 900_000 }), { minLength: 1, maxLength: 300 }),
      fc.constantFrom(0.5, 0.95, 0.99, 1),
      (latencies, share) => {
        const counts = new Map<number, number>();
        for (const ms of latencies) counts.set(bucketOf(ms), (counts.get(bucketOf(ms)) ?? 0) + 1);

        const found = percentile(counts, share) ?? Number.NaN;

        expect(Math.abs(found / exactPercentile(latencies, share) - 1)).toBeLessThanOrEqual(0.02);
      },
    ),
  );
});

test("attempts without an answer have no latency", () => {
  expect(percentile(new Map([[-1, 5]]), 0.95)).toBeNull();
  expect(
    percentile(
      new Map([
        [-1, 99],
        [40, 1],
      ]),
      0.5,
    ),
  ).toBe(latencyOf(40));
});
