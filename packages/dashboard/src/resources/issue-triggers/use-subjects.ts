/**
 * What can a trigger of this type watch? Connections, transformations, destinations or sources.
 *
 * `name` is what the server holds a pattern against; `label` is what people read. A CLI has no issues, so what only leads
 * to one is missing.
 */
import type { IssueType } from "@posthorn/contract/causes";
import { useQuery } from "@tanstack/react-query";
import { namedConnectionsQuery } from "../connections/connection-queries.ts";
import { routeWithName } from "../connections/route-words.ts";
import { destinationsQuery } from "../destinations/destination-queries.ts";
import { namedSourcesQuery } from "../sources/use-source-names.ts";
import { namedTransformationsQuery } from "../transformations/transformation-queries.ts";

export interface Subject {
  id: string;
  name: string;
  label: string;
}

export interface Subjects {
  /** Undefined while they load, or if they could not be loaded. */
  list: readonly Subject[] | undefined;
  /** There are more than these. */
  hasMore: boolean;
  error: unknown;
  retry: () => unknown;
}

function named({ id, name }: { id: string; name: string }): Subject {
  return { id, name, label: name };
}

export function useSubjects(type: IssueType): Subjects {
  const connections = useQuery({
    ...namedConnectionsQuery,
    enabled: type === "delivery",
    select: ({ models, pagination }) => ({
      list: models
        .filter(({ destination }) => destination.type !== "CLI")
        .map((connection) => ({
          id: connection.id,
          name: connection.name ?? `${connection.source.name} -> ${connection.destination.name}`,
          label: routeWithName(connection),
        })),
      hasMore: pagination.next !== undefined,
    }),
  });
  const transformations = useQuery({
    ...namedTransformationsQuery,
    enabled: type === "transformation",
    select: ({ models, pagination }) => ({
      list: models.map(named),
      hasMore: pagination.next !== undefined,
    }),
  });
  const destinations = useQuery({
    ...destinationsQuery(),
    enabled: type === "backpressure",
    select: ({ models, pagination }) => ({
      list: models.filter((one) => one.type !== "CLI").map(named),
      hasMore: pagination.next !== undefined,
    }),
  });
  const sources = useQuery({
    ...namedSourcesQuery,
    enabled: type === "request",
    select: ({ models, pagination }) => ({
      list: models.map(named),
      hasMore: pagination.next !== undefined,
    }),
  });
  const { data, error, refetch } = {
    delivery: connections,
    transformation: transformations,
    backpressure: destinations,
    request: sources,
  }[type];
  return { list: data?.list, hasMore: data?.hasMore ?? false, error, retry: refetch };
}
