/**
 * How are bookmarks created, changed and deleted?
 *
 * Every write to `bookmarks`. The transaction that creates a bookmark also copies its data (kept-payloads.ts).
 */
import { createdAt, newId } from "../ids.ts";
import type { Queryable } from "./database.ts";

export interface BookmarkRow {
  id: string;
  team_id: string;
  webhook_id: string;
  event_data_id: string;
  label: string;
  alias: string | null;
  last_used_at: string | null;
  updated_at: string;
}

export const BOOKMARK_COLUMNS =
  "id, team_id, webhook_id, event_data_id, label, alias, last_used_at, updated_at";

interface BookmarkKey {
  team_id: string;
  id: string;
}

export interface NewBookmark {
  webhook_id: string;
  event_data_id: string;
  label: string;
  alias: string | null;
}

export async function insertBookmark(
  tx: Queryable,
  team_id: string,
  { webhook_id, event_data_id, label, alias }: NewBookmark,
): Promise<BookmarkRow> {
  const id = newId();
  const { rows } = await tx.query<BookmarkRow>(
    `insert into bookmarks (id, team_id, webhook_id, event_data_id, label, alias, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     returning ${BOOKMARK_COLUMNS}`,
    [id, team_id, webhook_id, event_data_id, label, alias, createdAt(id)],
  );
  const [row] = rows;
  if (!row) throw new Error("An insert returned no row");
  return row;
}

/** Returns null when there is no such bookmark. */
export async function lockBookmark(tx: Queryable, { team_id, id }: BookmarkKey): Promise<BookmarkRow | null> {
  const { rows } = await tx.query<BookmarkRow>(
    `select ${BOOKMARK_COLUMNS} from bookmarks where team_id = $1 and id = $2 for update`,
    [team_id, id],
  );
  return rows[0] ?? null;
}

export async function updateBookmark(
  tx: Queryable,
  { team_id, id }: BookmarkKey,
  { webhook_id, event_data_id, label, alias }: NewBookmark,
): Promise<void> {
  await tx.query(
    `update bookmarks set webhook_id = $3, event_data_id = $4, label = $5, alias = $6, updated_at = now()
     where team_id = $1 and id = $2`,
    [team_id, id, webhook_id, event_data_id, label, alias],
  );
}

export async function markBookmarkUsed(tx: Queryable, { team_id, id }: BookmarkKey): Promise<void> {
  await tx.query(`update bookmarks set last_used_at = now() where team_id = $1 and id = $2`, [team_id, id]);
}

export async function removeBookmark(tx: Queryable, { team_id, id }: BookmarkKey): Promise<void> {
  await tx.query(`delete from bookmarks where team_id = $1 and id = $2`, [team_id, id]);
}
