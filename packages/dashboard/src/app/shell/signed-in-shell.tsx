/**
 * The shell with a real session. It implements switching projects, and signing in again above a page.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, type ReactNode } from "react";
import { chooseCurrentProject, currentProjectId } from "../../resources/api/current-project.ts";
import { withProject } from "../../resources/preferences/preferences.ts";
import { changePreferences } from "../../resources/preferences/preferences-store.ts";
import { sessionQuery } from "../../resources/session/session-queries.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { later } from "../../ui/later.tsx";
import { useSignInQuestion } from "../session-end.ts";
import { AppShell } from "./app-shell.tsx";
import { RAIL_GROUPS } from "./rail-entries.ts";

const SignInAgain = later(() => import("./sign-in-again.tsx")).component((loaded) => loaded.SignInAgain);

export function SignedInShell({ children }: { children: ReactNode }) {
  const session = useSession();
  const queryClient = useQueryClient();
  const router = useRouter();

  const switchProject = async (projectId: string) => {
    // Events and filters in an address belong to one project, so keep only the page. A form with unsaved input may
    // refuse to leave, so navigate first, and switch the project only if that worked.
    const from = router.state.location.pathname;
    const page = RAIL_GROUPS.flat().find(({ to }) => from.startsWith(to))?.to ?? "/events";
    await router.navigate({ to: page });
    if (router.state.location.pathname !== page) return;
    changePreferences((preferences) => withProject(preferences, session.user.id, projectId));
    chooseCurrentProject(projectId);
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
    await router.invalidate();
  };

  // Somebody deleted the project that this tab showed. The session now has another one, so calls must name that one.
  const shownProjectId = session.project.id;
  useEffect(() => {
    const asked = currentProjectId();
    if (asked === null || asked === shownProjectId) return;
    chooseCurrentProject(shownProjectId);
    void queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
  }, [shownProjectId, queryClient]);

  const question = useSignInQuestion();

  return (
    <>
      <AppShell session={session} onSwitchProject={(id) => void switchProject(id)}>
        {/* A new key per project mounts the page anew, so that no input or data of the old project stays. */}
        <div key={session.project.id} className="contents">
          {children}
        </div>
      </AppShell>
      {question ? <SignInAgain email={question.email} onAnswer={question.answer} /> : null}
    </>
  );
}
