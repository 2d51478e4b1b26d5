/**
 * By which index are the rows of a filter found?
 *
 * A clue is a filter that an index can answer, as a list of values of one column. Of several clues the first
 * that leads to few rows is followed; the other filters are asked of what it finds. Without one, the rows are
 * gone through as they are.
 */
import type { Queryable } from "../../store/database.ts";
import type { Conditions } from "../../store/filters/conditions.ts";
import type { Way } from "./scan-page.ts";

export interface Clue {
  column: string;
  type: "uuid" | "text" | "smallint" | "integer";
  values: readonly (string | number)[];
  /** The index is by project; others are by something that belongs to one project alone. */
  isByProject: boolean;
}

/** A clue that leads to fewer is followed without asking about the next. */
const FEW = 500;
/** As many are gone through one by one; beyond it, it is no better than reading everything. */
export const CLUE_MAX_VALUES = 1_000;

export function wayOfAll(conditions: Conditions, team_id: string): Way {
  return { condition: `team_id = ${conditions.bind(team_id)}` };
}

/**
 * A range of one value, and its column first in the order: only the clue's own index comes in that order. With
 * an equation the planner may go through everything in the order of ids instead, on the strength of a guess.
 */
export function wayOf(conditions: Conditions, team_id: string, clue: Clue): Way {
  const { column, type, values, isByProject } = clue;
  // An index that leads to one project's rows anyway must not compete with the one by project.
  const project = isByProject ? `team_id = ${conditions.bind(team_id)} and ` : "";
  const isOne = values.length === 1;
  const value = isOne ? `${conditions.bind(values[0])}::${type}` : "asked.value";
  return {
    condition: `${project}${isRare(clue)}${column} >= ${value} and ${column} <= ${value}`,
    orderedBy: column,
    ...(!isOne && { values: `unnest(${conditions.bind(values)}::${type}[]) as asked (value)` }),
  };
}

/** Said again where the planner cannot conclude it from an unknown value. */
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

/** Null when there is none. */
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
