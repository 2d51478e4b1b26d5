/**
 * When are the pages of a project closed? While its organization is past a limit of its plan, as the session says. The
 * settings stay open.
 *
 * The route of all these pages refuses to load, so none of their data is asked for. The server refuses the data as well.
 */
import type { Session } from "@posthorn/contract/dashboard-api";
import type { Lock } from "@posthorn/contract/plans";
import type { QueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { currentProjectId } from "../resources/api/current-project.ts";
import { sessionQuery } from "../resources/session/session-queries.ts";
import { useCurrentProjectId, usePerson } from "../resources/session/use-session.ts";
import { hasUnsavedInput } from "../ui/form/leave-guard.tsx";

export class PlanLocked extends Error {
  override readonly name = "PlanLocked";
  readonly lock: Lock;

  constructor(lock: Lock) {
    super("The plan of the organization is past a limit");
    this.lock = lock;
  }
}

function lockOf({ organizations, projects }: Session, projectId: string | null): Lock | null {
  const project = projects.find(({ id }) => id === projectId);
  return organizations.find(({ id }) => id === project?.organization_id)?.plan?.lock ?? null;
}

/** For `beforeLoad`, after the session is there and the tab knows its project. */
export function refuseIfLocked(queryClient: QueryClient, path: string): void {
  if (/^\/settings(?:\/|$)/.test(path)) return;
  const session = queryClient.getQueryData(sessionQuery.queryKey);
  const lock = session ? lockOf(session, currentProjectId()) : null;
  if (lock) throw new PlanLocked(lock);
}

/**
 * Asks the route again when a lock begins or ends while a page is open. A page with unsaved input stays until the person
 * leaves it, so that they can still read what they have typed.
 */
export function useLockChanges(): void {
  const router = useRouter();
  const lock = lockOf(usePerson(), useCurrentProjectId());
  const seen = useRef(lock);
  useEffect(() => {
    if (seen.current === lock || (lock && hasUnsavedInput())) return;
    seen.current = lock;
    void router.invalidate();
  }, [lock, router]);
}
