/** How does an ignored event look from outside? */
import { publicId } from "@posthorn/contract/ids";
import type { IgnoredEvent } from "@posthorn/contract/request-events";
import { createdAt } from "../../ids.ts";
import type { IgnoredEventRow } from "./ignored-events.sql.ts";

export function ignoredEventView(row: IgnoredEventRow): IgnoredEvent {
  const request_id = publicId("request", row.request_id);
  const webhook_id = publicId("connection", row.webhook_id);
  const created_at = createdAt(row.request_id);
  return {
    id: `${request_id}:${webhook_id}`,
    team_id: publicId("project", row.team_id),
    webhook_id,
    cause: row.cause,
    request_id,
    meta: metaView(row.meta),
    created_at,
    updated_at: created_at,
  };
}

function metaView(meta: IgnoredEvent["meta"]): IgnoredEvent["meta"] {
  if (meta === null || Array.isArray(meta)) return meta;
  return { transformation_id: publicId("transformation", meta.transformation_id) };
}
