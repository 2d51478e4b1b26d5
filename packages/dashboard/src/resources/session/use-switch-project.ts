/** How does this tab go on with another project? Nothing of the old one stays: neither its data, nor what an address names. */
import { getSession } from "@posthorn/contract/dashboard-api";
import { useQueryClient, type Query } from "@tanstack/react-query";
import { useRouter, type LinkProps } from "@tanstack/react-router";
import { hasUnsavedInput } from "../../ui/form/leave-guard.tsx";
import { call } from "../api/call.ts";
import { chooseCurrentProject } from "../api/current-project.ts";
import { withProject } from "../preferences/preferences.ts";
import { changePreferences } from "../preferences/preferences-store.ts";
import { sessionQuery } from "./session-queries.ts";
import { usePerson, useSessionIfAny } from "./use-session.ts";

function useChooseProject(): (projectId: string) => void {
  const { user } = usePerson();
  const queryClient = useQueryClient();
  return (projectId) => {
    changePreferences((preferences) => withProject(preferences, user.id, projectId));
    chooseCurrentProject(projectId);
    queryClient.removeQueries({ predicate: isOfProject });
  };
}

export type SwitchProject = (projectId: string, page: NonNullable<LinkProps["to"]>) => Promise<void>;

/** `page` is where the person goes on. A form with unsaved input asks first, and the person may stay. */
export function useSwitchProject(): SwitchProject {
  const choose = useChooseProject();
  const router = useRouter();
  return async (projectId, page) => {
    const from = router.state.location.pathname;
    const isUnsaved = hasUnsavedInput();
    // A form asks before the address changes. Where it would not change, the person goes on elsewhere.
    await router.navigate({ to: isUnsaved && page === from ? "/events" : page });
    if (isUnsaved && router.state.location.pathname === from) return;
    choose(projectId);
    await router.invalidate();
  };
}

/** For a page that belongs to no project: the chosen one is known before its first page opens. */
export function useOpenProject(
  page: NonNullable<LinkProps["to"]> = "/events",
): (projectId: string) => Promise<void> {
  const choose = useChooseProject();
  const router = useRouter();
  return async (projectId) => {
    choose(projectId);
    await router.navigate({ to: page });
  };
}

/** For a link to a thing of any project of the person. */
export function useOpenInProject(): (projectId: string, address: `/${string}`) => Promise<void> {
  const choose = useChooseProject();
  const router = useRouter();
  return async (projectId, address) => {
    choose(projectId);
    await router.navigate({ href: address });
  };
}

/**
 * For after a change that may have taken the project from the person: a deletion, a transfer, or that they left it. If they
 * still have it, the page stays. Otherwise the tab goes on with another project, of the same organization if there is one.
 */
export function useGoOn(): () => Promise<void> {
  const { user } = usePerson();
  const project = useSessionIfAny()?.project;
  const queryClient = useQueryClient();
  const router = useRouter();
  return async () => {
    const session = await call(getSession);
    const { projects } = session;
    const next = projects.find((one) => one.organization_id === project?.organization_id) ?? projects[0];
    if (projects.some(({ id }) => id === project?.id)) {
      queryClient.setQueryData(sessionQuery.queryKey, session);
      await queryClient.invalidateQueries({ predicate: isOfProject });
      return router.invalidate();
    }
    if (next) changePreferences((preferences) => withProject(preferences, user.id, next.id));
    chooseCurrentProject(next?.id ?? null);
    // What a form has not saved went with the project.
    await router.navigate({ to: next ? "/events" : "/projects", ignoreBlocker: true });
    // Not earlier: the page that the person leaves needs a project.
    queryClient.setQueryData(sessionQuery.queryKey, session);
    queryClient.removeQueries({ predicate: isOfProject });
    return router.invalidate();
  };
}

function isOfProject({ queryKey }: Pick<Query, "queryKey">): boolean {
  return queryKey[0] !== sessionQuery.queryKey[0];
}
