/** The newest events of a connection, each with a link to its details. */
import type { Connection } from "@posthorn/contract/connections";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { latestEventsQuery } from "../../resources/events/event-queries.ts";
import { EventStatusBadge } from "../../resources/events/event-status-badge.tsx";
import { OverviewSection } from "../../ui/entity-page/entity-overview.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";

const SHOWN = 10;

export function LatestEvents({ connection: { id, source } }: { connection: Connection }) {
  const events = useQuery(latestEventsQuery(id, SHOWN));
  const list = () => {
    if (events.isPending) return <TextSkeleton label="Latest events" lines={5} />;
    if (!events.data) return <LoadFailed error={events.error} onRetry={events.refetch} />;
    if (events.data.models.length === 0)
      return (
        <p className="text-sm text-ink-2">
          No events yet. The next request to {source.name} that passes the rules shows up here.
        </p>
      );
    return (
      <ul className="rounded-lg border border-line bg-surface text-sm">
        {events.data.models.map((event) => (
          <li
            key={event.id}
            className="flex min-h-(--row-h) flex-wrap items-center gap-x-4 gap-y-0.5 border-b border-line px-3 py-1 last:border-b-0"
          >
            <Timestamp value={event.created_at} />
            <EventStatusBadge event={event} />
            <Link
              to="/events"
              search={{ webhook_id: [id], selected_event_id: event.id }}
              className={`${linkClass} mono min-w-0 truncate text-ink-2 sm:ml-auto`}
            >
              {event.id}
            </Link>
          </li>
        ))}
      </ul>
    );
  };
  return <OverviewSection title="Latest events">{list()}</OverviewSection>;
}
