/**
 * What arrived for this client while it was not connected?
 *
 * For a while after a client is lost, its requests still become events, which fail; later ones make no event at all. Both can
 * be sent again. Events that reached the local server after all do not count.
 */
import type { Connection } from "@posthorn/contract/connections";
import { listEvents } from "@posthorn/contract/events";
import { listRequests } from "@posthorn/contract/requests";
import type { Client } from "../api/client.ts";

export interface Missed {
  events: number;
  requests: number;
  /** There are more of either than one list has. */
  hasMore: boolean;
}

const LIMIT = 255;

/** `sinceMs` is by the server's clock. */
export async function readMissed(
  client: Client,
  connections: readonly Connection[],
  sinceMs: number,
): Promise<Missed> {
  const since = { gte: new Date(sinceMs).toISOString() };
  const webhook_id = connections.map(({ id }) => id);
  const source_id = [...new Set(connections.map(({ source }) => source.id))];
  const [events, requests] = await Promise.all([
    client.call(listEvents, {
      query: { webhook_id, status: "FAILED", error_code: "CLI_UNAVAILABLE", created_at: since, limit: LIMIT },
    }),
    client.call(listRequests, {
      query: { source_id, cause: "CLI_DISCONNECTED", ingested_at: since, limit: LIMIT },
    }),
  ]);
  return {
    events: events.models.length,
    requests: requests.models.length,
    hasMore: events.pagination.next !== undefined || requests.pagination.next !== undefined,
  };
}
