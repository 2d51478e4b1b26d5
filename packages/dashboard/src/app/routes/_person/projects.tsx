/** `/projects`: 'Select a project'. A tab that has lost its project comes here, and the history says which one it was. */
import { createFileRoute, redirect, useLocation } from "@tanstack/react-router";
import { lacksOrganization, requireSession } from "../../require-session.ts";
import { ProjectsScreen } from "../../../screens/projects/projects-screen.tsx";

declare module "@tanstack/react-router" {
  interface HistoryState {
    lostProject?: string | undefined;
  }
}

export const Route = createFileRoute("/_person/projects")({
  beforeLoad: async ({ context: { queryClient }, location: { href, state } }) => {
    const session = await requireSession(queryClient, href);
    // Somebody who has just lost their last project reads that first.
    if (state.lostProject !== undefined || !lacksOrganization(session)) return;
    // oxlint-disable-next-line typescript/only-throw-error -- the router expects a thrown redirect
    throw redirect({ to: "/onboarding", replace: true });
  },
  component: Projects,
});

function Projects() {
  const lostProject = useLocation({ select: ({ state }) => state.lostProject });
  return <ProjectsScreen lostProject={lostProject} />;
}
