/** `/` redirects to the events, as redirects.ts says of every other name of a page. */
import { createFileRoute, redirect } from "@tanstack/react-router";
import { REDIRECTS } from "../../redirects.ts";

export const Route = createFileRoute("/_app/")({
  beforeLoad: () => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router expects a thrown redirect
    throw redirect({ to: REDIRECTS["/"], replace: true });
  },
});
