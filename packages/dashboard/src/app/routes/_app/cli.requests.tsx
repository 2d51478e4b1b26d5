/** `/cli/requests`, another name of `/requests/cli`, redirects to it. */
import { createFileRoute, redirect } from "@tanstack/react-router";

export const Route = createFileRoute("/_app/cli/requests")({
  beforeLoad: ({ location: { search } }) => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router expects a thrown redirect
    throw redirect({ to: "/requests/cli", search, replace: true });
  },
});
