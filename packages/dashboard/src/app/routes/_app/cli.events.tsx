/** `/cli/events`, the other name of the list of CLI events, redirects to it with its filters. */
import { createFileRoute, redirect } from "@tanstack/react-router";
import { EventsSearch } from "../../../screens/events/events-url.ts";

export const Route = createFileRoute("/_app/cli/events")({
  validateSearch: EventsSearch,
  beforeLoad: ({ search }) => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router expects a thrown redirect
    throw redirect({ to: "/events/cli", search, replace: true });
  },
});
