/**
 * The rules every query follows; when a failed one is asked again is said in `resources/api/retry-policy.ts`.
 *
 * `networkMode: "always"`: the server may be on this very machine, so the browser's "offline" says nothing about it.
 * Hidden tabs do not poll and focus asks once: those are the library's defaults.
 */
import { QueryClient } from "@tanstack/react-query";
import { queryDefaults } from "../resources/api/retry-policy.ts";

/** A page shown again within this time is not asked for again; polls do not wait for it. */
const FRESH_MS = 2000;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { ...queryDefaults, staleTime: FRESH_MS, networkMode: "always" },
      mutations: { networkMode: "always" },
    },
  });
}
