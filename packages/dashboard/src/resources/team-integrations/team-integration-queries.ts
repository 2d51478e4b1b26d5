/** Which query reads what the project has connected, and how often does it poll? A failed push should show by itself. */
import { listTeamIntegrations } from "@posthorn/contract/team-integrations";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { pollEvery } from "../api/retry-policy.ts";

const EVERY_MS = 30_000;

export function teamIntegrationsQuery() {
  return queryOptions({
    queryKey: ["team-integrations"],
    queryFn: ({ signal }) => call(listTeamIntegrations, { signal }),
    refetchInterval: pollEvery(EVERY_MS),
  });
}
