/**
 * What does a route do that needs a session, or a project? Without a session, it redirects to the sign-in, which leads back
 * afterwards. A person without a project goes to `/projects`, or to `/onboarding` if they have no organization either. With
 * one, the tab knows which project it shows.
 */
import type { Session } from "@posthorn/contract/dashboard-api";
import type { Lock } from "@posthorn/contract/plans";
import type { HeldRoles } from "@posthorn/contract/roles";
import type { QueryClient } from "@tanstack/react-query";
import { redirect } from "@tanstack/react-router";
import { ApiFailure } from "../resources/api/api-failure.ts";
import { chooseCurrentProject, currentProjectId } from "../resources/api/current-project.ts";
import { chosenProject } from "../resources/preferences/preferences.ts";
import { readPreferences } from "../resources/preferences/preferences-store.ts";
import { sessionQuery } from "../resources/session/session-queries.ts";

/** For `beforeLoad`. `address` is the page that the person wants to open. */
export async function requireSession(queryClient: QueryClient, address: string): Promise<Session> {
  try {
    // Somebody who has just signed out may go back at once, before the cache is empty.
    const isOver = queryClient.getQueryState(sessionQuery.queryKey)?.isInvalidated ?? false;
    return await (isOver ? queryClient.fetchQuery(sessionQuery) : queryClient.ensureQueryData(sessionQuery));
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 401) {
      // oxlint-disable-next-line typescript/only-throw-error -- the router expects a thrown redirect
      throw redirect({ to: "/sign-in", search: { redirect: address }, replace: true });
    }
    throw error;
  }
}

/** Whether a person should name an organization of their own: they belong to none, and nobody has invited them. */
export function lacksOrganization({ organizations, is_invited }: Session): boolean {
  return organizations.length === 0 && !is_invited;
}

/** The person's roles in a project, and what the plan of its organization closes to them. */
interface HeldProject extends HeldRoles {
  lock: Lock | null | undefined;
  uses_sso: boolean;
}

/** Of the project that the tab shows from now on; null if the person has no project. */
export async function findProject(queryClient: QueryClient, address: string): Promise<HeldProject | null> {
  const session = await requireSession(queryClient, address);
  // The tab's own choice comes first, because two tabs may show two projects.
  const known = session.projects.find(({ id }) => id === currentProjectId());
  const project = known ?? chosenProject(readPreferences(), session.user.id, session.projects);
  if (!known) chooseCurrentProject(project?.id ?? null);
  if (!project) return null;
  const organization = session.organizations.find(({ id }) => id === project.organization_id);
  const lock = organization?.plan?.lock;
  const uses_sso = organization?.uses_sso ?? false;
  return { role: project.role, organization_role: organization?.role ?? null, lock, uses_sso };
}

export async function requireProject(queryClient: QueryClient, address: string): Promise<HeldProject> {
  const held = await findProject(queryClient, address);
  if (held) return held;
  const session = await requireSession(queryClient, address);
  // oxlint-disable-next-line typescript/only-throw-error -- the router expects a thrown redirect
  throw redirect({ to: lacksOrganization(session) ? "/onboarding" : "/projects", replace: true });
}
