/** `/cli/bookmarks`, another name of `/bookmarks`, redirects to it. */
import { createFileRoute, redirect } from "@tanstack/react-router";

export const Route = createFileRoute("/_app/cli/bookmarks")({
  beforeLoad: ({ location: { search } }) => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router expects a thrown redirect
    throw redirect({ to: "/bookmarks", search, replace: true });
  },
});
