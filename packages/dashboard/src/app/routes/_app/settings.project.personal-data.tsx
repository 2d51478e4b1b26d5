/** `/settings/project/personal-data`. No loader begins its query: it would ask for people who may not see the page, too. */
import { createFileRoute } from "@tanstack/react-router";
import { PersonalDataScreen } from "../../../screens/settings-personal-data/personal-data-screen.tsx";

export const Route = createFileRoute("/_app/settings/project/personal-data")({
  component: PersonalDataScreen,
});
