/**
 * How is a question to a cube answered?
 *
 * The facts come as SQL, from counters or from rows. Each gets the key of its group: its time bucket and its
 * dimensions. A chart has ten thousand groups, and as rows they would take the driver longer than the database needs to
 * read them. So those with the same dimensions, which are a series, arrive as one row, with packed numbers for the
 * buckets and for each fold (packed-facts.ts).
 *
 * Counters are few for each group, often one. To group and sort them took the database longer than to read them, so they
 * arrive one by one and this process folds them. If there are too many for that, and for rows, which are always many, the
 * database folds, puts the groups in order and limits them. Percentiles are always found here: the database would have to
 * sort all latencies.
 */
import type { Queryable } from "../store/database.ts";
import type { Conditions } from "../store/filters/conditions.ts";
import { COUNT, type Cube, type Fold, type Measure, NO_VALUE } from "./cubes.ts";
import { FACT_END } from "./latency.ts";
import {
  factsIn,
  foldFacts,
  type FoldedGroups,
  type PackedFacts,
  packedMoments,
  packedNumbers,
  type ShownMeasure,
} from "./packed-facts.ts";
import { bucketSql, type TimeBuckets } from "./time-buckets.ts";

const PERCENTILES: Readonly<Record<string, number>> = {
  response_latency_p95: 0.95,
  response_latency_p99: 0.99,
};

/** The most events in one second. Only rows know it. */
const PEAK = "max_count_per_second";
const PEAK_MEASURE: Measure = { part: { kind: "max", of: PEAK } };

/** More counters than this are folded in the database: they would hold up this process for too long. */
const MOST_COUNTERS = 30_000;

/** A subselect with the cube's columns, `at`, and `latencies` if the cube has percentiles; the named subselects that it refers to, and its bound values. */
export interface Facts {
  facts: string;
  beside: readonly string[];
  conditions: Conditions;
  /** They are counters, of which no column is null. Rows may be null where they have no number. */
  isCounted: boolean;
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
export interface Series extends FoldedGroups {
  /** In the order of the question, as the measures. */
  dimensions: readonly (string | number)[];
}

/** One row of the answer. The statement says of which type each column is. */
interface Row extends PackedFacts {
  [dimension: `d${number}`]: string | number | null;
}

/**
 * Answers all groups that have facts. If they are more than `limit`, it may leave out those that come last in the order of
 * time and, within one bucket, of the first measure.
 */
export async function readCube(db: Queryable, question: CubeQuestion): Promise<Series[]> {
  const { source, dimensions } = question;
  const folds = foldsOf(question);
  const read = async (groups: string) => {
    const { rows } = await db.query<Row>(statementOf(question, folds, groups), source.conditions.values);
    return rows;
  };
  const counters = source.isCounted ? await read(oneByOne(question, folds)) : null;
  const isFew = counters !== null && factsIn(counters) <= MOST_COUNTERS;
  const rows = isFew ? counters : await read(folded(question, folds));
  const kinds = folds.map(({ kind }) => kind);
  const measures = question.measures.map((name) => shownMeasure(question, folds, name));
  return rows.flatMap((row) => {
    const groups = foldFacts(row, kinds, measures);
    return groups ? [{ dimensions: dimensions.map((_name, at) => row[`d${at}`] ?? ""), ...groups }] : [];
  });
}

/** The count comes first: a group whose count is 0 is left out. */
function foldsOf(question: CubeQuestion): Fold[] {
  const needed = question.measures.flatMap((name) => {
    if (name in PERCENTILES) return [];
    const { part, whole } = measureOf(question, name);
    return whole === undefined ? [part] : [part, whole];
  });
  const byText = new Map([COUNT, ...needed].map((fold) => [`${fold.kind} ${fold.of}`, fold]));
  return [...byText.values()];
}

function measureOf({ cube }: CubeQuestion, name: string): Measure {
  const measure = name === PEAK ? PEAK_MEASURE : cube.measures[name];
  if (measure === undefined) throw new Error(`There is no measure ${name}`);
  return measure;
}

function placeOf(folds: readonly Fold[], { kind, of }: Fold): number {
  return folds.findIndex((fold) => fold.kind === kind && fold.of === of);
}

function shownMeasure(question: CubeQuestion, folds: readonly Fold[], name: string): ShownMeasure {
  const share = PERCENTILES[name];
  if (share !== undefined) return { share };
  const { part, whole } = measureOf(question, name);
  return { part: placeOf(folds, part), whole: whole === undefined ? null : placeOf(folds, whole) };
}

function needsLatencies({ measures }: CubeQuestion): boolean {
  return measures.some((name) => name in PERCENTILES);
}

/** A subselect with `bucket`, the dimensions `d0` …, the folds `f0` … and `latencies`: one row for each counter. */
function oneByOne(question: CubeQuestion, folds: readonly Fold[]): string {
  const columns = [
    ...keyColumns(question),
    ...folds.map(({ of }, at) => `(${of})::float8 as f${at}`),
    ...(needsLatencies(question) ? ["latencies"] : []),
  ];
  return `select ${columns.join(", ")} from (${question.source.facts}) as fact limit ${MOST_COUNTERS + 1}`;
}

/** The same with one row for each group, in order and limited. A sum of bigint would be numeric, which is slow. */
function folded(question: CubeQuestion, folds: readonly Fold[]): string {
  const { source, measures, limit } = question;
  const dimensions = dimensionKeys(question);
  const inKeys = ["bucket", ...dimensions].join(", ");
  const columns = folds.map(({ kind, of }, at) =>
    of === PEAK ? "" : `, coalesce(${kind}((${of})::float8), ${kind === "sum" ? "0" : NO_VALUE}) as f${at}`,
  );
  const latencies = needsLatencies(question) ? ", string_agg(latencies, '') as latencies" : "";
  const peaks = `join (
      select ${inKeys}, max(in_second)::float8 as f${placeOf(folds, PEAK_MEASURE.part)}
      from (
        select ${inKeys}, sum(count) as in_second from keyed
        group by ${inKeys}, date_trunc('second', at)) as seconds
      group by ${inKeys}) as peaks using (${inKeys})`;
  return `with keyed as (select ${keyColumns(question).join(", ")}, fact.* from (${source.facts}) as fact)
    select *
    from (
      select ${inKeys}${columns.join("")}${latencies} from keyed
      group by ${inKeys} having sum(count::float8) <> 0) as sums
    ${measures.includes(PEAK) ? peaks : ""}
    order by ${["bucket", ...firstMeasure(question, folds), ...dimensions].join(", ")} limit ${limit}`;
}

/** Percentiles are not known to the database. */
function firstMeasure(question: CubeQuestion, folds: readonly Fold[]): string[] {
  const [name] = question.measures;
  if (name === undefined || name in PERCENTILES) return [];
  const { part, whole } = measureOf(question, name);
  const divided = whole === undefined ? "" : ` / nullif(f${placeOf(folds, whole)}, 0)`;
  return [`f${placeOf(folds, part)}${divided} desc nulls last`];
}

function dimensionKeys({ dimensions }: CubeQuestion): string[] {
  return dimensions.map((_name, at) => `d${at}`);
}

function keyColumns({ cube, dimensions, buckets }: CubeQuestion): string[] {
  return [
    `${buckets === null ? "timestamptz 'epoch'" : bucketSql(buckets, "at")} as bucket`,
    ...dimensions.map((name, at) => `${dimensionSql(cube, name)} as d${at}`),
  ];
}

function dimensionSql(cube: Cube, name: string): string {
  const sql = cube.dimensions[name];
  if (sql === undefined) throw new Error(`There is no dimension ${name}`);
  return sql;
}

/** Packs what `rows` selects: one row for each series. */
function statementOf(question: CubeQuestion, folds: readonly Fold[], rows: string): string {
  const { beside } = question.source;
  const dimensions = dimensionKeys(question).join(", ");
  const columns = [
    ...dimensionKeys(question),
    `${packedMoments("bucket")} as buckets`,
    ...folds.map((_fold, at) => `${packedNumbers(`f${at}`)} as f${at}`),
    ...(needsLatencies(question) ? [`string_agg(latencies, '${FACT_END}') as latencies`] : []),
  ];
  return `${beside.length === 0 ? "" : `with ${beside.join(", ")}`}
    select ${columns.join(", ")}
    from (${rows}) as groups
    ${dimensions === "" ? "" : `group by ${dimensions} order by ${dimensions}`}`;
}
