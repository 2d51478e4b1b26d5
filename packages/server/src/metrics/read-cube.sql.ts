/**
 * How is a question to a cube answered?
 *
 * The facts come as SQL, from counters or from rows. Each gets the key of its group: its time bucket and its
 * dimensions. Groups are added up, put in order and limited in the database. A group whose count is 0 is left out: its
 * facts have moved on to another status. Percentiles are found here, from the latency buckets of each group: the
 * database would have to sort them all. A chart has ten thousand groups, and as rows they would take the driver longer
 * than the database needs to add them up. So those with the same dimensions, which are a series, arrive as one row, with
 * an array for each measure.
 */
import type { Queryable } from "../store/database.ts";
import type { Conditions } from "../store/filters/conditions.ts";
import { COUNT, type Cube } from "./cubes.ts";
import { GROUP_END, LatencyCounts } from "./latency.ts";
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

/** The groups with the same dimensions, in any order. */
export interface Series {
  /** In the order of the question, as those below. */
  dimensions: readonly (string | number)[];
  /** When the bucket of each group begins, in milliseconds. Without buckets there is one group. */
  bucketsMs: readonly number[];
  /** For each measure, its value in each group. */
  measures: readonly (readonly (number | null)[])[];
}

/** One row of the answer. The statement says of which type each column is. */
interface Row {
  [dimension: `d${number}`]: string | number | null;
  [measure: `m${number}`]: (number | null)[];
  /** Null: there is no group, and without dimensions the database says so in a row. */
  buckets: number[] | null;
  latencies?: string;
}

/** Answers the first `limit` groups in the order of time and, within one bucket, of the first measure. */
export async function readCube(db: Queryable, question: CubeQuestion): Promise<Series[]> {
  const { rows } = await db.query<Row>(statementOf(question), question.source.conditions.values);
  return rows.flatMap((row) => (row.buckets === null ? [] : [seriesOf(row, row.buckets, question)]));
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
  const shown = [BUCKET, ...keys.slice(1), ...columns, ...latencies];
  const dimensions = keys.slice(1);
  const arrays = [BUCKET, ...columns].map(nameOf).map((name) => `json_agg(${name}) as ${name}`);
  return `with ${parts.join(", ")}
    select ${[...dimensions, ...arrays, ...latencies.map(inOneText)].join(", ")}
    from (
      select ${shown.join(", ")}
      from sums ${hasPeak ? `left join peaks using (${inKeys})` : ""}
      order by ${["bucket", ...first, ...dimensions].join(", ")} limit ${limit}) as groups
    ${dimensions.length === 0 ? "" : `group by ${dimensions.join(", ")} order by ${dimensions.join(", ")}`}`;
}

const BUCKET = "(date_part('epoch', bucket) * 1000)::bigint as buckets";

/** `buckets` of `… as buckets`. */
function nameOf(column: string): string {
  return column.slice(column.lastIndexOf(" ") + 1);
}

/** As JSON they would have to be escaped. */
function inOneText(column: string): string {
  return `string_agg(${column}, '${GROUP_END}') as ${column}`;
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

function seriesOf(row: Row, bucketsMs: readonly number[], { dimensions, measures }: CubeQuestion): Series {
  const percentiles = percentilesIn(
    row.latencies ?? "",
    bucketsMs.length,
    measures.filter((name) => name in PERCENTILES),
  );
  return {
    dimensions: dimensions.map((_name, at) => row[`d${at}`] ?? ""),
    bucketsMs,
    measures: measures.map((name, at) => percentiles.get(name) ?? row[`m${at}`] ?? []),
  };
}

function percentilesIn(
  latencies: string,
  groups: number,
  names: readonly string[],
): Map<string, (number | null)[]> {
  const found = new Map<string, (number | null)[]>(names.map((name) => [name, []]));
  if (names.length === 0) return found;
  const counts = new LatencyCounts();
  let at = 0;
  for (let group = 0; group < groups; group++) {
    at = counts.read(latencies, at);
    for (const [name, values] of found) values.push(counts.percentile(PERCENTILES[name] ?? 1));
  }
  return found;
}
