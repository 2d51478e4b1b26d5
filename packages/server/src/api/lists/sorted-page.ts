/**
 * How is a page read in an order that no index has?
 *
 * Everything that fits is looked at and the first of it kept, so a page costs by what the filters leave, not by
 * its length. It has the time that a search has, and takes turns with searches; whoever needs more is told to
 * ask for less, because there is no place where such a reading could stop and go on. Positions are values of
 * rows, so pages stay what they are while others are added.
 */
import type { Searches } from "../../search/searches.ts";
import { type Database, isTooSlow } from "../../store/database.ts";
import type { Conditions } from "../../store/filters/conditions.ts";
import { invalid } from "../validation.ts";
import { endPageAfter, type ListSource, type Page, type PageQuery, readPage } from "./read-page.ts";
import { searchInTurn } from "./scan-for.ts";
import type { Way } from "./scan-page.ts";

export interface Sorting<Row> {
  team_id: string;
  searches: Searches;
  conditions: Conditions;
  /** Where what fits can be: see scan-page.ts. */
  ways: readonly Way[];
  /** What of the rows that SQL let through is really meant; null: all. */
  keep: ((rows: Page<Row>["rows"]) => Promise<Page<Row>["rows"]>) | null;
  /** What to tell whoever asked for too much. */
  tooMuch: string;
}

/** Of rows that have to be looked at one by one: going through everything again for a few would be slow. */
const CANDIDATES_AT_A_TIME = 500;

export async function sortedPage<Row>(
  db: Database,
  list: ListSource,
  query: PageQuery,
  { team_id, searches, conditions, ways, keep, tooMuch }: Sorting<Row>,
): Promise<Page<Row>> {
  const withinMs = Math.max(1, searches.budgets.payloads.totalMs); // none at all would be for ever
  const candidates = keep && query.limit > 0 ? Math.max(query.limit, CANDIDATES_AT_A_TIME) : query.limit;
  const read = async () => {
    try {
      return await db.transaction(async (tx) => {
        await tx.query(`set local statement_timeout = ${withinMs}`);
        const within = { conditions, team_id, teamColumn: "team_id", among: rowsOf(list.from, ways) };
        return readPage<Row>(tx, list, { ...query, limit: candidates }, within);
      });
    } catch (error) {
      if (isTooSlow(error)) throw invalid(tooMuch);
      throw error;
    }
  };
  const page = await searchInTurn(searches, team_id, read);
  if (!keep) return page;
  // The cursors stay those of what was looked at: a page may be short, even empty, and go on.
  const rows = await keep(page.rows);
  return endPageAfter({ ...page, rows, pagination: { ...page.pagination, limit: query.limit } }, query.limit);
}

/** The rows of all ways, under the name of their table. */
function rowsOf(table: string, ways: readonly Way[]): string {
  const parts = ways.map(({ condition, values, only }) => {
    const rows = `select ${table}.* from ${table} where ${only === undefined ? condition : `${condition} and ${only}`}`;
    return values === undefined
      ? rows
      : `select found.* from ${values} cross join lateral (${rows}) as found`;
  });
  const all = parts.length === 0 ? `select ${table}.* from ${table} where false` : parts.join(" union all ");
  return `(${all}) as ${table}`;
}
