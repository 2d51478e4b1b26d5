/**
 * What does the guide know? What the project's progress names, and what has come of it, as the server last said.
 *
 * A connection of this source with this destination counts, whoever has made it.
 */
import type { Connection } from "@posthorn/contract/connections";
import type { Destination } from "@posthorn/contract/destinations";
import type { Event } from "@posthorn/contract/events";
import type { OnboardingProgress } from "@posthorn/contract/onboarding";
import type { Request } from "@posthorn/contract/requests";
import type { Source } from "@posthorn/contract/sources";
import type { CliClient } from "@posthorn/contract/dashboard-api";
import { useQuery } from "@tanstack/react-query";
import { cliClientsQuery } from "../../resources/cli-clients/cli-client-queries.ts";
import { connectionQuery } from "../../resources/connections/connection-queries.ts";
import { destinationQuery } from "../../resources/destinations/destination-queries.ts";
import {
  guideConnectionsQuery,
  guideEventsQuery,
  guideRequestsQuery,
  progressQuery,
} from "../../resources/onboarding/onboarding-queries.ts";
import { requestQuery } from "../../resources/requests/request-queries.ts";
import { sourceQuery } from "../../resources/sources/source-queries.ts";
import { type GuidedStep, guidedSteps } from "./guided-steps.ts";

export interface GuidedFlow {
  progress: OnboardingProgress;
  steps: GuidedStep[];
  source: Source | null;
  destination: Destination | null;
  connection: Connection | null;
  /** The newest first, ten at most. */
  requests: readonly Request[];
  /** There are more than these. */
  hasMoreRequests: boolean;
  /** The newest request with its data. */
  latest: Request | null;
  events: readonly Event[];
  hasMoreEvents: boolean;
  /** Undefined until loaded. */
  clients: readonly CliClient[] | undefined;
  /** A poll failed: what is shown may be old. */
  isReconnecting: boolean;
}

export type Loading<Value> = { isLoading: true } | { error: unknown; retry: () => void } | { value: Value };

export function useGuidedFlow(): Loading<GuidedFlow> {
  const progress = useQuery(progressQuery);
  const source_id = progress.data?.source_id ?? null;
  const destination_id = progress.data?.destination_id ?? null;
  const source = useQuery({ ...sourceQuery(source_id ?? ""), enabled: source_id !== null });
  const destination = useQuery({
    ...destinationQuery(destination_id ?? ""),
    enabled: destination_id !== null,
  });
  const ends = source_id !== null && destination_id !== null ? { source_id, destination_id } : null;
  const between = useQuery({ ...guideConnectionsQuery(ends), enabled: ends !== null });
  const connectionId = progress.data?.webhook_id ?? (ends && between.data?.models[0]?.id) ?? null;
  const connection = useQuery({ ...connectionQuery(connectionId ?? ""), enabled: connectionId !== null });
  const requests = useQuery({
    ...guideRequestsQuery(source_id ?? "", connectionId !== null),
    enabled: source_id !== null,
  });
  const latestId = requests.data?.models[0]?.id;
  const latest = useQuery({
    ...requestQuery(latestId ?? ""),
    enabled: latestId !== undefined && source_id !== null,
  });
  const events = useQuery({ ...guideEventsQuery(connectionId ?? ""), enabled: connectionId !== null });
  const isCli = destination.data?.type === "CLI";
  const clients = useQuery({
    ...cliClientsQuery(connectionId ?? ""),
    enabled: isCli && connectionId !== null,
  });

  const needed = [
    progress,
    ...(source_id === null ? [] : [source, requests]),
    ...(destination_id === null ? [] : [destination]),
    ...(ends === null ? [] : [between]),
    ...(connectionId === null ? [] : [connection, events]),
  ];
  const failed = needed.find(({ isError, data }) => isError && data === undefined);
  if (failed) return { error: failed.error, retry: () => void failed.refetch() };
  if (!progress.data || needed.some(({ data }) => data === undefined)) return { isLoading: true };

  const known = {
    source: (source_id !== null && source.data) || null,
    destination: (destination_id !== null && destination.data) || null,
    connection: (connectionId !== null && connection.data) || null,
    requests: (source_id !== null && requests.data?.models) || [],
    hasMoreRequests: requests.data?.pagination.next !== undefined,
    latest: (source_id !== null && latest.data) || null,
    events: (connectionId !== null && events.data?.models) || [],
    hasMoreEvents: events.data?.pagination.next !== undefined,
    clients: clients.data?.models,
  };
  const steps = guidedSteps({
    hasSource: known.source !== null,
    hasRequests: known.requests.length > 0,
    hasDestination: known.destination !== null,
    isCli: known.destination?.type === "CLI",
    isListening: known.clients?.some(({ active }) => active) ?? false,
    hasConnection: known.connection !== null,
    hasEvents: known.events.length > 0,
  });
  return {
    value: {
      ...known,
      progress: progress.data,
      steps,
      isReconnecting: needed.some(({ isError }) => isError),
    },
  };
}
