/**
 * What are the things called whose ids a filter has?
 *
 * A menu offers the first 250 by name. An id from a link may be another one, or of something that was deleted: it is
 * loaded by itself, and has no name if that fails.
 */
import { listConnections } from "@posthorn/contract/connections";
import { listCliUsers } from "@posthorn/contract/dashboard-api";
import { listDestinations } from "@posthorn/contract/destinations";
import { FILTER_MAX_VALUES } from "@posthorn/contract/limits";
import { listSources } from "@posthorn/contract/sources";
import { listTransformations } from "@posthorn/contract/transformations";
import { queryOptions, useQuery, type QueryClient } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { NAMES_FRESH_MS, namedConnectionsQuery } from "../connections/connection-queries.ts";
import { routeWithName } from "../connections/route-words.ts";
import { destinationsQuery } from "../destinations/destination-queries.ts";
import { sourcesQuery } from "../sources/source-queries.ts";
import { namedTransformationsQuery } from "../transformations/transformation-queries.ts";

const NAME_NOT_FETCHED = "Failed to fetch name";

export interface Named {
  value: string;
  label: string;
}

interface NameKind {
  first: (client: QueryClient) => Promise<Named[]>;
  byId: (ids: string[], signal: AbortSignal) => Promise<Named[]>;
}

/** Disabled ones have events too. */
function among(ids: string[]) {
  return { id: ids, limit: FILTER_MAX_VALUES, disabled: true } as const;
}

function byName({ models }: { models: readonly { id: string; name: string }[] }): Named[] {
  return models.map(({ id, name }) => ({ value: id, label: name }));
}

function byRoute({ models }: { models: readonly (Parameters<typeof routeWithName>[0] & { id: string })[] }) {
  return models.map((connection) => ({ value: connection.id, label: routeWithName(connection) }));
}

const KINDS = {
  connection: {
    first: async (client) => byRoute(await client.fetchQuery(namedConnectionsQuery)),
    byId: async (ids, signal) => byRoute(await call(listConnections, { query: among(ids), signal })),
  },
  source: {
    first: async (client) => byName(await client.fetchQuery(sourcesQuery())),
    byId: async (ids, signal) => byName(await call(listSources, { query: among(ids), signal })),
  },
  destination: {
    first: async (client) => byName(await client.fetchQuery(destinationsQuery())),
    byId: async (ids, signal) => byName(await call(listDestinations, { query: among(ids), signal })),
  },
  transformation: {
    first: async (client) => byName(await client.fetchQuery(namedTransformationsQuery)),
    byId: async (id, signal) =>
      byName(await call(listTransformations, { query: { id, limit: FILTER_MAX_VALUES }, signal })),
  },
  cli_user: {
    first: async () => byName(await call(listCliUsers, {})),
    byId: async () => [], // the list has all of them
  },
} satisfies Record<string, NameKind>;
type FilterNameKind = keyof typeof KINDS;

function firstNamesQuery(kind: FilterNameKind) {
  return queryOptions({
    queryKey: ["filter-names", kind],
    queryFn: ({ client }) => KINDS[kind].first(client),
    staleTime: NAMES_FRESH_MS,
  });
}

function namesByIdQuery(kind: FilterNameKind, ids: readonly string[]) {
  return queryOptions({
    queryKey: ["filter-names", kind, ids],
    queryFn: ({ signal }) => KINDS[kind].byId([...ids], signal),
    staleTime: NAMES_FRESH_MS,
    retry: false,
  });
}

/** The choices of a menu. Ids without a name are among them, so that a person can take them away. */
export function useFilterNames(kind: FilterNameKind, ids: readonly string[]): Named[] {
  const first = useQuery(firstNamesQuery(kind));
  const listed = first.data ?? [];
  const missing = ids.filter((id) => !listed.some(({ value }) => value === id)).toSorted();
  const others = useQuery({
    ...namesByIdQuery(kind, missing),
    enabled: !first.isPending && missing.length > 0,
  });
  const isLoading = first.isPending || (missing.length > 0 && others.isPending);
  const found = missing.map((value) => ({
    value,
    label: others.data?.find((other) => other.value === value)?.label ?? (isLoading ? "…" : NAME_NOT_FETCHED),
  }));
  return [...found, ...listed];
}
