/** `/settings` redirects to the first page of settings. */
import { createFileRoute, redirect } from "@tanstack/react-router";

export const Route = createFileRoute("/_app/settings/")({
  beforeLoad: () => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router expects a thrown redirect
    throw redirect({ to: "/settings/project/integrations", replace: true });
  },
});
