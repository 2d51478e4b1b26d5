/** Facts become groups: sums, maxima, ratios and percentiles of each bucket. */
import { expect, test } from "vitest";
import { latencyOf } from "./latency.ts";
import { factsIn, foldFacts, type PackedFacts } from "./packed-facts.ts";

const START_MS = Date.UTC(2026, 0, 1);
const MICROS_UNTIL_START = BigInt(START_MS - Date.UTC(2000, 0, 1)) * 1000n;

/** As PostgreSQL sends a timestamp. */
function moment(minute: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(MICROS_UNTIL_START + BigInt(minute) * 60_000_000n);
  return bytes.toString("hex");
}

function number(value: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes.toString("hex");
}

/** Minute, count, another sum, a maximum, latencies. */
function packed(facts: readonly [number, number, number, number, string][]): PackedFacts {
  return {
    buckets: facts.map(([minute]) => moment(minute)).join(""),
    f0: facts.map(([, count]) => number(count)).join(""),
    f1: facts.map(([, , sum]) => number(sum)).join(""),
    f2: facts.map(([, , , highest]) => number(highest)).join(""),
    latencies: facts.map(([, , , , latencies]) => latencies).join(";"),
  };
}

const KINDS = ["sum", "sum", "max"] as const;
const MEASURES = [{ part: 0, whole: null }, { part: 1, whole: 0 }, { part: 2, whole: null }, { share: 1 }];

test("facts of one bucket are one group, also when they lie apart", () => {
  const facts = packed([
    [5, 2, 1, 7, "{1027}"],
    [6, 1, 1, -Infinity, "{}"],
    [5, 2, 2, 9, "{1064}"],
  ]);

  const groups = foldFacts(facts, KINDS, MEASURES);

  expect(groups).toEqual({
    bucketsMs: [START_MS + 300_000, START_MS + 360_000],
    measures: [
      [4, 1],
      [0.75, 1],
      [9, null],
      [latencyOf(40), null],
    ],
  });
  expect(factsIn([facts, facts])).toBe(6);
});

test("a group that has come to nothing is left out, and the others keep their values", () => {
  const facts = packed([
    [1, 3, 3, 1, "{2050}"],
    [2, 1, 1, 2, "{1030}"],
    [1, -3, -3, 1, "{}"],
  ]);

  expect(foldFacts(facts, KINDS, MEASURES)).toEqual({
    bucketsMs: [START_MS + 120_000],
    measures: [[1], [1], [2], [latencyOf(6)]],
  });
});

test("moments before 2000 and fractions survive", () => {
  const facts = { buckets: moment(-60 * 24 * 365 * 40), f0: number(1), f1: number(0.1), f2: number(-0.5) };

  const groups = foldFacts(facts, KINDS, [
    { part: 1, whole: null },
    { part: 2, whole: null },
  ]);

  expect(groups).toEqual({ bucketsMs: [START_MS - 86_400_000 * 365 * 40], measures: [[0.1], [-0.5]] });
});

test("no facts are no groups, and a fold that lost a number is an error", () => {
  expect(foldFacts({ buckets: null }, KINDS, MEASURES)).toBeNull();
  expect(() => foldFacts({ ...packed([[1, 1, 1, 1, "{}"]]), f1: "" }, KINDS, MEASURES)).toThrow("fold");
});
