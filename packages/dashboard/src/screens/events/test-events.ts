/** A page of events, as the server would send it. */
import type { ReplyOf } from "@posthorn/contract/endpoint";
import type { Event, listEvents } from "@posthorn/contract/events";

export function aPage(
  models: Event[],
  cursors: { next?: string; prev?: string } = {},
): ReplyOf<typeof listEvents> {
  return {
    models,
    count: models.length,
    pagination: { order_by: "created_at", dir: "desc", limit: 100, ...cursors },
  };
}
