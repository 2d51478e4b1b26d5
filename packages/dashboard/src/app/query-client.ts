/**
 * Which rules does every query follow? `resources/api/retry-policy.ts` decides when a failed one is repeated.
 *
 * `networkMode: "always"`: the server may run on this very machine, so the browser's "offline" says nothing about it.
 * By the library's defaults, hidden tabs do not poll, and a tab that gets the focus refetches once. So does a browser
 * whose network is back, because after a failure polls are slow.
 */
import { QueryClient } from "@tanstack/react-query";
import { queryDefaults } from "../resources/api/retry-policy.ts";

/** A page that opens again within this time does not refetch its data. Polls ignore this. */
const FRESH_MS = 2000;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { ...queryDefaults, staleTime: FRESH_MS, networkMode: "always", refetchOnReconnect: true },
      mutations: { networkMode: "always" },
    },
  });
}
