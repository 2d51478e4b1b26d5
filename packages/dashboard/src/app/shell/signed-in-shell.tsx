/** The shell with a real session. It knows where a person goes on who switches the project. */
import { useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useSession } from "../../resources/session/use-session.ts";
import { useSwitchProject } from "../../resources/session/use-switch-project.ts";
import { AppShell } from "./app-shell.tsx";
import { RAIL_GROUPS } from "./rail-entries.ts";
import { settingsPageAt } from "./settings-pages.ts";
import { SignInQuestion } from "./sign-in-question.tsx";

/** Where a person goes on who switches the project. Events and filters in an address belong to one project, the page does not. */
function pageAt(address: string) {
  const settings = settingsPageAt(address)?.to;
  return settings ?? RAIL_GROUPS.flat().find(({ to }) => address.startsWith(to))?.to ?? "/events";
}

export function SignedInShell({ children }: { children: ReactNode }) {
  const session = useSession();
  const router = useRouter();
  const switchProject = useSwitchProject();
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
      <SignInQuestion />
    </>
  );
}
