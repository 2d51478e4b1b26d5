/**
 * What does the log say about a routed request?
 *
 * One line each, at debug level, once everything that the request became is stored. No path, header or body: any of
 * them may hold a secret.
 */
import { publicId } from "@posthorn/contract/ids";
import type { Log } from "../../log.ts";
import type { RoutedRow } from "./routed-row.ts";

export function logRouted({ debug }: Log, rows: readonly RoutedRow[]): void {
  if (debug === null) return;
  for (const { request, written, deliveries } of rows) {
    debug("request.routed", {
      project_id: publicId("project", request.route.team),
      source_id: publicId("source", request.route.id),
      request_id: publicId("request", request.id),
      event_ids: written.events.map(({ id }) => publicId("event", id)),
      sent_at_once: deliveries.length,
      ignored: written.ignored.map(({ connection, cause }) => ({
        connection_id: publicId("connection", connection),
        cause,
      })),
    });
  }
}
