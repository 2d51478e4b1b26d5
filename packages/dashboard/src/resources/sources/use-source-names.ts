/**
 * What are the names of these sources?
 *
 * One query loads the first 250 by name, for rows and filters. A second one loads the sources of this page that are not
 * among them. Both include disabled sources, because their requests are still in the list.
 */
import { listSources, type Source } from "@posthorn/contract/sources";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "../api/call.ts";
import { sourcesQuery } from "./source-queries.ts";

const NAMES_FRESH_MS = 60_000;
const NONE: readonly Source[] = [];

export const namedSourcesQuery = queryOptions({ ...sourcesQuery(), staleTime: NAMES_FRESH_MS });

export interface SourceNames {
  /** Ordered by name. */
  sources: readonly Source[];
  nameOf: ReadonlyMap<string, string>;
  /** All names are loaded, so an id without a name belongs to a deleted source. */
  isKnown: boolean;
  isFailed: boolean;
}

export function useSourceNames(sourceIds: readonly string[]): SourceNames {
  const listed = useQuery(namedSourcesQuery);
  const sources = listed.data?.models ?? NONE;
  const missing = useMemo(() => {
    const known = new Set(sources.map(({ id }) => id));
    return [...new Set(sourceIds)].filter((id) => !known.has(id)).toSorted();
  }, [sources, sourceIds]);
  const others = useQuery({
    queryKey: ["sources", "by-id", missing],
    queryFn: ({ signal }) =>
      call(listSources, { query: { id: missing, disabled: true, limit: missing.length }, signal }),
    staleTime: NAMES_FRESH_MS,
    enabled: listed.isSuccess && missing.length > 0,
  });
  const found = others.data?.models ?? NONE;
  const nameOf = useMemo(
    () => new Map([...found, ...sources].map(({ id, name }) => [id, name])),
    [sources, found],
  );
  return {
    sources,
    nameOf,
    isKnown: listed.isSuccess && (missing.length === 0 || others.isSuccess),
    isFailed: listed.isError || others.isError,
  };
}
