/** Percentiles from buckets are those of the latencies themselves, within 2 %. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isShort, LatencyCounts, latencyOf, ShortPercentiles } from "./latency.ts";

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

/** As the database does it (0006-counters.sql). */
function shortened(buckets: Readonly<Record<number, number>>): string {
  const down = Object.keys(buckets).map(Number).toReversed();
  const total = Object.values(buckets).reduce((sum, count) => sum + count, 0);
  const parts = down.map((bucket, at) => {
    const steps = (down[at - 1] ?? bucket + 1) - bucket - 1;
    const count = buckets[bucket] === 1 ? "" : buckets[bucket];
    return "Z".repeat(Math.floor(steps / 26)) + String.fromCharCode(97 + (steps % 26)) + count;
  });
  return `=${total}@${(down[0] ?? -1) + 1}${parts.join("")}`;
}

test("a short form has the percentiles of its array, read as a whole or only as far as needed", () => {
  const bucketCounts = fc.dictionary(
    fc.integer({ min: 0, max: 1023 }).map(String),
    fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 10 ** 12 })),
  );
  fc.assert(
    fc.property(fc.array(bucketCounts, { minLength: 1, maxLength: 3 }), (facts) => {
      const arrays = facts.map((fact) => {
        const packed = Object.entries(fact).map(([bucket, count]) => 1024 * count + Number(bucket));
        return `{${packed.join(",")}}`;
      });
      const shares = [1, 0.99, 0.95, 0.5];

      const found = shares.map((share) => percentileIn(`+${facts.map(shortened).join("")}`, share));
      const one = Buffer.from(`${arrays[0]};${shortened(facts[0] ?? {})};${arrays[0]}`);
      const from = (arrays[0]?.length ?? 0) + 1;
      const short = new ShortPercentiles();
      short.begin(one, from);

      expect(found).toEqual(shares.map((share) => percentileIn(arrays.join(""), share)));
      expect([isShort(one, from), isShort(one, 0)]).toEqual([true, false]);
      expect(shares.map((share) => short.percentile(share))).toEqual(
        shares.map((share) => percentileIn(arrays[0] ?? "", share)),
      );
    }),
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
