/** How does a bookmark look from outside? */
import type { Bookmark } from "@posthorn/contract/bookmarks";
import { publicId } from "@posthorn/contract/ids";
import { createdAt } from "../../ids.ts";
import { shortEventData } from "../../pipeline/route/payload-view.ts";
import type { BookmarkRow } from "../../store/bookmarks.ts";
import type { StoredPayload } from "../payloads/payloads.sql.ts";

export function bookmarkView(row: BookmarkRow, payload: StoredPayload | null): Bookmark {
  return {
    id: publicId("bookmark", row.id),
    team_id: publicId("project", row.team_id),
    webhook_id: publicId("connection", row.webhook_id),
    event_data_id: publicId("payload", row.event_data_id),
    label: row.label,
    alias: row.alias,
    data: payload && shortEventData(payload),
    last_used_at: row.last_used_at,
    updated_at: row.updated_at,
    created_at: createdAt(row.id),
  };
}
