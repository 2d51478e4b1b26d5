/** `/projects`: 'Select a project'. */
import { createFileRoute } from "@tanstack/react-router";
import { ProjectsScreen } from "../../../screens/projects/projects-screen.tsx";

export const Route = createFileRoute("/_app/projects")({ component: ProjectsScreen });
