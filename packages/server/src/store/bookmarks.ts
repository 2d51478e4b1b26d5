/**
 * How are bookmarks and the data they keep created, changed and deleted?
 *
 * Every write to `bookmarks` and `kept_payloads`. The transaction that creates a bookmark copies its data, so that
 * retention can drop whole days. The copy is deleted with the last bookmark that needs it.
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

/**
 * Copies a payload, or finds its copy. Both lock the copy, so that a bookmark deleted at the same moment
 * does not remove it. Returns false when the data is past retention.
 */
export async function keepPayload(
  tx: Queryable,
  { team_id, event_data_id }: { team_id: string; event_data_id: string },
): Promise<boolean> {
  const copied = await tx.query(
    `insert into kept_payloads (team_id, id, method, path, query, headers, client_ip, body)
     select team_id, id, method, path, query, headers, client_ip, body
     from payloads where team_id = $1 and id = $2
     on conflict (team_id, id) do update set path = kept_payloads.path`,
    [team_id, event_data_id],
  );
  if (copied.rowCount > 0) return true;
  const kept = await tx.query(`select 1 from kept_payloads where team_id = $1 and id = $2 for update`, [
    team_id,
    event_data_id,
  ]);
  return kept.rowCount > 0;
}

/** Deletes the copy unless another bookmark needs it. The lock waits for a bookmark that is just being created. */
export async function releasePayload(
  tx: Queryable,
  { team_id, event_data_id }: { team_id: string; event_data_id: string },
): Promise<void> {
  await tx.query(`select 1 from kept_payloads where team_id = $1 and id = $2 for update`, [
    team_id,
    event_data_id,
  ]);
  await tx.query(
    `delete from kept_payloads
     where team_id = $1 and id = $2
       and not exists (select 1 from bookmarks where team_id = $1 and event_data_id = $2)`,
    [team_id, event_data_id],
  );
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
