/**
 * The shell with a real session: what switching project and signing out do.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, type ReactNode } from "react";
import { toast } from "sonner";
import { chooseCurrentProject, currentProjectId } from "../../resources/api/current-project.ts";
import { withProject } from "../../resources/preferences/preferences.ts";
import { changePreferences } from "../../resources/preferences/preferences-store.ts";
import { signOut } from "../../resources/session/auth-actions.ts";
import { sessionQuery } from "../../resources/session/session-queries.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { AppShell } from "./app-shell.tsx";
import { RAIL_GROUPS } from "./rail-entries.ts";

export function SignedInShell({ children }: { children: ReactNode }) {
  const session = useSession();
  const queryClient = useQueryClient();
  const router = useRouter();

  const switchProject = async (projectId: string) => {
    // What an address names (an event, a filter) belongs to one project: keep the page, drop the rest. The leave
    // guard of a dirty form may refuse, so the page changes first and the project only when it did.
    const from = router.state.location.pathname;
    const page = RAIL_GROUPS.flat().find(({ to }) => from.startsWith(to))?.to ?? "/events";
    await router.navigate({ to: page });
    if (router.state.location.pathname !== page) return;
    changePreferences((preferences) => withProject(preferences, session.user.id, projectId));
    chooseCurrentProject(projectId);
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
    await router.invalidate();
  };

  // Somebody has deleted the project that this tab looked at, and the session offers another: so must every call.
  const shownProjectId = session.project.id;
  useEffect(() => {
    const asked = currentProjectId();
    if (asked === null || asked === shownProjectId) return;
    chooseCurrentProject(shownProjectId);
    void queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
  }, [shownProjectId, queryClient]);

  const leave = async () => {
    const refusal = await signOut();
    if (refusal) {
      toast.error(refusal.title, { description: refusal.text });
      return;
    }
    chooseCurrentProject(null);
    await router.navigate({ to: "/sign-in" });
    queryClient.clear();
  };

  return (
    <AppShell
      session={session}
      onSwitchProject={(id) => void switchProject(id)}
      onSignOut={() => void leave()}
    >
      {/* Another project is another page: nothing half-typed or half-shown may carry over. */}
      <div key={session.project.id} className="contents">
        {children}
      </div>
    </AppShell>
  );
}
