/** `/settings/project/general` */
import { createFileRoute } from "@tanstack/react-router";
import { ProjectSettingsScreen } from "../../../screens/settings-project/project-settings-screen.tsx";

export const Route = createFileRoute("/_app/settings/project/general")({
  component: ProjectSettingsScreen,
});
