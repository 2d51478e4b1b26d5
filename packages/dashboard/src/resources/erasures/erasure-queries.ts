/** Which query reads the erasures, and how often does it poll? Only while one of them moves. */
import { type Erasure, listErasures } from "@posthorn/contract/erasures";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { pollEvery } from "../api/retry-policy.ts";

const ERASURES_EVERY_MS = 2_000;

export function isMoving({ state }: Erasure): boolean {
  return state === "planning" || state === "erasing" || state === "settling";
}

export const erasuresQuery = queryOptions({
  queryKey: ["erasures"],
  queryFn: ({ signal }) => call(listErasures, { signal }),
  refetchInterval: (query) =>
    query.state.data?.models.some(isMoving) ? pollEvery(ERASURES_EVERY_MS)(query) : false,
});
