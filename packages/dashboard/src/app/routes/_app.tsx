/**
 * Every page that needs a session. Without one: to the sign-in, and back here afterwards.
 */
import { createFileRoute, Outlet, redirect } from "@tanstack/react-router";
import { ApiFailure } from "../../resources/api/api-failure.ts";
import { chooseCurrentProject, currentProjectId } from "../../resources/api/current-project.ts";
import { chosenProject } from "../../resources/preferences/preferences.ts";
import { readPreferences } from "../../resources/preferences/preferences-store.ts";
import { sessionQuery } from "../../resources/session/session-queries.ts";
import { SignedInShell } from "../shell/signed-in-shell.tsx";
import { StartFailed } from "../start-failed.tsx";

export const Route = createFileRoute("/_app")({
  beforeLoad: async ({ context, location }) => {
    try {
      const session = await context.queryClient.ensureQueryData(sessionQuery);
      // The tab's own choice first: two tabs may show two projects.
      const isKnown = session.projects.some(({ id }) => id === currentProjectId());
      if (!isKnown) {
        chooseCurrentProject(chosenProject(readPreferences(), session.user.id, session.projects)?.id ?? null);
      }
    } catch (error) {
      if (error instanceof ApiFailure && error.status === 401) {
        // oxlint-disable-next-line typescript/only-throw-error -- the router's way to say it
        throw redirect({ to: "/sign-in", search: { redirect: location.href }, replace: true });
      }
      throw error;
    }
  },
  component: () => (
    <SignedInShell>
      <Outlet />
    </SignedInShell>
  ),
  errorComponent: StartFailed,
});
