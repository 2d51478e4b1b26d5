/** `/webhooks`, the old name of connections, leads to them. */
import { createFileRoute, redirect } from "@tanstack/react-router";

export const Route = createFileRoute("/_app/webhooks")({
  beforeLoad: () => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router's way to say it
    throw redirect({ to: "/connections", replace: true });
  },
});
