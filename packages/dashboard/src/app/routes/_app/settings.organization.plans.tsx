/** `/settings/organization/plans`. Organizations with single sign-on have no such page. */
import { createFileRoute, redirect } from "@tanstack/react-router";
import { PlansScreen } from "../../../screens/settings-plans/plans-screen.tsx";
import { PlansSearch } from "../../../screens/settings-plans/plans-url.ts";
import { nearestSettings } from "../../shell/settings-pages.ts";

export const Route = createFileRoute("/_app/settings/organization/plans")({
  validateSearch: PlansSearch,
  beforeLoad: ({ context: { held } }) => {
    if (held?.uses_sso !== true) return;
    // oxlint-disable-next-line typescript/only-throw-error -- the router expects a thrown redirect
    throw redirect({ to: nearestSettings("/settings/organization", held), replace: true });
  },
  component: PlansScreen,
});
