/**
 * Who is signed in, and is this installation set up yet?
 *
 * The routes run these queries before they draw a page. Pages read the session with `useSession`.
 */
import { getSession, Setup } from "@posthorn/contract/dashboard-api";
import { DASHBOARD_API_PREFIX } from "@posthorn/contract/endpoint";
import { queryOptions } from "@tanstack/react-query";
import { failureOf, unreachable } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { ownUrl } from "../base-path.ts";

/** Roles and projects change rarely. After this time, the next use of the session sees a change by somebody else. */
const SESSION_FRESH_MS = 60_000;

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: ({ signal }) => call(getSession, { signal }),
  staleTime: SESSION_FRESH_MS,
});

async function fetchSetup(signal: AbortSignal): Promise<Setup> {
  const response = await fetch(ownUrl(`${DASHBOARD_API_PREFIX}/setup`), { signal });
  const text = await response.text();
  if (!response.ok) throw failureOf(response, text, new Date());
  try {
    return Setup.parse(JSON.parse(text));
  } catch (error) {
    throw unreachable(error, response.status);
  }
}

export const setupQuery = queryOptions({
  queryKey: ["setup"],
  queryFn: ({ signal }) => fetchSetup(signal),
});
