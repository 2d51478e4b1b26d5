/** Which queries read the keys and secrets of the project? All of them need an admin. */
import { getSecrets, listApiKeys, listCliKeys } from "@posthorn/contract/keys";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { pollEvery } from "../api/retry-policy.ts";

/** Last uses and windows change by themselves. */
const EVERY_MS = 30_000;

/** Begins the key of every query of this file: a roll or a revocation can change what all of them show. */
export const KEYS = "keys";

export const secretsQuery = queryOptions({
  queryKey: [KEYS, "secrets"],
  queryFn: ({ signal }) => call(getSecrets, { signal }),
  refetchInterval: pollEvery(EVERY_MS),
});

export const apiKeysQuery = queryOptions({
  queryKey: [KEYS, "api-keys"],
  queryFn: ({ signal }) => call(listApiKeys, { signal }),
  refetchInterval: pollEvery(EVERY_MS),
});

export const cliKeysQuery = queryOptions({
  queryKey: [KEYS, "cli-keys"],
  queryFn: ({ signal }) => call(listCliKeys, { signal }),
  refetchInterval: pollEvery(EVERY_MS),
});
