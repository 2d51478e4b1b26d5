/** How does the dashboard connect and disconnect a provider? The form shows a failed connection itself. */
import {
  createTeamIntegration,
  deleteTeamIntegration,
  PROVIDER_NAMES,
  type TeamIntegration,
  type TeamIntegrationInput,
} from "@posthorn/contract/team-integrations";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { teamIntegrationsQuery } from "./team-integration-queries.ts";

export const CONNECT_FAILED = "Failed to create your integration, try again!";

export function useConnectProvider() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: TeamIntegrationInput) => call(createTeamIntegration, { body }),
    onSuccess: ({ provider }) => toast.success(`${PROVIDER_NAMES[provider]} connected`),
    onSettled: () => client.invalidateQueries({ queryKey: teamIntegrationsQuery().queryKey }),
  });
}

export function useDisconnectProvider() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: TeamIntegration) => call(deleteTeamIntegration, { params: { id } }),
    onSuccess: (_reply, { provider }) => toast.success(`${PROVIDER_NAMES[provider]} disconnected`),
    onError: (error, { provider }) =>
      toast.error(`Failed to disconnect ${PROVIDER_NAMES[provider]}`, {
        description: firstMessage(error),
      }),
    onSettled: () => client.invalidateQueries({ queryKey: teamIntegrationsQuery().queryKey }),
  });
}
