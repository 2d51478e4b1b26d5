/** How does the dashboard connect and disconnect a provider? The form shows a failed connection itself. */
import {
  createTeamIntegration,
  deleteTeamIntegration,
  PROVIDER_NAMES,
  type Provider,
  type TeamIntegration,
  type TeamIntegrationInput,
} from "@posthorn/contract/team-integrations";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { SaveRefusal } from "../../ui/form/form-status.ts";
import { toast } from "../../ui/toast.ts";
import { ApiFailure, firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { teamIntegrationsQuery } from "./team-integration-queries.ts";

/** What happened, and why, if a provider could not be connected. */
export function connectRefusal(provider: Provider, error: unknown): SaveRefusal {
  // Without a refusal of our server, nobody knows what the provider thinks of it.
  if (!(error instanceof ApiFailure) || error.kind === "unreachable" || error.status >= 500)
    return { title: `Failed to connect ${PROVIDER_NAMES[provider]}, try again!`, text: firstMessage(error) };
  return {
    title: "Failed to create your integration, try again!",
    text:
      error.code === "RESOURCE_ALREADY_EXISTS"
        ? "The project has this integration already. Disconnect it first."
        : firstMessage(error),
  };
}

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
