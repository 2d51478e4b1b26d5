/** `/settings/organization/general` */
import { createFileRoute } from "@tanstack/react-router";
import { OrganizationScreen } from "../../../screens/settings-organization/organization-screen.tsx";

export const Route = createFileRoute("/_app/settings/organization/general")({
  component: OrganizationScreen,
});
