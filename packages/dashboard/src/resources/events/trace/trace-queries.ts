/**
 * Which query reads the trace of an event?
 *
 * It does not poll: the event does. Its key contains what changes with every step of the event, so a new step reads a new
 * trace, and the old one stays on screen meanwhile.
 */
import { getEventTrace } from "@posthorn/contract/event-trace";
import type { Event } from "@posthorn/contract/events";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call.ts";

export function eventTraceQuery({
  id,
  updated_at,
  attempts,
  status,
}: Pick<Event, "id" | "updated_at" | "attempts" | "status">) {
  return queryOptions({
    queryKey: ["events", "trace", id, updated_at, attempts, status],
    queryFn: ({ signal }) => call(getEventTrace, { params: { id }, signal }),
    placeholderData: (previous) => (previous?.event_id === id ? previous : undefined),
  });
}
