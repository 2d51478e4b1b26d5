/**
 * From which source to which destination does an event or a bookmark go?
 *
 * Both have only the id of their connection. One query loads the first 250 connections with the names of both ends,
 * for rows and filters. A second one loads the connections of the page that are not among them. Both include disabled
 * connections (`disabled: true` adds them), because their events are still in the list.
 */
import type { Connection } from "@posthorn/contract/connections";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { connectionsQuery, NAMES_FRESH_MS, namedConnectionsQuery } from "./connection-queries.ts";

const NONE: readonly Connection[] = [];

export interface Routes {
  /** Ordered by name. */
  connections: readonly Connection[];
  byId: ReadonlyMap<string, Connection>;
  /** All names are loaded, so an id without a name belongs to a deleted connection. */
  isKnown: boolean;
  isFailed: boolean;
}

export function useRoutes(connectionIds: readonly string[]): Routes {
  const listed = useQuery(namedConnectionsQuery);
  const connections = listed.data?.models ?? NONE;
  const missing = useMemo(() => {
    const known = new Set(connections.map(({ id }) => id));
    return [...new Set(connectionIds)].filter((id) => !known.has(id)).toSorted();
  }, [connections, connectionIds]);
  const others = useQuery({
    ...connectionsQuery({ id: missing, disabled: true, limit: missing.length }),
    staleTime: NAMES_FRESH_MS,
    enabled: listed.isSuccess && missing.length > 0,
  });
  const found = others.data?.models ?? NONE;
  const byId = useMemo(
    () => new Map([...found, ...connections].map((connection) => [connection.id, connection])),
    [connections, found],
  );
  return {
    connections,
    byId,
    isKnown: listed.isSuccess && (missing.length === 0 || (others.isSuccess && !others.isPlaceholderData)),
    isFailed: listed.isError || others.isError,
  };
}

/** Undefined while it loads; null if it is deleted. */
export function connectionOf({ byId, isKnown }: Routes, id: string): Connection | null | undefined {
  return byId.get(id) ?? (isKnown ? null : undefined);
}
