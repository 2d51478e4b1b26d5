/**
 * The shell with a real session. It knows where a person goes on who switches the project, and asks to sign in again above
 * a page.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, type ReactNode } from "react";
import { chooseCurrentProject, currentProjectId } from "../../resources/api/current-project.ts";
import { sessionQuery } from "../../resources/session/session-queries.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { useSwitchProject } from "../../resources/session/use-switch-project.ts";
import { later } from "../../ui/later.tsx";
import { useSignInQuestion } from "../session-end.ts";
import { AppShell } from "./app-shell.tsx";
import { RAIL_GROUPS } from "./rail-entries.ts";
import { settingsPageAt } from "./settings-pages.ts";

const SignInAgain = later(() => import("./sign-in-again.tsx")).component((loaded) => loaded.SignInAgain);

/** Where a person goes on who switches the project. Events and filters in an address belong to one project, the page does not. */
function pageAt(address: string) {
  const settings = settingsPageAt(address)?.to;
  return settings ?? RAIL_GROUPS.flat().find(({ to }) => address.startsWith(to))?.to ?? "/events";
}

export function SignedInShell({ children }: { children: ReactNode }) {
  const session = useSession();
  const queryClient = useQueryClient();
  const router = useRouter();
  const switchProject = useSwitchProject();

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
      <AppShell
        session={session}
        onSwitchProject={(id) => void switchProject(id, pageAt(router.state.location.pathname))}
      >
        {/* A new key per project mounts the page anew, so that no input or data of the old project stays. */}
        <div key={session.project.id} className="contents">
          {children}
        </div>
      </AppShell>
      {question ? <SignInAgain email={question.email} onAnswer={question.answer} /> : null}
    </>
  );
}
