/**
 * With which events does a person want to compare one? With the one before it at the same connection, and with those
 * that other connections made of the same request.
 */
import { listEvents, type Event } from "@posthorn/contract/events";
import { listRequestEvents } from "@posthorn/contract/request-events";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";

const OF_REQUEST = 20;

/** Null if it is the first one that is kept. */
export function previousEventQuery({
  id,
  webhook_id,
  created_at,
}: Pick<Event, "id" | "webhook_id" | "created_at">) {
  return queryOptions({
    queryKey: ["events", "previous", id],
    queryFn: async ({ signal }) => {
      const query = { webhook_id, created_at: { lt: created_at }, limit: 1 };
      return (await call(listEvents, { query, signal })).models[0] ?? null;
    },
  });
}

export function eventsOfRequestQuery({ id, request_id }: Pick<Event, "id" | "request_id">) {
  return queryOptions({
    queryKey: ["events", "of-request", request_id],
    queryFn: ({ signal }) =>
      call(listRequestEvents, { params: { id: request_id }, query: { limit: OF_REQUEST }, signal }),
    select: ({ models }) => models.filter((event) => event.id !== id),
  });
}
