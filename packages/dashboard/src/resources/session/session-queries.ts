/**
 * Who is signed in, and is this installation set up yet?
 *
 * The routes run these queries before they draw a page. Pages read the session with `useSession`.
 */
import { getSession, type Setup } from "@posthorn/contract/dashboard-api";
import { DASHBOARD_API_PREFIX } from "@posthorn/contract/endpoint";
import { NOTICE_PATH, type Notice } from "@posthorn/contract/notice";
import { queryOptions } from "@tanstack/react-query";
import { failureOf, unreachable } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { currentProjectId } from "../api/current-project.ts";
import { ownUrl } from "../base-path.ts";

/**
 * Roles and projects change rarely. After this time, the next use of the session sees a change by somebody else. A refused
 * call sees it sooner (`onLossOfAccess`).
 */
const SESSION_FRESH_MS = 60_000;

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: ({ signal }) => call(getSession, { signal }),
  staleTime: SESSION_FRESH_MS,
});

/** For what is there without a session. With one, the answer depends on the person's role in the project. */
async function fetchOpen<Value>(path: `/${string}`, signal: AbortSignal): Promise<Value> {
  const project = currentProjectId();
  const headers = project === null ? {} : { "x-project-id": project };
  const response = await fetch(ownUrl(`${DASHBOARD_API_PREFIX}${path}`), { signal, headers });
  const text = await response.text();
  if (!response.ok) throw failureOf(response, text, new Date());
  try {
    // Safe: the server of the same release has written it.
    return JSON.parse(text) as Value;
  } catch (error) {
    throw unreachable(error, response.status);
  }
}

export const setupQuery = queryOptions({
  queryKey: ["setup"],
  queryFn: ({ signal }) => fetchOpen<Setup>("/setup", signal),
});

const NOTICE_EVERY_MS = 30_000;

export const noticeQuery = queryOptions({
  queryKey: ["notice"],
  queryFn: ({ signal }) => fetchOpen<Notice>(NOTICE_PATH, signal),
  refetchInterval: NOTICE_EVERY_MS,
  retry: false, // the next turn asks again
});
