/**
 * When are the pages of a project closed? While its organization is past a limit of its plan, as the session says. The
 * settings stay open.
 *
 * The route of all these pages refuses to load, so none of their data is asked for. The server refuses the data as well.
 */
import type { Lock } from "@posthorn/contract/plans";
import type { QueryClient } from "@tanstack/react-query";
import { currentProjectId } from "../resources/api/current-project.ts";
import { planOf } from "../resources/plans/session-plan.ts";
import { sessionQuery } from "../resources/session/session-queries.ts";

export class PlanLocked extends Error {
  override readonly name = "PlanLocked";
  readonly lock: Lock;

  constructor(lock: Lock) {
    super("The plan of the organization is past a limit");
    this.lock = lock;
  }
}

/** For `beforeLoad`, after the session is there and the tab knows its project. */
export function refuseIfLocked(queryClient: QueryClient, path: string): void {
  if (/^\/settings(?:\/|$)/.test(path)) return;
  const session = queryClient.getQueryData(sessionQuery.queryKey);
  const lock = session && planOf(session, currentProjectId())?.lock;
  if (lock) throw new PlanLocked(lock);
}
