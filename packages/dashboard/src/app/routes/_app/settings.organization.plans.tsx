/** `/settings/organization/plans` */
import { createFileRoute } from "@tanstack/react-router";
import { PlansScreen } from "../../../screens/settings-plans/plans-screen.tsx";
import { PlansSearch } from "../../../screens/settings-plans/plans-url.ts";

export const Route = createFileRoute("/_app/settings/organization/plans")({
  validateSearch: PlansSearch,
  component: PlansScreen,
});
