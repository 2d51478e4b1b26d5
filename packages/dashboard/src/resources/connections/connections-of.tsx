/** The connections of one source or destination, with state and events of the last 24 hours. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import { countText } from "../../ui/count.ts";
import { linkClass } from "../../ui/link-class.ts";
import { MiddleCut } from "../../ui/middle-cut.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { connectionsQuery, eventCountsQuery } from "./connection-queries.ts";
import { ConnectionStatusBadge } from "./connection-status-badge.tsx";

const SHOWN = 20;

export interface ConnectionsOfProps {
  end: { source_id: string } | { destination_id: string };
  /** What to do if there is none. */
  emptyText: string;
}

export function ConnectionsOf({ end, emptyText }: ConnectionsOfProps) {
  const connections = useQuery(
    connectionsQuery({ ...end, disabled: true, order_by: "full_name", dir: "asc", limit: SHOWN }),
  );
  const counts = useQuery(eventCountsQuery());
  if (connections.isPending) return <TextSkeleton label="Connections" lines={4} />;
  if (!connections.data) return <LoadFailed error={connections.error} onRetry={connections.refetch} />;
  const { models, pagination } = connections.data;
  if (models.length === 0) return <p className="text-sm text-ink-2">{emptyText}</p>;
  return (
    <>
      <ul aria-label="Connections" className="rounded-lg border border-line bg-surface text-sm">
        {models.map((connection) => {
          const { id, source, destination, name } = connection;
          return (
            <li
              key={id}
              className="flex min-h-(--row-h) items-center gap-x-4 border-b border-line px-3 py-1 last:border-b-0"
            >
              <Link
                to="/connections/$id"
                params={{ id }}
                className="flex min-w-0 flex-1 items-center gap-x-1.5 font-medium hover:underline max-sm:flex-wrap max-sm:py-1"
              >
                <MiddleCut text={source.name} />
                <ArrowRight aria-label="to" className="size-3.5 shrink-0 text-ink-3" />
                <MiddleCut text={destination.name} />
                {name === null ? null : (
                  <MiddleCut text={name} className="font-normal text-ink-2 max-sm:basis-full" />
                )}
              </Link>
              <ConnectionStatusBadge connection={connection} />
              <span className="min-w-24 text-right text-ink-2 tabular-nums max-sm:hidden">
                {countText(counts.data && (counts.data.counts[id] ?? 0))} events (24h)
              </span>
            </li>
          );
        })}
      </ul>
      {pagination.next === undefined ? null : (
        <p className="mt-2 text-sm">
          <Link to="/connections" search={end} className={linkClass}>
            View all connections
          </Link>
        </p>
      )}
    </>
  );
}
