/**
 * How is a page read in an order that no index has?
 *
 * It reads all rows that match and keeps the first ones, so the cost of a page depends on how many rows match, not on
 * the page's length. It has the time of a search, and takes turns with searches. If that time is not enough, the caller
 * must ask for less, because such a reading cannot stop and continue later. Positions are values of rows, so pages do
 * not shift while rows are added.
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
  /** Where matching rows can be: see scan-page.ts. */
  ways: readonly Way[];
  /** Returns the rows that really match, of those that passed the SQL. Null if all do. */
  keep: ((rows: Page<Row>["rows"]) => Promise<Page<Row>["rows"]>) | null;
  /** The message for a caller that asked for too much. */
  tooMuch: string;
}

/** How many rows `keep` gets at a time. Reading all rows again for a few more would be slow. */
const CANDIDATES_AT_A_TIME = 500;

export async function sortedPage<Row>(
  db: Database,
  list: ListSource,
  query: PageQuery,
  { team_id, searches, conditions, ways, keep, tooMuch }: Sorting<Row>,
): Promise<Page<Row>> {
  const withinMs = Math.max(1, searches.budgets.payloads.totalMs); // 0 would mean no timeout
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
  // The cursors cover all rows that were checked: a page may be short, even empty, and still have a next page.
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
