/**
 * Which index finds the rows of a filter?
 *
 * A clue is a filter that an index can answer, as a list of values of one column. Of several clues, the first that
 * leads to few rows is used; the other filters are checked on the rows it finds. Without a clue, all rows of the
 * project are read in order.
 */
import type { Queryable } from "../../store/database.ts";
import type { Conditions } from "../../store/filters/conditions.ts";
import type { Way } from "./scan-page.ts";

export interface Clue {
  column: string;
  type: "uuid" | "text" | "smallint" | "integer";
  values: readonly (string | number)[];
  /** The index begins with the project. The others begin with a value that belongs to one project only. */
  isByProject: boolean;
}

/** A clue that leads to fewer rows is used without checking the next clue. */
const FEW = 500;
/** Each value is looked up on its own; with more values a clue is no better than reading everything. */
export const CLUE_MAX_VALUES = 1_000;

export function wayOfAll(conditions: Conditions, team_id: string): Way {
  return { condition: `team_id = ${conditions.bind(team_id)}` };
}

/**
 * The range of one value and the order by its column make PostgreSQL use the clue's own index. With `=` the planner may
 * guess wrong and read everything in the order of ids instead.
 */
export function wayOf(conditions: Conditions, team_id: string, clue: Clue): Way {
  const { column, type, values, isByProject } = clue;
  // Only if the index needs it: with a condition on the project, the planner might choose the index by project instead.
  const project = isByProject ? `team_id = ${conditions.bind(team_id)} and ` : "";
  const isOne = values.length === 1;
  const value = isOne ? `${conditions.bind(values[0])}::${type}` : "asked.value";
  return {
    condition: `${project}${isRare(clue)}${column} >= ${value} and ${column} <= ${value}`,
    orderedBy: column,
    ...(!isOne && { values: `unnest(${conditions.bind(values)}::${type}[]) as asked (value)` }),
  };
}

/** Repeats the condition of a partial index, which the planner cannot conclude from an unknown value. */
function isRare({ column }: Clue): string {
  return column === "attempts" ? "attempts > 1 and " : "";
}

async function leadsToFew(
  db: Queryable,
  table: "events" | "requests",
  team_id: string,
  clue: Clue,
): Promise<boolean> {
  const { column, type, values, isByProject } = clue;
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from (
       select 1 from unnest($1::${type}[]) as asked (value)
       cross join lateral (
         select 1 from ${table}
         where ${isRare(clue)}${column} >= asked.value and ${column} <= asked.value
           and ${isByProject ? "team_id = $2" : "$2::uuid is not null"}
         order by ${column}, id limit ${FEW}) as one
       limit ${FEW}) as found`,
    [values, team_id],
  );
  return (rows[0]?.count ?? 0) < FEW;
}

/** Returns null when there is no clue. */
export async function bestClue(
  db: Queryable,
  table: "events" | "requests",
  team_id: string,
  clues: readonly Clue[],
): Promise<Clue | null> {
  const usable = clues.filter(({ values }) => values.length <= CLUE_MAX_VALUES);
  const [first] = usable;
  if (usable.length <= 1) return first ?? null;
  for (const clue of usable) if (await leadsToFew(db, table, team_id, clue)) return clue;
  return first ?? null;
}
