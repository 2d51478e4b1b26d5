/** Which queries read the versions of a connection? */
import {
  getConnectionVersion,
  getRestorePlan,
  listConnectionVersions,
} from "@posthorn/contract/connection-versions";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";

/** Everything here begins with this. A save makes a new version, and changes how the connection is now. */
const VERSIONS = (id: string) => ["connections", "versions", id] as const;

/** `next` is the version after which the page begins. */
export function versionsQuery(id: string, next: string | undefined) {
  return queryOptions({
    queryKey: [...VERSIONS(id), "list", next],
    queryFn: ({ signal }) =>
      call(listConnectionVersions, {
        params: { id },
        query: next === undefined ? {} : { next },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** In place of an id: how the connection is now. */
export const NOW = "now";

/** A version never changes, but how the connection is now does. */
export function versionQuery(id: string, version_id: string) {
  return queryOptions({
    queryKey: [...VERSIONS(id), "one", version_id],
    queryFn: ({ signal }) => call(getConnectionVersion, { params: { id, version_id }, signal }),
    staleTime: version_id === NOW ? 0 : Number.POSITIVE_INFINITY,
  });
}

/** Read anew each time that somebody thinks about a restore. */
export function restorePlanQuery(id: string, version_id: string) {
  return queryOptions({
    queryKey: [...VERSIONS(id), "plan", version_id],
    queryFn: ({ signal }) => call(getRestorePlan, { params: { id, version_id }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
}
