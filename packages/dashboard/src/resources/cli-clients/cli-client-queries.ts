/** Which queries read the machines of developers, and how often do they poll? */
import { countCliSessions, listCliClients } from "@posthorn/contract/dashboard-api";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { pollEvery } from "../api/retry-policy.ts";

const EVERY_MS = 3000;

/** The machines whose CLI listens to this connection, or did lately. */
export function cliClientsQuery(webhook_id: string) {
  return queryOptions({
    queryKey: ["cli-clients", webhook_id],
    queryFn: ({ signal }) => call(listCliClients, { query: { webhook_id }, signal }),
    refetchInterval: pollEvery(EVERY_MS),
  });
}

/** As often as the other counts of the connections. */
const COUNTS_EVERY_MS = 15_000;

/** How many CLI sessions are connected to each destination now, by id. A destination without any is missing. */
export function cliSessionCountsQuery() {
  return queryOptions({
    queryKey: ["cli-sessions", "by-destination"],
    queryFn: ({ signal }) => call(countCliSessions, { signal }),
    refetchInterval: pollEvery(COUNTS_EVERY_MS),
  });
}

/** Names of machines change rarely. */
const NAMES_FRESH_MS = 60_000;

/** These machines, also those that have not listened for long. */
export function cliClientsByIdQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: ["cli-clients", "by-id", ids],
    queryFn: ({ signal }) => call(listCliClients, { query: { cli_id: [...ids] }, signal }),
    staleTime: NAMES_FRESH_MS,
    placeholderData: keepPreviousData,
  });
}
