/**
 * How is a bookmark's data sent again?
 *
 * It passes the rules of the bookmark's connection, which must exist and be enabled. The same
 * transaction records the time of use.
 */
import { type BookmarkRow, markBookmarkUsed } from "../../store/bookmarks.ts";
import type { ApiDeps } from "../api-deps.ts";
import { ApiError } from "../api-error.ts";
import { findConnection } from "../connections/connections.sql.ts";
import { type EventRow, readEvents } from "../events/events.sql.ts";

export async function triggerBookmark(
  { db, replayData }: Pick<ApiDeps, "db" | "replayData">,
  bookmark: BookmarkRow,
): Promise<EventRow[]> {
  const { team_id, webhook_id, event_data_id: payload_id } = bookmark;
  const connection = await findConnection(db, team_id, webhook_id);
  if (!connection || connection.deleted_at !== null)
    throw new ApiError("WEBHOOK_DELETED", {}, { message: "The connection of this bookmark was deleted" });
  if (connection.disabled_at !== null)
    throw new ApiError("WEBHOOK_DISABLED", {}, { message: "The connection of this bookmark is disabled" });
  const replayed = await replayData({
    team_id,
    payload_id,
    targets: [{ source_id: connection.source_id, connection_ids: [webhook_id] }],
    alongside: (tx) => markBookmarkUsed(tx, bookmark),
  });
  if (!replayed) throw new ApiError("DATA_ARCHIVED", {}, { message: "The associated data is archived" });
  return readEvents(db, team_id, replayed.events);
}
