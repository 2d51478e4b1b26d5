/** The last step: the events that came of the requests. The person looks at them, and the guide ends. */
import { Link } from "@tanstack/react-router";
import { EventStatusBadge } from "../../resources/events/event-status-badge.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { Timestamp } from "../../ui/timestamp.tsx";
import type { GuidedFlow } from "./use-guided-flow.ts";

type Known = Pick<GuidedFlow, "events">;

export function ReviewStep({ flow: { events } }: { flow: Known }) {
  if (events.length === 0)
    return (
      <p className="text-sm text-ink-2">
        Waiting for the first event. Rules may refuse a request, and then no event comes of it: send another
        one above.
      </p>
    );
  return (
    <ul
      aria-label="Latest events"
      className="rounded-md border border-line bg-surface [&>li+li]:border-t [&>li+li]:border-line"
    >
      {events.map((event) => (
        <li key={event.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm">
          <Timestamp value={event.created_at} className="text-ink-2" />
          <EventStatusBadge event={event} />
          <Link to="/events/$id" params={{ id: event.id }} className={`${linkClass} mono min-w-0 truncate`}>
            {event.id}
          </Link>
        </li>
      ))}
    </ul>
  );
}
