/**
 * How is a question to a cube answered?
 *
 * The facts come as SQL, from counters or from rows. A chart has ten thousand groups, each a time bucket of a series, and
 * a series has all facts with the same dimensions. As rows of an answer they would take the driver longer than the
 * database needs to read them. So the facts of a series arrive as lists (packed-facts.ts).
 *
 * Counters are lists already, or become lists of one. To group and sort them takes the database longer than to read
 * them, so it only joins the lists, and this process puts facts into buckets and folds them. If there are too many for
 * that, and for rows, which are always many, the database folds, puts the groups in order and limits them. Percentiles
 * are always found here: the database would have to sort all latencies.
 */
import { setImmediate as othersTurn } from "node:timers/promises";
import type { Queryable } from "../store/database.ts";
import type { Conditions } from "../store/filters/conditions.ts";
import { joinedLatencies, NEXT_LATENCIES, NEXT_NUMBER } from "../store/packed-hours.ts";
import { firstGroups } from "./first-groups.ts";
import { COUNT, type Cube, type Fold, type Measure } from "./cubes.ts";
import {
  type FoldedGroups,
  foldFacts,
  type ListedFold,
  type PackedFacts,
  type ShownMeasure,
} from "./packed-facts.ts";
import { bucketSql, type TimeBuckets } from "./time-buckets.ts";

const PERCENTILES: Readonly<Record<string, number>> = {
  response_latency_p50: 0.5,
  response_latency_p95: 0.95,
  response_latency_p99: 0.99,
};
/** No percentile is above it. */
const HIGHEST_LATENCY = "response_latency_max";

/** The most events in one second. Only rows know it. */
const PEAK = "max_count_per_second";
const PEAK_MEASURE: Measure = { part: { kind: "max", of: PEAK } };

/** If there are more lists, the database folds the facts: so many would have to be sent. Latencies are longer. */
const MOST_LISTS = { ofNumbers: 30_000, withLatencies: 6_000 };

/** After so many facts, others have their turn in this process. To fold these takes some milliseconds. */
const FACTS_PER_TURN = 20_000;
/** Seconds since 1970, and a space. */
const CHARACTERS_PER_FACT = 11;

/** A subselect with the cube's columns, `at`, and `latencies` if the cube has percentiles; the named subselects that it refers to, and its bound values. */
export interface Facts {
  facts: string;
  beside: readonly string[];
  conditions: Conditions;
}

/** The same facts in two forms (counted.sql.ts). */
export interface CubeSource {
  rows: Facts;
  /** Null: they are no counters. */
  lists: Facts | null;
}

export interface CubeQuestion {
  cube: Cube;
  measures: readonly string[];
  dimensions: readonly string[];
  buckets: TimeBuckets | null;
  source: CubeSource;
  limit: number;
}

/** The groups with the same dimensions. */
export interface Series extends FoldedGroups {
  /** In the order of the question, as the measures. */
  dimensions: readonly (string | number)[];
}

/** A part of a series: its facts for which the same conditions are true. The statement says of which type each column is. */
interface Row extends PackedFacts {
  [dimension: `d${number}`]: string | number | null;
  lists: number;
}

/** How the folds of a question are found in the answer. */
interface Listing {
  rows: Row[];
  folds: readonly ListedFold[];
}

/**
 * Answers all groups that have facts. If they are more than `limit`, it may leave out those that come last in the order of
 * time and, within one bucket, of the first measure.
 */
export async function readCube(db: Queryable, question: CubeQuestion): Promise<readonly Series[]> {
  const folds = foldsOf(question);
  const { lists, rows } = question.source;
  const few = lists && (await readLists(db, question, folds, lists));
  const listing = few ?? (await readFolded(db, question, folds, rows));
  const measures = question.measures.map((name) => shownMeasure(question, folds, name));
  const series: Series[] = [];
  let facts = 0;
  for (const parts of partsOf(question, listing.rows)) {
    const groups = foldFacts(parts, listing.folds, measures, question.buckets);
    if (groups) series.push({ dimensions: dimensionsOf(question, parts[0]), ...groups });
    for (const { at } of parts) facts += (at?.length ?? 0) / CHARACTERS_PER_FACT;
    if (facts < FACTS_PER_TURN) continue;
    await othersTurn();
    facts = 0;
  }
  return firstGroups(series, question.limit);
}

function dimensionsOf({ dimensions }: CubeQuestion, row: Row | undefined): (string | number)[] {
  return dimensions.map((_name, at) => row?.[`d${at}`] ?? "");
}

/** The rows of each series. They follow each other. */
function partsOf(question: CubeQuestion, rows: readonly Row[]): Row[][] {
  const series: Row[][] = [];
  for (const row of rows) {
    const last = series.at(-1);
    const isSame = question.dimensions.every((_name, at) => last?.[0]?.[`d${at}`] === row[`d${at}`]);
    if (last && isSame) last.push(row);
    else series.push([row]);
  }
  return series;
}

/** The count comes first: a group whose count is 0 is left out. */
function foldsOf(question: CubeQuestion): Fold[] {
  const needed = question.measures.flatMap((name) => {
    if (name in PERCENTILES) return [measureOf(question, HIGHEST_LATENCY).part];
    const { part, whole, among } = measureOf(question, name);
    return [part, whole, among].filter((fold) => fold !== undefined);
  });
  return [COUNT, ...needed].filter((fold, at, all) => placeOf(all, fold) === at);
}

function measureOf({ cube }: CubeQuestion, name: string): Measure {
  const measure = name === PEAK ? PEAK_MEASURE : cube.measures[name];
  if (measure === undefined) throw new Error(`There is no measure ${name}`);
  return measure;
}

function placeOf(folds: readonly Fold[], { kind, of, where }: Fold): number {
  return folds.findIndex((fold) => fold.kind === kind && fold.of === of && fold.where === where);
}

function shownMeasure(question: CubeQuestion, folds: readonly Fold[], name: string): ShownMeasure {
  const share = PERCENTILES[name];
  if (share !== undefined) return { share, most: placeOf(folds, measureOf(question, HIGHEST_LATENCY).part) };
  const { part, whole, among } = measureOf(question, name);
  return {
    part: placeOf(folds, part),
    whole: whole === undefined ? null : placeOf(folds, whole),
    among: among === undefined ? null : placeOf(folds, among),
  };
}

function needsLatencies({ measures }: CubeQuestion): boolean {
  return measures.some((name) => name in PERCENTILES);
}

/** Returns null if there are too many. */
async function readLists(
  db: Queryable,
  question: CubeQuestion,
  folds: readonly Fold[],
  source: Facts,
): Promise<Listing | null> {
  const values = [...new Set(folds.map(({ of }) => of))];
  const conditions = [...new Set(folds.flatMap(({ where }) => where ?? []))];
  const columns = [
    ...dimensionColumns(question),
    ...conditions.map((condition, at) => `${condition} as c${at}`),
    "at",
    ...values.map((column, at) => `${column} as v${at}`),
    ...(needsLatencies(question) ? ["latencies"] : []),
  ];
  const most = needsLatencies(question) ? MOST_LISTS.withLatencies : MOST_LISTS.ofNumbers;
  const lists = `select ${columns.join(", ")} from (${source.facts}) as fact limit ${most + 1}`;
  const keys = [...dimensionKeys(question), ...conditions.map((_condition, at) => `c${at}`)];
  const statement = joinedSql(question, { lists, keys, values: values.length, beside: source.beside });
  const { rows } = await db.query<Row>(statement, source.conditions.values);
  if (rows.reduce((sum, row) => sum + row.lists, 0) > most) return null;
  return {
    rows,
    folds: folds.map(({ kind, of, where }) => ({
      kind,
      value: values.indexOf(of),
      condition: where === undefined ? null : conditions.indexOf(where),
    })),
  };
}

async function readFolded(
  db: Queryable,
  question: CubeQuestion,
  folds: readonly Fold[],
  source: Facts,
): Promise<Listing> {
  const columns = [
    ...dimensionKeys(question),
    "date_part('epoch', bucket)::text as at",
    ...folds.map((_fold, at) => `coalesce(f${at}::text, '') as v${at}`),
    ...(needsLatencies(question) ? ["latencies"] : []),
  ];
  const statement = joinedSql(question, {
    lists: `select ${columns.join(", ")} from (${folded(question, folds, source)}) as groups`,
    keys: dimensionKeys(question),
    values: folds.length,
    beside: source.beside,
  });
  const { rows } = await db.query<Row>(statement, source.conditions.values);
  return { rows, folds: folds.map(({ kind }, at) => ({ kind, value: at, condition: null })) };
}

interface Lists {
  /** A subselect with the keys, the lists `at` and `v0` …, and `latencies`. */
  lists: string;
  keys: readonly string[];
  values: number;
  beside: readonly string[];
}

function joined(column: string, separator: string): string {
  return `string_agg(${column}, '${separator}') as ${column}`;
}

/** Joins the lists that have the same keys. */
function joinedSql(question: CubeQuestion, { lists, keys, values, beside }: Lists): string {
  const columns = [
    ...keys,
    "count(*)::int as lists",
    joined("at", NEXT_NUMBER),
    ...Array.from({ length: values }, (_none, at) => joined(`v${at}`, NEXT_NUMBER)),
    ...(needsLatencies(question) ? [joined("latencies", NEXT_LATENCIES)] : []),
  ];
  const inKeys = keys.join(", ");
  return `${beside.length === 0 ? "" : `with ${beside.join(", ")}`}
    select ${columns.join(", ")} from (${lists}) as lists
    ${inKeys === "" ? "" : `group by ${inKeys} order by ${inKeys}`}`;
}

/** A subselect with one row for each group, in order and limited. A sum of bigint would be numeric, which is slow. */
function folded(question: CubeQuestion, folds: readonly Fold[], { facts }: Facts): string {
  const { measures, buckets, limit } = question;
  const dimensions = dimensionKeys(question);
  const inKeys = ["bucket", ...dimensions].join(", ");
  const keyColumns = [
    `${buckets === null ? "timestamptz 'epoch'" : bucketSql(buckets, "at")} as bucket`,
    ...dimensionColumns(question),
  ];
  const columns = folds.map(({ kind, of, where }, at) => {
    if (of === PEAK) return "";
    const all = `${kind}(${of}::float8)${where === undefined ? "" : ` filter (where ${where})`}`;
    return `, ${kind === "sum" ? `coalesce(${all}, 0)` : all} as f${at}`;
  });
  const latencies = needsLatencies(question) ? `, ${joinedLatencies()} as latencies` : "";
  const peaks = `join (
      select ${inKeys}, max(in_second)::float8 as f${placeOf(folds, PEAK_MEASURE.part)}
      from (
        select ${inKeys}, sum(count) as in_second from keyed
        group by ${inKeys}, date_trunc('second', at)) as seconds
      group by ${inKeys}) as peaks using (${inKeys})`;
  return `with keyed as (select ${keyColumns.join(", ")}, fact.* from (${facts}) as fact)
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

function dimensionColumns({ cube, dimensions }: CubeQuestion): string[] {
  return dimensions.map((name, at) => `${dimensionSql(cube, name)} as d${at}`);
}

function dimensionSql(cube: Cube, name: string): string {
  const sql = cube.dimensions[name];
  if (sql === undefined) throw new Error(`There is no dimension ${name}`);
  return sql;
}
