/**
 * How are the counters of a range read?
 *
 * The sums of each span lie in one table of counters; what is not added up yet lies in a table of news. One statement
 * reads both, so it never counts anything twice. The key of a counter begins with the project, the span and the subject
 * of the fact (a connection, a source, a transformation), so a reader always names the subjects: then each of them is
 * one short stretch of the index. Where a reader can do with totals of sources, of destinations or of the project, hours
 * and days are read from those. Minutes and news have no totals. Hours of past days are packed, a day in a row.
 */
import { type Fact, type FactColumns, FACTS, totalsOf, valuesOf } from "../store/counters.ts";
import { unpackedSql } from "../store/packed-hours.ts";
import type { Conditions } from "../store/filters/conditions.ts";
import { type Piece, type Range, type SpanPlan, wholeDaysOf } from "./span-plan.ts";

/** SQL for a moment. It is bound as a number, because JavaScript knows years that PostgreSQL cannot parse. */
export function momentSql(conditions: Conditions, ms: number): string {
  return `to_timestamp(${conditions.bind(ms)}::float8 / 1000)`;
}

/** Totals that are enough: of the sources or destinations in the column, or of the project. */
export interface Totals {
  column: "source_id" | "destination_id" | null;
  /** SQL of an array with the ids of the sources, the destinations or the project. */
  ids: string;
}

export interface CountedWhere {
  /** The bound project. */
  team: string;
  /** SQL of an array with the ids of the subjects. */
  subjects: string;
  /** Null: the facts of each subject are needed. */
  totals: Totals | null;
  plan: Pick<SpanPlan, "pieces" | "range" | "packedBeforeMs">;
}

/**
 * How the facts are written. `rows`: one row for each change. `lists`: a row has one or many changes with the same keys;
 * then `at`, in seconds since 1970, and all values are lists of as many entries (packed-hours.ts). Lists leave the
 * database as they are stored, which is much less work than to write out each change.
 */
export type Form = "rows" | "lists";

/** The column of a fact that is one row, in either form. */
export function written(column: string, form: Form): string {
  if (form === "rows" || column.endsWith("latencies")) return column;
  return column === "at" ? "date_part('epoch', at)::bigint::text as at" : `${column}::text as ${column}`;
}

/** Zero for each change. */
export function zeroSql(form: Form): string {
  return form === "rows" ? "0" : "rpad('0', 2 * (length(at) - length(replace(at, ' ', ''))) + 1, ' 0')";
}

/**
 * A subselect with `at` and all columns of the fact. It has each change for itself: sum them up. With totals, the column
 * of the totals takes the place of the subject.
 */
export function countedSql(conditions: Conditions, fact: Fact, where: CountedWhere, form: Form): string {
  const { keys }: FactColumns = FACTS[fact];
  const [subject = "", ...otherKeys] = keys;
  const values = valuesOf(fact);
  const { team, subjects, totals, plan } = where;
  const within = ({ fromMs, toMs }: Range) =>
    `at >= ${momentSql(conditions, fromMs)} and at < ${momentSql(conditions, toMs)}`;

  const select = (shown: readonly string[], columns: readonly string[], from: string, condition: string) => {
    const [at, ...numbers] = ["at", ...columns].map((column) => written(column, form));
    return `select ${[at, ...shown, ...otherKeys, ...numbers].join(", ")} from ${from} where ${condition}`;
  };
  const bySubject = (columns: readonly string[], table: string, condition: string) => {
    const ofSubjects = `counted.team_id = ${team} and ${subject} = any(${subjects}) and ${condition}`;
    if (totals === null) return select([subject], columns, `${table} as counted`, ofSubjects);
    if (totals.column === null) return select([], columns, `${table} as counted`, ofSubjects);
    const ends = `(select id, ${totals.column} from connections) as ends`;
    return select(
      [totals.column],
      columns,
      `${table} as counted join ${ends} on ends.id = ${subject}`,
      ofSubjects,
    );
  };

  const named = totals?.column ?? subject;
  const shown = totals === null ? [subject] : totals.column === null ? [] : [`${subject} as ${named}`];
  const ofSpan = (span: string) =>
    `team_id = ${team} and span = '${span}' and ${subject} = any(${totals?.ids ?? subjects})`;
  const packed = (span: string, days: Range) => `${fact}_hours where ${ofSpan(span)} and ${within(days)}`;
  /** Some hours of days. */
  const unpacked = (span: string, hours: Range) => {
    const { around } = wholeDaysOf(hours);
    const facts = unpackedSql(fact, [subject, ...otherKeys], `select * from ${packed(span, around)}`);
    return select(shown, values.counters, `(${facts}) as facts`, within(hours));
  };
  const packedHours = (span: string, { fromMs, toMs }: Range) => {
    const hours = { fromMs, toMs: Math.min(toMs, plan.packedBeforeMs) };
    if (hours.fromMs >= hours.toMs) return [];
    if (form === "rows") return [unpacked(span, hours)];
    const { before, inside, after } = wholeDaysOf(hours);
    const lists = ["hours as at", ...shown, ...otherKeys, ...values.counters].join(", ");
    return [
      ...before.map((edge) => unpacked(span, edge)),
      ...inside.map((days) => `select ${lists} from ${packed(span, days)}`),
      ...after.map((edge) => unpacked(span, edge)),
    ];
  };

  const fromPiece = (piece: Piece) => {
    if (piece.span === "minute" && totals !== null)
      return [bySubject(values.counters, `${fact}_counters`, `span = 'minute' and ${within(piece)}`)];
    const span = totals === null || piece.span === "minute" ? piece.span : totalsOf(piece.span);
    return [
      ...(piece.span === "hour" ? packedHours(span, piece) : []),
      select(shown, values.counters, `${fact}_counters`, `${ofSpan(span)} and ${within(piece)}`),
    ];
  };
  return [...plan.pieces.flatMap(fromPiece), bySubject(values.news, `${fact}_news`, within(plan.range))].join(
    " union all ",
  );
}
