/**
 * How are the counters of a range read?
 *
 * The sums of each span lie in one table of counters; what is not added up yet lies in a table of news. One statement
 * reads both, so it never counts anything twice. The key of a counter begins with the project, the span and the subject
 * of the fact (a connection, a source, a transformation), so a reader always names the subjects: then each of them is
 * one short stretch of the index. Where a reader can do with totals of sources, of destinations or of the project, hours
 * and days are read from those. Minutes and news have no totals.
 */
import { type Fact, FACTS, totalsOf, valuesOf } from "../store/counters.ts";
import type { Conditions } from "../store/filters/conditions.ts";
import type { Piece, Range, SpanPlan } from "./span-plan.ts";

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
  plan: Pick<SpanPlan, "pieces" | "range">;
}

/**
 * A subselect with `at` and all columns of the fact. It has a row per change: sum them up. With totals, the column of the
 * totals takes the place of the subject.
 */
export function countedSql(conditions: Conditions, fact: Fact, where: CountedWhere): string {
  const { keys } = FACTS[fact];
  const [subject, ...otherKeys] = keys;
  const values = valuesOf(fact);
  const { team, subjects, totals, plan } = where;
  const within = ({ fromMs, toMs }: Range) =>
    `at >= ${momentSql(conditions, fromMs)} and at < ${momentSql(conditions, toMs)}`;

  const select = (shown: readonly string[], columns: readonly string[], from: string, condition: string) =>
    `select ${["at", ...shown, ...otherKeys, ...columns].join(", ")} from ${from} where ${condition}`;
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
  const fromPiece = (piece: Piece) => {
    const { span } = piece;
    if (totals === null || span === "minute")
      return bySubject(values.counters, `${fact}_counters`, `span = '${span}' and ${within(piece)}`);
    return select(
      totals.column === null ? [] : [`${subject} as ${totals.column}`],
      values.counters,
      `${fact}_counters`,
      `team_id = ${team} and span = '${totalsOf(span)}' and ${subject} = any(${totals.ids}) and ${within(piece)}`,
    );
  };
  return [...plan.pieces.map(fromPiece), bySubject(values.news, `${fact}_news`, within(plan.range))].join(
    " union all ",
  );
}
