/**
 * How does a statement go through a large table without ever looking at many rows?
 *
 * Project by project, and within a project in the order of ids: one step down the key for each project, then its rows
 * one after the other. Each call looks at no more than `limit` rows and projects together, and says where to go on. A
 * caller that stores that position with what it did can stop anywhere and continue.
 */
import type { Queryable } from "./database.ts";
import { LIVE_PROJECTS } from "./projects.ts";

const LOWEST_ID = "00000000-0000-0000-0000-000000000000";
const HIGHEST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** Earlier projects are done, and in this project all rows up to and including the id. */
export interface Position {
  team_id: string;
  id: string;
}

export const FIRST_POSITION: Position = { team_id: LOWEST_ID, id: LOWEST_ID };

export interface StretchQuery {
  table: "events" | "requests";
  /** An SQL condition, never input: true if the row is wanted. It uses `$5` for `value`, if there is one. */
  wanted: string;
  value?: unknown;
  /** Rows with smaller ids are not looked at. */
  from: string;
  after: Position;
  limit: number;
}

export interface Stretch {
  wanted: Position[];
  /** Null: this was the last stretch. */
  next: Position | null;
}

/**
 * Reads the next stretch. A project without rows counts as one row, so that many empty projects make many stretches and
 * not one long statement.
 */
export async function readStretch(
  db: Queryable,
  { table, wanted, value, from, after, limit }: StretchQuery,
): Promise<Stretch> {
  const { rows } = await db.query<{ team_id: string; id: string | null; is_wanted: boolean | null }>(
    `select projects.id as team_id, found.id, found.is_wanted
     from (select id from ${LIVE_PROJECTS} where id >= $2 order by id limit $4) as projects
     left join lateral (
       select id, ${wanted} as is_wanted from ${table}
       where team_id = projects.id and id >= $1 and id > case when projects.id = $2 then $3::uuid else '${LOWEST_ID}' end
       order by id limit $4) as found on true
     order by projects.id, found.id limit $4`,
    [from, after.team_id, after.id, limit, ...(value === undefined ? [] : [value])],
  );
  const last = rows.length < limit ? undefined : rows.at(-1);
  return {
    wanted: rows.flatMap(({ team_id, id, is_wanted }) => (id !== null && is_wanted ? [{ team_id, id }] : [])),
    next: last ? { team_id: last.team_id, id: last.id ?? HIGHEST_ID } : null,
  };
}
