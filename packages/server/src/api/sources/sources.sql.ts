/** Which sources does a caller see? Reads for the routes of this folder. */
import type { SourceFilters } from "@posthorn/contract/sources";
import type { Queryable } from "../../store/database.ts";
import { whereEnabled, whereOneOf } from "../../store/filters/conditions.ts";
import { SOURCE_COLUMNS, type SourceRow } from "../../store/sources.ts";
import { namedReads } from "../lists/named-resources.sql.ts";

export const sourceReads = namedReads<SourceRow, SourceFilters>({
  kind: "source",
  table: "sources",
  columns: SOURCE_COLUMNS,
  narrow(conditions, filters) {
    whereOneOf(conditions, "type", filters.type);
    whereEnabled(conditions, "disabled_at", filters);
  },
});

/** The sealed secret of a source; null if it has none. */
export async function findSourceAuth(db: Queryable, team_id: string, id: string): Promise<Buffer | null> {
  const { rows } = await db.query<{ auth: Buffer | null }>(
    `select auth from sources where team_id = $1 and id = $2`,
    [team_id, id],
  );
  return rows[0]?.auth ?? null;
}
