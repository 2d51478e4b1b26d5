/** Which query reads the custom domains, and how often does it poll? Only while somebody waits for one of them. */
import { type CustomDomain, listCustomDomains } from "@posthorn/contract/custom-domains";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { pollEvery } from "../api/retry-policy.ts";

export const DOMAINS_EVERY_MS = 5_000;

export function isWaiting({ status, ssl }: CustomDomain): boolean {
  return status === "pending" || ssl.status === "initializing";
}

export function customDomainsQuery() {
  return queryOptions({
    queryKey: ["custom-domains"],
    queryFn: ({ signal }) => call(listCustomDomains, { signal }),
    refetchInterval: (query) =>
      query.state.data?.some(isWaiting) ? pollEvery(DOMAINS_EVERY_MS)(query) : false,
  });
}
