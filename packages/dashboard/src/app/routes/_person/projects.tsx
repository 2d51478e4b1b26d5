/** `/projects`: 'Select a project'. A tab that has lost its project comes here, and the history says which one it was. */
import { createFileRoute, useLocation } from "@tanstack/react-router";
import { ProjectsScreen } from "../../../screens/projects/projects-screen.tsx";

declare module "@tanstack/react-router" {
  interface HistoryState {
    lostProject?: string | undefined;
  }
}

export const Route = createFileRoute("/_person/projects")({ component: Projects });

function Projects() {
  const lostProject = useLocation({ select: ({ state }) => state.lostProject });
  return <ProjectsScreen lostProject={lostProject} />;
}
