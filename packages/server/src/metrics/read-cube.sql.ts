/**
 * How is a question to a cube answered?
 *
 * The facts come as SQL, from counters or from rows. Each gets the key of its group: its time bucket and its
 * dimensions. Groups are added up, put in order and limited in the database. A group whose count is 0 is left out: its
 * facts have moved on to another status. Percentiles are found here, from the latency buckets of each group: the
 * database would have to sort them all.
 */
import type { Queryable } from "../store/database.ts";
import type { Conditions } from "../store/filters/conditions.ts";
import { COUNT, type Cube } from "./cubes.ts";
import { type LatencyCounts, percentile, unpackedLatencies } from "./latency.ts";
import { bucketSql, type TimeBuckets } from "./time-buckets.ts";

const PERCENTILES: Readonly<Record<string, number>> = {
  response_latency_p95: 0.95,
  response_latency_p99: 0.99,
};
const PEAK = "max_count_per_second";

/** A subselect with the cube's columns, `at`, and `latencies` if the cube has percentiles; the named subselects that it refers to, and its bound values. */
export interface Facts {
  facts: string;
  beside: readonly string[];
  conditions: Conditions;
}

export interface CubeQuestion {
  cube: Cube;
  measures: readonly string[];
  dimensions: readonly string[];
  buckets: TimeBuckets | null;
  source: Facts;
  limit: number;
}

export interface Group {
  /** When its bucket begins, in milliseconds; null if the question has no buckets. */
  bucketMs: number | null;
  /** In the order of the question. */
  dimensions: readonly (string | number)[];
  measures: readonly (number | null)[];
}

type Row = Record<string, string | number | null>;

/** Answers up to `limit` groups: in the order of time, then by the first measure, the highest first. */
export async function readCube(db: Queryable, question: CubeQuestion): Promise<Group[]> {
  const { measures } = question;
  const { rows } = await db.query<Row>(statementOf(question), question.source.conditions.values);
  const groups = rows.map((row) => groupOf(row, question));
  const isSorted = !((measures[0] ?? "") in PERCENTILES);
  return isSorted ? groups : groups.toSorted(byTimeAndFirstMeasure);
}

function byTimeAndFirstMeasure(a: Group, b: Group): number {
  return (a.bucketMs ?? 0) - (b.bucketMs ?? 0) || (b.measures[0] ?? -1) - (a.measures[0] ?? -1);
}

function keysOf({ dimensions }: CubeQuestion): string[] {
  return ["bucket", ...dimensions.map((_name, at) => `d${at}`)];
}

function keyed({ cube, dimensions, buckets }: CubeQuestion, { beside, facts }: Facts): string[] {
  const columns = [
    `${buckets === null ? "timestamptz 'epoch'" : bucketSql(buckets, "at")} as bucket`,
    ...dimensions.map((name, at) => `${dimensionSql(cube, name)} as d${at}`),
  ];
  return [...beside, `keyed as (select ${columns.join(", ")}, fact.* from (${facts}) as fact)`];
}

const BUCKET_MS = "date_part('epoch', bucket) * 1000 as bucket_ms";

function statementOf(question: CubeQuestion): string {
  const { cube, measures, source, limit } = question;
  const keys = keysOf(question);
  const inKeys = keys.join(", ");
  const hasPeak = measures.includes(PEAK);
  const sums = measures.flatMap((name, at) => {
    const sql = cube.measures[name];
    return sql === undefined ? [] : [`${sql} as m${at}`];
  });
  const latencies = measures.some((name) => name in PERCENTILES) ? ["latencies"] : [];
  const joined = latencies.map((column) => `string_agg(${column}, '') as ${column}`);
  const parts = [
    ...keyed(question, source),
    `sums as (select ${[inKeys, ...sums, ...joined].join(", ")} from keyed group by ${inKeys} having ${COUNT} <> 0)`,
    ...(hasPeak ? [peaksSql(inKeys)] : []),
  ];
  const columns = measures.flatMap((name, at) => {
    if (name === PEAK) return [`${PEAK}::float8 as m${at}`];
    return name in PERCENTILES ? [] : [`m${at}`];
  });
  const first = (measures[0] ?? "") in PERCENTILES ? [] : ["m0 desc nulls last"];
  return `with ${parts.join(", ")}
    select ${[BUCKET_MS, ...keys.slice(1), ...columns, ...latencies].join(", ")}
    from sums ${hasPeak ? `left join peaks using (${inKeys})` : ""}
    order by ${["bucket", ...first, ...keys.slice(1)].join(", ")} limit ${limit}`;
}

function dimensionSql(cube: Cube, name: string): string {
  const sql = cube.dimensions[name];
  if (sql === undefined) throw new Error(`There is no dimension ${name}`);
  return sql;
}

function peaksSql(inKeys: string): string {
  return `peaks as (
    select ${inKeys}, max(in_second) as ${PEAK}
    from (
      select ${inKeys}, sum(count) as in_second from keyed
      group by ${inKeys}, date_trunc('second', at)) as seconds
    group by ${inKeys})`;
}

function dimensionsOf(row: Row, { dimensions }: CubeQuestion): (string | number)[] {
  return dimensions.map((_name, at) => row[`d${at}`] ?? "");
}

function groupOf(row: Row, question: CubeQuestion): Group {
  const { latencies } = row;
  const counts: LatencyCounts = typeof latencies === "string" ? unpackedLatencies(latencies) : [];
  return {
    bucketMs: question.buckets === null ? null : Number(row["bucket_ms"]),
    dimensions: dimensionsOf(row, question),
    measures: question.measures.map((name, at) => {
      const share = PERCENTILES[name];
      if (share !== undefined) return percentile(counts, share);
      const value = row[`m${at}`];
      return typeof value === "number" ? value : null;
    }),
  };
}
