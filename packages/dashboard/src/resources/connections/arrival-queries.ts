/**
 * What has arrived through a new connection? The five latest events, and the five latest requests of its source since,
 * each with what the connection said to it. Polled every two seconds while a person waits for the first event.
 */
import type { Connection } from "@posthorn/contract/connections";
import { listEvents } from "@posthorn/contract/events";
import { listIgnoredEvents, type IgnoredEvent } from "@posthorn/contract/request-events";
import { listRequests, type Request } from "@posthorn/contract/requests";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { pollEvery } from "../api/retry-policy.ts";

const EVERY_MS = 2000;
const SHOWN = 5;

/** Both queries begin with it, so that a test that was sent can read both again. */
export const ARRIVALS = ["connections", "arrivals"] as const;

/** A request that came in at the source of a connection. */
export interface Arrival {
  request: Request;
  /** Why this connection made no event of it. Null if it made one, or has not decided yet. */
  ignored: IgnoredEvent | null;
}

export function recentEventsQuery({ id }: Pick<Connection, "id">) {
  return queryOptions({
    queryKey: [...ARRIVALS, "events", id],
    queryFn: ({ signal }) => call(listEvents, { query: { webhook_id: id, limit: SHOWN }, signal }),
    refetchInterval: pollEvery(EVERY_MS),
  });
}

export function recentRequestsQuery({ id, source, created_at }: Connection) {
  return queryOptions({
    queryKey: [...ARRIVALS, "requests", id],
    queryFn: async ({ signal }): Promise<Arrival[]> => {
      const query = { source_id: source.id, created_at: { gte: created_at }, limit: SHOWN };
      const { models } = await call(listRequests, { query, signal });
      return Promise.all(
        models.map(async (request) => ({ request, ignored: await ignoredBy(id, request, signal) })),
      );
    },
    refetchInterval: pollEvery(EVERY_MS),
  });
}

async function ignoredBy(
  connectionId: string,
  { id, ignored_count }: Request,
  signal: AbortSignal,
): Promise<IgnoredEvent | null> {
  if (ignored_count === 0) return null;
  const query = { id: `${id}:${connectionId}` };
  const { models } = await call(listIgnoredEvents, { params: { id }, query, signal });
  return models[0] ?? null;
}
