/**
 * Which queries does the guide through the first connection read, and how often do they poll?
 *
 * While something is missing, another browser, a program or a colleague may make it: the guide looks for it. A person waits
 * for the first request and the first events, so these come quickly.
 */
import { listConnections } from "@posthorn/contract/connections";
import { listDestinations } from "@posthorn/contract/destinations";
import type { BodyOf } from "@posthorn/contract/endpoint";
import { listEvents } from "@posthorn/contract/events";
import { getOnboardingProgress, saveOnboardingProgress } from "@posthorn/contract/onboarding";
import { listRequests } from "@posthorn/contract/requests";
import { listSources } from "@posthorn/contract/sources";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { pollEvery } from "../api/retry-policy.ts";

const MISSING_EVERY_MS = 5_000;
const REQUESTS_EVERY_S = { waiting: 1, connected: 5 } as const;
const EVENTS_EVERY_MS = 2_000;

/** The guide shows no more of anything. */
const GUIDE_LIMIT = 10;

export const progressQuery = queryOptions({
  queryKey: ["onboarding-progress"],
  queryFn: ({ signal }) => call(getOnboardingProgress, { signal }),
  refetchInterval: (query) =>
    query.state.data?.webhook_id == null ? pollEvery(MISSING_EVERY_MS)(query) : false,
});

export function useSaveProgress() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: BodyOf<typeof saveOnboardingProgress>) => {
      // A poll that began before the save would show the old state again.
      await client.cancelQueries(progressQuery);
      return call(saveOnboardingProgress, { body });
    },
    onSuccess: (progress) => client.setQueryData(progressQuery.queryKey, progress),
  });
}

/** What the project has already: a person may go on with one of these. */
export const guideSourcesQuery = queryOptions({
  queryKey: ["sources", "guide"],
  queryFn: ({ signal }) => call(listSources, { query: { limit: GUIDE_LIMIT }, signal }),
  refetchInterval: pollEvery(MISSING_EVERY_MS),
});
export const guideDestinationsQuery = queryOptions({
  queryKey: ["destinations", "guide"],
  queryFn: ({ signal }) => call(listDestinations, { query: { limit: GUIDE_LIMIT }, signal }),
  refetchInterval: pollEvery(MISSING_EVERY_MS),
});

/** The connections of a source with a destination, or all of the project. */
export function guideConnectionsQuery(ends: { source_id: string; destination_id: string } | null) {
  return queryOptions({
    queryKey: ["connections", "guide", ends],
    queryFn: ({ signal }) => call(listConnections, { query: { ...ends, limit: GUIDE_LIMIT }, signal }),
    refetchInterval: (query) =>
      ends !== null && query.state.data?.models.length === 0 ? pollEvery(MISSING_EVERY_MS)(query) : false,
  });
}

export function requestsEverySeconds(hasConnection: boolean): number {
  return hasConnection ? REQUESTS_EVERY_S.connected : REQUESTS_EVERY_S.waiting;
}

export function guideRequestsQuery(source_id: string, hasConnection: boolean) {
  return queryOptions({
    queryKey: ["requests", "guide", source_id],
    queryFn: ({ signal }) => call(listRequests, { query: { source_id, limit: GUIDE_LIMIT }, signal }),
    refetchInterval: pollEvery(requestsEverySeconds(hasConnection) * 1000),
  });
}

export function guideEventsQuery(webhook_id: string) {
  return queryOptions({
    queryKey: ["events", "guide", webhook_id],
    queryFn: ({ signal }) => call(listEvents, { query: { webhook_id, limit: GUIDE_LIMIT }, signal }),
    refetchInterval: pollEvery(EVENTS_EVERY_MS),
  });
}
