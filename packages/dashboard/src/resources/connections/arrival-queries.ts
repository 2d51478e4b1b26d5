/**
 * What has arrived through a new connection? The five latest events, and the five latest requests that its source
 * rejected since. Polled every two seconds while a person waits for the first event.
 */
import type { Connection } from "@posthorn/contract/connections";
import { listEvents } from "@posthorn/contract/events";
import { listRequests } from "@posthorn/contract/requests";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { pollEvery } from "../api/retry-policy.ts";

const EVERY_MS = 2000;
const SHOWN = 5;

export function recentEventsQuery({ id }: Pick<Connection, "id">) {
  return queryOptions({
    queryKey: ["connections", "recent-events", id],
    queryFn: ({ signal }) => call(listEvents, { query: { webhook_id: id, limit: SHOWN }, signal }),
    refetchInterval: pollEvery(EVERY_MS),
  });
}

export function recentRejectionsQuery({ id, source, created_at }: Connection) {
  const query = {
    source_id: source.id,
    status: "rejected",
    created_at: { gte: created_at },
    limit: SHOWN,
  } as const;
  return queryOptions({
    queryKey: ["connections", "recent-rejections", id],
    queryFn: ({ signal }) => call(listRequests, { query, signal }),
    refetchInterval: pollEvery(EVERY_MS),
  });
}
