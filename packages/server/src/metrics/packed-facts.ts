/**
 * How do thousands of numbers leave the database, and how do facts become groups?
 *
 * PostgreSQL packs the numbers of a series into one text: eight bytes for each, as hexadecimal digits. It takes longer to
 * write decimal numbers, and the driver cannot receive bytes. The facts of one bucket are then folded into one group.
 */
import { FACT_END, FACT_END_CODE, LatencyCounts } from "./latency.ts";

/** The facts of one series. Each list has one entry for each fact, in the same order. */
export interface PackedFacts {
  /** Null: there is no fact, and without dimensions the database says so in a row. */
  buckets: string | null;
  /** For each fold its numbers. One array would take the driver longer than all that follows. */
  [fold: `f${number}`]: string;
  /** If percentiles are asked for: packed latencies (latency.ts). */
  latencies?: string;
}

export interface FoldedGroups {
  /** When the bucket of each group begins, in milliseconds. Without buckets there is one group. */
  bucketsMs: readonly number[];
  /** For each measure, its value in each group. */
  measures: readonly (readonly (number | null)[])[];
}

/** A percentile, or a fold by its place, divided by another one. */
export type ShownMeasure = { share: number } | { part: number; whole: number | null };

/** SQL that packs a column of type timestamptz. */
export function packedMoments(column: string): string {
  return `encode(string_agg(timestamptz_send(${column}), ''), 'hex')`;
}

/** SQL that packs a column of type float8 without nulls. */
export function packedNumbers(column: string): string {
  return `encode(string_agg(float8send(${column}), ''), 'hex')`;
}

const BYTES = 8;
const HEX_DIGITS = 2 * BYTES;

export function factsIn(rows: readonly PackedFacts[]): number {
  return rows.reduce((sum, { buckets }) => sum + (buckets?.length ?? 0) / HEX_DIGITS, 0);
}

function bytesOf(hex: string): DataView {
  const { buffer, byteOffset, byteLength } = Buffer.from(hex, "hex");
  return new DataView(buffer, byteOffset, byteLength);
}

const EPOCH_OF_POSTGRES_MS = Date.UTC(2000, 0, 1);

/** PostgreSQL counts microseconds. */
function momentMs(bytes: DataView, at: number): number {
  const micros = bytes.getInt32(at) * 2 ** 32 + bytes.getUint32(at + 4);
  return EPOCH_OF_POSTGRES_MS + micros / 1000;
}

/** Each fact's group. Groups are numbered as they come; facts of one group mostly follow each other. */
function groupsOf(bytes: DataView): { groupOf: Int32Array; bucketsMs: number[] } {
  const groupOf = new Int32Array(bytes.byteLength / BYTES);
  const known = new Map<number, number>();
  const bucketsMs: number[] = [];
  let lastMs = Number.NaN;
  let group = 0;
  for (let fact = 0; fact < groupOf.length; fact++) {
    const ms = momentMs(bytes, fact * BYTES);
    if (ms !== lastMs) {
      group = known.get(ms) ?? bucketsMs.length;
      if (group === bucketsMs.length) {
        known.set(ms, group);
        bucketsMs.push(ms);
      }
      lastMs = ms;
    }
    groupOf[fact] = group;
  }
  return { groupOf, bucketsMs };
}

function foldNumbers(hex: string, kind: "sum" | "max", groupOf: Int32Array, groups: number): Float64Array {
  const bytes = bytesOf(hex);
  if (bytes.byteLength !== groupOf.length * BYTES) throw new Error("A fold has not one number for each fact");
  const folded = new Float64Array(groups).fill(kind === "sum" ? 0 : -Infinity);
  for (let fact = 0; fact < groupOf.length; fact++) {
    const group = groupOf[fact] ?? 0;
    const value = bytes.getFloat64(fact * BYTES);
    const before = folded[group] ?? 0;
    folded[group] = kind === "sum" ? before + value : Math.max(before, value);
  }
  return folded;
}

/** The groups whose count, the first fold, is not 0: the facts of the others have moved on to another status. */
export function foldFacts(
  facts: PackedFacts,
  kinds: readonly ("sum" | "max")[],
  measures: readonly ShownMeasure[],
): FoldedGroups | null {
  const { buckets, latencies = "" } = facts;
  if (buckets === null) return null;
  const { groupOf, bucketsMs } = groupsOf(bytesOf(buckets));
  const folded = kinds.map((kind, at) => foldNumbers(facts[`f${at}`] ?? "", kind, groupOf, bucketsMs.length));
  const shares = measures.flatMap((measure) => ("share" in measure ? [measure.share] : []));
  const percentiles = percentilesOf(shares, latencies, groupOf, bucketsMs.length);
  const isCounted = (group: number) => folded[0]?.[group] !== 0;
  const counted = (values: readonly (number | null)[]) => values.filter((_value, group) => isCounted(group));
  return {
    bucketsMs: bucketsMs.filter((_ms, group) => isCounted(group)),
    measures: measures.map((measure) =>
      counted(
        "share" in measure ? (percentiles[shares.indexOf(measure.share)] ?? []) : valuesOf(measure, folded),
      ),
    ),
  };
}

/** Null: there is nothing to divide by, or no highest value. */
function valuesOf(
  { part, whole }: { part: number; whole: number | null },
  folded: readonly Float64Array[],
): (number | null)[] {
  const parts = folded[part] ?? new Float64Array();
  const wholes = whole === null ? null : folded[whole];
  const values: (number | null)[] = [];
  for (let group = 0; group < parts.length; group++) {
    const divisor = wholes ? wholes[group] : 1;
    const value = (parts[group] ?? 0) / (divisor ?? 0);
    values.push(Number.isFinite(value) ? value : null);
  }
  return values;
}

/** For each share its percentile in each group. */
function percentilesOf(
  shares: readonly number[],
  latencies: string,
  groupOf: Int32Array,
  groups: number,
): (number | null)[][] {
  const found = shares.map((): (number | null)[] => []);
  if (shares.length === 0) return found;
  const bytes = Buffer.from(latencies, "latin1");
  const chain = chainsOf(groupOf, groups);
  const starts = startsIn(bytes, groupOf.length);
  const counts = new LatencyCounts();
  for (let group = 0; group < groups; group++) {
    counts.clear();
    for (let fact = chain.last[group] ?? NONE; fact !== NONE; fact = chain.before[fact] ?? NONE)
      counts.read(bytes, starts[fact]);
    for (let at = 0; at < shares.length; at++) found[at]?.push(counts.percentile(shares[at] ?? 1));
  }
  return found;
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

/** Where the latencies of each fact begin. */
function startsIn(bytes: Buffer, facts: number): Int32Array {
  const starts = new Int32Array(facts);
  for (let fact = 1; fact < facts; fact++)
    starts[fact] = bytes.indexOf(FACT_END_CODE, starts[fact - 1]) + FACT_END.length;
  return starts;
}
