/** Which queries read the machines of developers, and how often do they poll? */
import { listCliClients } from "@posthorn/contract/dashboard-api";
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
