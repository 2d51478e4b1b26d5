/** Which markers does a caller see? Reads for the routes of this folder. */
import { internalId } from "@posthorn/contract/ids";
import type { MarkerFilters } from "@posthorn/contract/markers";
import type { Queryable } from "../../store/database.ts";
import { Conditions, whereDate, whereId, whereName } from "../../store/filters/conditions.ts";
import { MARKER_COLUMNS, type MarkerRow } from "../../store/markers.ts";
import { readPage, type ListSource, type Page, type PageQuery } from "../lists/read-page.ts";

const LIST: ListSource = {
  columns: MARKER_COLUMNS,
  from: "markers",
  sort: {
    identity: [{ sql: "id", kind: "uuid" }],
    keys: { created_at: [], at: [{ sql: "at", kind: "time" }] },
    defaultKey: "created_at",
  },
  identityOf(publicId) {
    const id = internalId("marker", publicId);
    return id === null ? null : [id];
  },
};

export async function readMarkerPage(
  db: Queryable,
  team_id: string,
  query: MarkerFilters & PageQuery,
): Promise<Page<MarkerRow>> {
  const conditions = new Conditions();
  conditions.add(`team_id = ${conditions.bind(team_id)}`);
  whereId(conditions, "id", "marker", query.id);
  whereName(conditions, "title", query.title);
  whereDate(conditions, "at", query.at);
  return readPage(db, LIST, query, { conditions, team_id, teamColumn: "team_id" });
}
