/** Which plan is in force for a project, as the session says? Null: none, so nothing is limited and no feature is missing. */
import type { Session } from "@posthorn/contract/dashboard-api";
import type { SessionPlan } from "@posthorn/contract/plans";

export function planOf({ organizations, projects }: Session, projectId: string | null): SessionPlan | null {
  const project = projects.find(({ id }) => id === projectId);
  return organizations.find(({ id }) => id === project?.organization_id)?.plan ?? null;
}
