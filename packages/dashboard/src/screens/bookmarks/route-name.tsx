/** Names the connection of a row: `stripe → ledger`. */
import type { Connection } from "@posthorn/contract/connections";
import { Skeleton } from "../../ui/skeleton.tsx";

export interface RouteNameProps {
  /** Undefined while it loads; null if it is deleted. */
  connection: Connection | null | undefined;
}

export function RouteName({ connection }: RouteNameProps) {
  if (connection === undefined) return <Skeleton className="w-3/5" />;
  if (connection === null) return <span className="text-ink-3">Connection Deleted</span>;
  const { source, destination } = connection;
  return (
    <span className="block truncate">
      {source.name} <span className="px-1 text-ink-3">→</span> {destination.name}
    </span>
  );
}
