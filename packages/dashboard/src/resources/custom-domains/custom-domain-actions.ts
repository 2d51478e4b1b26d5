/** How does the dashboard claim a domain and give it up? Every source URL that is shown changes with it. */
import { type CustomDomain, createCustomDomain, deleteCustomDomain } from "@posthorn/contract/custom-domains";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { ApiFailure, firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { customDomainsQuery } from "./custom-domain-queries.ts";

export function useAddDomain() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (hostname: string) => call(createCustomDomain, { body: { hostname } }),
    onSuccess: ({ hostname }) => toast.success(`${hostname} added`),
    onError: (error) => toast.error(whyNotAdded(error)),
    onSettled: () => client.invalidateQueries({ queryKey: customDomainsQuery().queryKey }),
  });
}

/** The server's own words, unless it has failed. */
function whyNotAdded(error: unknown): string {
  const isRefused = error instanceof ApiFailure && error.kind === "refused" && error.status < 500;
  if (!isRefused) return "The domain could not be added, try again later.";
  // Of these two, the data has a further reason, which the form shows.
  return error.code.startsWith("CUSTOM_DOMAIN_") ? error.message : firstMessage(error);
}

export function useRemoveDomain() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: CustomDomain) => call(deleteCustomDomain, { params: { id } }),
    onSuccess: (_reply, { hostname }) => toast.success(`${hostname} removed`),
    onError: () => toast.error("The domain could not be removed, try again later or contact us."),
    // The sources and connections that are shown have other URLs now.
    onSettled: () => client.invalidateQueries(),
  });
}
