/**
 * How does one statement answer a question to a cube?
 *
 * The facts come as SQL, from counters or from rows. Each gets the key of its group: its time bucket and its
 * dimensions. Groups are added up, put in order and limited in the database. A group whose count is 0 is left out: its
 * facts have moved on to another status.
 */
import type { Queryable } from "../store/database.ts";
import type { Conditions } from "../store/filters/conditions.ts";
import type { Cube } from "./cubes.ts";
import { latencyOf } from "./latency.ts";
import { bucketSql, type TimeBuckets } from "./time-buckets.ts";

/** Measures that need more than one sum over the facts of a group. */
const QUANTILES: Readonly<Record<string, number>> = {
  response_latency_p95: 0.95,
  response_latency_p99: 0.99,
};
const PEAK = "max_count_per_second";

export interface CubeQuestion {
  cube: Cube;
  measures: readonly string[];
  dimensions: readonly string[];
  buckets: TimeBuckets | null;
  /** A subselect with the cube's columns, and `at`. */
  facts: string;
  /** The same for the latencies of attempts: `latency_bucket` and `count` beside the dimensions. */
  latencies?: string | undefined;
  conditions: Conditions;
  /** Named subselects that `facts` refers to: `name as (…)`. */
  beside?: readonly string[];
  limit: number;
}

export interface Group {
  /** When its bucket begins; null if the question has no buckets. */
  bucket: string | null;
  /** In the order of the question. */
  dimensions: readonly (string | number)[];
  measures: readonly (number | null)[];
}

type Row = Record<string, string | number | null>;

/** Answers up to `limit` groups: in the order of time, then by the first measure, the highest first. */
export async function readCube(db: Queryable, question: CubeQuestion): Promise<Group[]> {
  const { rows } = await db.query<Row>(statementOf(question), question.conditions.values);
  return rows.map((row) => groupOf(row, question));
}

function statementOf(question: CubeQuestion): string {
  const { cube, measures, dimensions, buckets, facts, latencies, conditions, beside = [], limit } = question;
  const keys = ["bucket", ...dimensions.map((_name, at) => `d${at}`)];
  const keyed = [
    `${buckets === null ? "timestamptz 'epoch'" : bucketSql(buckets, "at")} as bucket`,
    ...dimensions.map((name, at) => `${dimensionSql(cube, name)} as d${at}`),
  ];
  const inKeys = keys.join(", ");
  const keyedFrom = (source: string) => `select ${keyed.join(", ")}, fact.* from (${source}) as fact`;
  const extra = measures.filter((name) => isBeside(name));
  const hasQuantiles = extra.some((name) => name in QUANTILES);
  const summed = measures.map((name, at) => [name, at] as const).filter(([name]) => !isBeside(name));
  const parts = [
    ...beside,
    `keyed as (${keyedFrom(facts)})`,
    `sums as (
       select ${[inKeys, ...summed.map(([name, at]) => `${cube.measures[name]} as m${at}`)].join(", ")}
       from keyed group by ${inKeys} having sum(count) <> 0)`,
    ...(hasQuantiles ? quantilesSql(inKeys, extra, keyedFrom(latencies ?? facts)) : []),
    ...(extra.includes(PEAK) ? [peaksSql(inKeys)] : []),
  ];
  const columns = measures.map((name, at) => (isBeside(name) ? `${name}::float8 as m${at}` : `m${at}`));
  const joins = [
    ...(hasQuantiles ? [`left join quantiles using (${inKeys})`] : []),
    ...(extra.includes(PEAK) ? [`left join peaks using (${inKeys})`] : []),
  ];
  return `with ${parts.join(", ")}
    select ${[inKeys, ...columns].join(", ")} from sums ${joins.join(" ")}
    order by ${["bucket", "m0 desc nulls last", ...keys.slice(1)].join(", ")} limit ${conditions.bind(limit)}`;
}

function isBeside(measure: string): boolean {
  return measure in QUANTILES || measure === PEAK;
}

function dimensionSql(cube: Cube, name: string): string {
  const sql = cube.dimensions[name];
  if (sql === undefined) throw new Error(`There is no dimension ${name}`);
  return sql;
}

/** The bucket that holds the latency which 95 or 99 of 100 answers do not exceed. Attempts without an answer do not count. */
function quantilesSql(inKeys: string, measures: readonly string[], keyed: string): string[] {
  const wanted = measures.filter((name) => name in QUANTILES);
  const picked = wanted.map(
    (name) => `min(latency_bucket) filter (where upto >= ceil(total * ${QUANTILES[name]})) as ${name}`,
  );
  return [
    `latencies as (
       select ${inKeys}, latency_bucket, sum(count) as answered from (${keyed}) as keyed_latencies
       where latency_bucket >= 0 group by ${inKeys}, latency_bucket)`,
    `running as (
       select ${inKeys}, latency_bucket, sum(answered) over (partition by ${inKeys} order by latency_bucket) as upto,
         sum(answered) over (partition by ${inKeys}) as total
       from latencies)`,
    `quantiles as (select ${[inKeys, ...picked].join(", ")} from running group by ${inKeys})`,
  ];
}

function peaksSql(inKeys: string): string {
  return `peaks as (
    select ${inKeys}, max(in_second) as ${PEAK}
    from (
      select ${inKeys}, sum(count) as in_second from keyed
      group by ${inKeys}, date_trunc('second', at)) as seconds
    group by ${inKeys})`;
}

function groupOf(row: Row, { measures, dimensions, buckets }: CubeQuestion): Group {
  return {
    bucket: buckets === null ? null : String(row["bucket"]),
    dimensions: dimensions.map((_name, at) => row[`d${at}`] ?? ""),
    measures: measures.map((name, at) => {
      const value = row[`m${at}`];
      if (typeof value !== "number") return null;
      return name in QUANTILES ? latencyOf(value) : value;
    }),
  };
}
