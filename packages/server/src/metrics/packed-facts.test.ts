/** Facts become groups: sums, maxima, ratios and percentiles of each bucket. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { latencyOf } from "./latency.ts";
import { foldFacts, type ListedFold, type PackedFacts } from "./packed-facts.ts";

const START_MS = Date.UTC(2026, 0, 1);
const MINUTES = { kind: "equal", widthMs: 60_000, originMs: 0 } as const;

/** Second, count, another sum, a maximum, latencies. */
type Fact = [number, number, number, number | null, string];

function packed(facts: readonly Fact[], isFailed = false): PackedFacts {
  return {
    at: facts.map(([second]) => START_MS / 1000 + second).join(" "),
    v0: facts.map(([, count]) => count).join(" "),
    v1: facts.map(([, , sum]) => sum).join(" "),
    v2: facts.map(([, , , highest]) => highest ?? "").join(" "),
    c0: isFailed,
    latencies: facts.map(([, , , , latencies]) => latencies).join(";"),
  };
}

const FOLDS: ListedFold[] = [
  { kind: "sum", value: 0, condition: null },
  { kind: "sum", value: 1, condition: null },
  { kind: "max", value: 2, condition: null },
  { kind: "sum", value: 0, condition: 0 },
];
const [COUNT, RATIO, HIGHEST, FAILED] = [
  { part: 0, whole: null, among: null },
  { part: 1, whole: 0, among: null },
  { part: 2, whole: null, among: 1 },
  { part: 3, whole: null, among: null },
];
const MEASURES = [COUNT, RATIO, HIGHEST, FAILED, { share: 1, most: 2 }];

/** As plain lists, with null for no value. */
function folded(parts: readonly PackedFacts[], measures = MEASURES) {
  const groups = foldFacts(parts, FOLDS, measures, MINUTES);
  return (
    groups &&
    [groups.bucketsMs, ...groups.measures].map((values) =>
      Array.from(values, (value) => (Number.isNaN(value) ? null : value)),
    )
  );
}

test("facts of one bucket are one group, also when they lie apart or in several parts", () => {
  const others = packed([
    [300, 2, 1, 7, "{1027}"],
    [360, 1, 0, null, "{}"],
    [359, 2, 2, 9, "{1034}"],
  ]);
  const failed = packed([[301, 4, 1, 8, "{1024}"]], true);

  expect(folded([others, failed])).toEqual([
    [START_MS + 300_000, START_MS + 360_000],
    [8, 1],
    [0.5, 0],
    [9, null],
    [4, 0],
    [latencyOf(10), null],
  ]);
});

test("a group that has come to nothing is left out, and the others keep their values", () => {
  const facts = packed([
    [60, 3, 3, 1, "{2050}"],
    [120, 1, 1, 9, "{1030}"],
    [60, -3, -3, 1, "{}"],
  ]);

  expect(folded([facts])).toEqual([[START_MS + 120_000], [1], [1], [9], [0], [latencyOf(6)]]);
});

test("no facts are no groups, and a list that lost an entry is an error", () => {
  expect(folded([{ at: null }])).toBeNull();
  expect(() => folded([{ ...packed([[1, 1, 1, 1, "{}"]]), v1: "1 2" }])).toThrow("list");
});

/** As the database does it. */
const bucketOf = (ms: number) => (ms <= 1 ? 0 : Math.ceil(Math.log(ms) / Math.log(1.04)));

test("no percentile is above the highest latency, which is exact", () => {
  const shares = [0.5, 0.95, 0.99, 1];
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 900_000 }), { minLength: 1, maxLength: 30 }), (latencies) => {
      const facts = latencies.map((ms): Fact => [0, 1, 1, ms, `{${1024 + bucketOf(ms)}}`]);

      const [, highest, ...percentiles] =
        folded([packed(facts)], [HIGHEST, ...shares.map((share) => ({ share, most: 2 }))]) ?? [];

      expect(highest).toEqual([Math.max(...latencies)]);
      for (const [found = null] of percentiles) expect(found).toBeLessThanOrEqual(Math.max(...latencies));
    }),
  );
});
