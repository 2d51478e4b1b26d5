/**
 * How do facts become groups?
 *
 * The facts of a series come as lists (number-lists.ts), because the driver would need longer for rows. Those of one time
 * bucket are folded into one group.
 */
import { NEXT_LATENCIES } from "../store/packed-hours.ts";
import { isShort, LatencyCounts, ShortPercentiles } from "./latency.ts";
import { readNumbers } from "./number-lists.ts";
import { TextBytes } from "./text-bytes.ts";
import { type TimeBuckets, toBucketsMs } from "./time-buckets.ts";

/** Facts of one series. Each list has one entry for each fact, in the same order. */
export interface PackedFacts {
  /** In seconds since 1970. Null: there is no fact, and without dimensions the database says so in a row. */
  at: string | null;
  [value: `v${number}`]: string;
  /** Whether a condition is true for all these facts. */
  [condition: `c${number}`]: boolean;
  /** If percentiles are asked for: packed latencies (latency.ts). */
  latencies?: string;
}

/** What is folded: a value by its place, of all facts or of those for which a condition is true. */
export interface ListedFold {
  kind: "sum" | "max";
  value: number;
  condition: number | null;
}

/** Each list has one entry for each group. */
export interface FoldedGroups {
  /** When its bucket begins, in milliseconds and in the order of time. Without buckets there is one group. */
  bucketsMs: Float64Array;
  /** For each measure its value, or NaN: there is none. */
  measures: readonly Float64Array[];
}

/**
 * A percentile, which the fold at the place `most` bounds; or a fold by its place. A fold is divided by another one, or
 * there only if another one is not 0.
 */
export type ShownMeasure =
  | { share: number; most: number }
  | { part: number; whole: number | null; among: number | null };

/** The buckets of all parts, in the order of time, and the place of each fact's bucket there. */
function groupsIn(partsMs: readonly Float64Array[]): { bucketsMs: Float64Array; groupsOf: Int32Array[] } {
  const factsMs = new Float64Array(partsMs.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const partMs of partsMs) {
    factsMs.set(partMs, end);
    end += partMs.length;
  }
  factsMs.sort();
  let count = 0;
  for (let fact = 0; fact < factsMs.length; fact++)
    if (fact === 0 || factsMs[fact] !== factsMs[count - 1]) factsMs[count++] = factsMs[fact] ?? 0;
  const bucketsMs = factsMs.slice(0, count);
  return { bucketsMs, groupsOf: partsMs.map((partMs) => groupsOf(partMs, bucketsMs)) };
}

/** Facts mostly come in the order of time, so the bucket of a fact is that of the last one, or the next. */
function groupsOf(factsMs: Float64Array, bucketsMs: Float64Array): Int32Array {
  const groups = new Int32Array(factsMs.length);
  let group = -1;
  for (let fact = 0; fact < groups.length; fact++) {
    const ms = factsMs[fact] ?? 0;
    if (bucketsMs[group] !== ms && bucketsMs[++group] !== ms) group = placeIn(bucketsMs, ms);
    groups[fact] = group;
  }
  return groups;
}

/** Halves the list again and again. */
function placeIn(bucketsMs: Float64Array, ms: number): number {
  let from = 0;
  let to = bucketsMs.length - 1;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((bucketsMs[middle] ?? 0) < ms) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The groups of a series whose count, the first fold, is not 0: the facts of the others have moved on to another status. */
export function foldFacts(
  parts: readonly PackedFacts[],
  folds: readonly ListedFold[],
  measures: readonly ShownMeasure[],
  buckets: TimeBuckets | null,
): FoldedGroups | null {
  const { bucketsMs, groupsOf: groupsOfParts } = groupsIn(
    parts.map(({ at }) => (at === null ? new Float64Array() : toBucketsMs(buckets, readNumbers(at)))),
  );
  const count = bucketsMs.length;
  if (count === 0) return null;
  const folded = foldValues(parts, groupsOfParts, folds, count);
  const shares = measures
    .flatMap((measure) => ("share" in measure ? [measure.share] : []))
    .toSorted((a, b) => b - a);
  const percentiles = percentilesOf(shares, parts, groupsOfParts, count);
  const shown = measures.map((measure) =>
    "share" in measure
      ? atMost(folded[measure.most], percentiles[shares.indexOf(measure.share)])
      : valuesOf(measure, folded, count),
  );
  return withoutEmpty(folded[0], { bucketsMs, measures: shown });
}

/** A percentile is the middle of a bucket of latencies, and the highest latency may lie below that. */
function atMost(most: Float64Array = new Float64Array(), found: Float64Array = new Float64Array()) {
  return found.map((value, group) => Math.min(value, most[group] ?? value));
}

function foldValues(
  parts: readonly PackedFacts[],
  groupsOfParts: readonly Int32Array[],
  folds: readonly ListedFold[],
  count: number,
): Float64Array[] {
  const folded = folds.map(({ kind }) => new Float64Array(count).fill(kind === "sum" ? 0 : -Infinity));
  const values = new Set(folds.map(({ value }) => value));
  parts.forEach((part, at) => {
    const groupOf = groupsOfParts[at];
    if (!groupOf || groupOf.length === 0) return;
    for (const value of values) {
      const list = readNumbers(part[`v${value}`] ?? "");
      if (list.length !== groupOf.length) throw new Error("A list has not one entry for each fact");
      folds.forEach((fold, place) => {
        const into = folded[place];
        if (!into || fold.value !== value || (fold.condition !== null && !part[`c${fold.condition}`])) return;
        if (fold.kind === "sum") addUp(list, groupOf, into);
        else findHighest(list, groupOf, into);
      });
    }
  });
  return folded;
}

function addUp(list: Float64Array, groupOf: Int32Array, sums: Float64Array): void {
  for (let fact = 0; fact < groupOf.length; fact++) {
    const group = groupOf[fact] ?? 0;
    sums[group] = (sums[group] ?? 0) + (list[fact] ?? 0);
  }
}

function findHighest(list: Float64Array, groupOf: Int32Array, maxima: Float64Array): void {
  for (let fact = 0; fact < groupOf.length; fact++) {
    const group = groupOf[fact] ?? 0;
    const value = list[fact] ?? 0;
    if (value > (maxima[group] ?? 0)) maxima[group] = value;
  }
}

function valuesOf(
  { part, whole, among }: { part: number; whole: number | null; among: number | null },
  folded: readonly Float64Array[],
  count: number,
): Float64Array {
  const values = Float64Array.from(folded[part] ?? []);
  const wholes = whole === null ? null : folded[whole];
  const amongs = among === null ? null : folded[among];
  for (let group = 0; group < count; group++) {
    let value = values[group] ?? 0;
    if (wholes) value /= wholes[group] ?? 0;
    if (!Number.isFinite(value) || amongs?.[group] === 0) value = Number.NaN;
    values[group] = value;
  }
  return values;
}

/** Leaves out the groups without facts. Mostly there is none. */
function withoutEmpty(counts: Float64Array | undefined, { bucketsMs, measures }: FoldedGroups): FoldedGroups {
  const isCounted = (_value: number, group: number) => counts?.[group] !== 0;
  if (!counts?.includes(0)) return { bucketsMs, measures };
  return {
    bucketsMs: bucketsMs.filter(isCounted),
    measures: measures.map((values) => values.filter(isCounted)),
  };
}

/** One of each for all series: nothing else runs in between. */
const latencyBytes = new TextBytes();
const counts = new LatencyCounts();
const short = new ShortPercentiles();

/** For each share, the highest first, its percentile in each group. */
function percentilesOf(
  shares: readonly number[],
  parts: readonly PackedFacts[],
  groupsOfParts: readonly Int32Array[],
  count: number,
): Float64Array[] {
  const found = shares.map(() => new Float64Array(count));
  if (shares.length === 0) return found;
  const groupOf = joined(groupsOfParts);
  const latencies = latencyBytes.of(parts.map((part) => part.latencies ?? "").join(NEXT_LATENCIES));
  const chain = chainsOf(groupOf, count);
  const starts = startsIn(latencies, groupOf.length);
  for (let group = 0; group < count; group++) {
    const last = chain.last[group] ?? NONE;
    const from = starts[last] ?? 0;
    const isOnlyShort = chain.before[last] === NONE && isShort(latencies, from);
    if (isOnlyShort) short.begin(latencies, from);
    else {
      counts.clear();
      for (let fact = last; fact !== NONE; fact = chain.before[fact] ?? NONE)
        counts.read(latencies, starts[fact]);
    }
    for (let at = 0; at < shares.length; at++) {
      const share = shares[at] ?? 1;
      const into = found[at];
      if (into)
        into[group] = (isOnlyShort ? short.percentile(share) : counts.percentile(share)) ?? Number.NaN;
    }
  }
  return found;
}

function joined(lists: readonly Int32Array[]): Int32Array {
  const [only] = lists;
  if (only && lists.length === 1) return only;
  const all = new Int32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const list of lists) {
    all.set(list, end);
    end += list.length;
  }
  return all;
}

const NONE = -1;

/** The facts of a group may lie apart. Each has the one before it, in the same group. */
function chainsOf(groupOf: Int32Array, groups: number): { last: Int32Array; before: Int32Array } {
  const last = new Int32Array(groups).fill(NONE);
  const before = new Int32Array(groupOf.length);
  for (let fact = 0; fact < groupOf.length; fact++) {
    const group = groupOf[fact] ?? 0;
    before[fact] = last[group] ?? NONE;
    last[group] = fact;
  }
  return { last, before };
}

const END_OF_FACT = NEXT_LATENCIES.charCodeAt(0);

/** Where the latencies of each fact begin. */
function startsIn(latencies: Buffer, facts: number): Int32Array {
  const starts = new Int32Array(facts);
  for (let fact = 1; fact < facts; fact++)
    starts[fact] = latencies.indexOf(END_OF_FACT, starts[fact - 1]) + 1;
  return starts;
}
