/** Which bookmarks does a caller see? Reads for the routes of this folder. */
import type { BookmarkFilters } from "@posthorn/contract/bookmarks";
import { internalId } from "@posthorn/contract/ids";
import { BOOKMARK_COLUMNS, type BookmarkRow } from "../../store/bookmarks.ts";
import type { Queryable } from "../../store/database.ts";
import { Conditions, whereDate, whereId, whereName } from "../../store/filters/conditions.ts";
import { readPage, type ListSource, type Page, type PageQuery } from "../lists/read-page.ts";

const LIST: ListSource = {
  columns: BOOKMARK_COLUMNS,
  from: "bookmarks",
  sort: { identity: [{ sql: "id", kind: "uuid" }], keys: { created_at: [] }, defaultKey: "created_at" },
  identityOf(publicId) {
    const id = internalId("bookmark", publicId);
    return id === null ? null : [id];
  },
};

export async function readBookmarkPage(
  db: Queryable,
  team_id: string,
  query: BookmarkFilters & PageQuery,
): Promise<Page<BookmarkRow>> {
  const conditions = new Conditions();
  conditions.add(`team_id = ${conditions.bind(team_id)}`);
  whereId(conditions, "id", "bookmark", query.id);
  whereName(conditions, "alias", query.name);
  whereId(conditions, "webhook_id", "connection", query.webhook_id);
  whereId(conditions, "event_data_id", "payload", query.event_data_id);
  whereName(conditions, "label", query.label);
  whereDate(conditions, "last_used_at", query.last_used_at);
  return readPage(db, LIST, query, { conditions, team_id, teamColumn: "team_id" });
}

export async function countBookmarks(db: Queryable, team_id: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    "select count(*)::int as count from bookmarks where team_id = $1",
    [team_id],
  );
  return rows[0]?.count ?? 0;
}

export async function findBookmark(db: Queryable, team_id: string, id: string): Promise<BookmarkRow | null> {
  const { rows } = await db.query<BookmarkRow>(
    `select ${BOOKMARK_COLUMNS} from bookmarks where team_id = $1 and id = $2`,
    [team_id, id],
  );
  return rows[0] ?? null;
}
