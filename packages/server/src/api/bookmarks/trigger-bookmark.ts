/**
 * How does a bookmark's data go on its way once more?
 *
 * As a request that nobody sent: it points to the data that the bookmark keeps, and goes through the rules
 * of the bookmark's connection as they are now. Request, events and the time of use are one transaction.
 */
import { newRequestIdBytes, uuidBytes, uuidText } from "../../ids.ts";
import { headerList } from "../../pipeline/route/payload-view.ts";
import { type BookmarkRow, markBookmarkUsed } from "../../store/bookmarks.ts";
import { insertReplayedRequest, readPayloads } from "../../store/requests.ts";
import type { ApiDeps } from "../api-deps.ts";
import { ApiError } from "../api-error.ts";
import { findConnection } from "../connections/connections.sql.ts";
import { type EventRow, readEvents } from "../events/events.sql.ts";

export async function triggerBookmark(
  { db, reroute }: Pick<ApiDeps, "db" | "reroute">,
  bookmark: BookmarkRow,
): Promise<EventRow[]> {
  const { team_id, webhook_id, event_data_id: payload_id } = bookmark;
  const connection = await findConnection(db, team_id, webhook_id);
  if (!connection || connection.deleted_at !== null)
    throw new ApiError("WEBHOOK_DELETED", {}, { message: "The connection of this bookmark was deleted" });
  if (connection.disabled_at !== null)
    throw new ApiError("WEBHOOK_DISABLED", {}, { message: "The connection of this bookmark is disabled" });
  const [stored] = await readPayloads(db, [{ team: uuidBytes(team_id), id: uuidBytes(payload_id) }]);
  if (!stored) throw new ApiError("DATA_ARCHIVED", {}, { message: "The associated data is archived" });
  const { method, path, query, client_ip, body } = stored;
  const payload = { method, path, query, client_ip, body, headers: headerList(stored.headers) };
  const { source_id } = connection;
  const request = { team_id, id: uuidText(newRequestIdBytes()), source_id, payload_id };

  const { events } = await reroute.reroute({ ...request, payload }, [webhook_id], async (tx) => {
    await insertReplayedRequest(tx, request);
    await markBookmarkUsed(tx, bookmark);
    return [webhook_id];
  });
  return readEvents(db, team_id, events);
}
