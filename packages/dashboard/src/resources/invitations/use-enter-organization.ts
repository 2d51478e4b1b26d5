/** Where does a person go on who has just joined an organization? At the events of its first project. */
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { toast } from "../../ui/toast.ts";
import { chooseCurrentProject } from "../api/current-project.ts";
import { withProject } from "../preferences/preferences.ts";
import { changePreferences } from "../preferences/preferences-store.ts";
import { sessionQuery } from "../session/session-queries.ts";

export interface Joined {
  organizationId?: string | undefined;
  organizationName: string;
}

/** Without an id, the person has only this organization. */
export function useEnterOrganization(): (joined: Joined) => Promise<void> {
  const client = useQueryClient();
  const router = useRouter();
  return async ({ organizationId, organizationName }) => {
    const { user, projects } = await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
    const first = projects.find(
      ({ organization_id }) => organizationId === undefined || organization_id === organizationId,
    );
    if (first) changePreferences((preferences) => withProject(preferences, user.id, first.id));
    chooseCurrentProject(first?.id ?? null);
    await router.navigate({ to: first ? "/events" : "/projects", replace: true });
    toast.success(`You have joined ${organizationName}`);
  };
}
