/** How does this tab go on with another project? Nothing of the old one stays: neither its data, nor what an address names. */
import { useQueryClient } from "@tanstack/react-query";
import { useRouter, type LinkProps } from "@tanstack/react-router";
import { hasUnsavedInput } from "../../ui/form/leave-guard.tsx";
import { chooseCurrentProject } from "../api/current-project.ts";
import { withProject } from "../preferences/preferences.ts";
import { changePreferences } from "../preferences/preferences-store.ts";
import { sessionQuery } from "./session-queries.ts";
import { usePerson } from "./use-session.ts";

function useChooseProject(): (projectId: string) => void {
  const { user } = usePerson();
  const queryClient = useQueryClient();
  return (projectId) => {
    changePreferences((preferences) => withProject(preferences, user.id, projectId));
    chooseCurrentProject(projectId);
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
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
export function useOpenProject(): (projectId: string) => Promise<void> {
  const choose = useChooseProject();
  const router = useRouter();
  return async (projectId) => {
    choose(projectId);
    await router.navigate({ to: "/events" });
  };
}
