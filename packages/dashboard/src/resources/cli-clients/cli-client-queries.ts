/** Which queries read the machines of developers, and how often do they poll? */
import { listCliClients } from "@posthorn/contract/dashboard-api";
import { queryOptions } from "@tanstack/react-query";
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
