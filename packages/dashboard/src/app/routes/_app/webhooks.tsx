/** `/webhooks`, the old name of connections, redirects to them. */
import { createFileRoute, redirect } from "@tanstack/react-router";

export const Route = createFileRoute("/_app/webhooks")({
  beforeLoad: () => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router expects a thrown redirect
    throw redirect({ to: "/connections", replace: true });
  },
});
