/** `/events/{id}`, the address every delivery names, opens the event beside the list. */
import { createFileRoute, redirect } from "@tanstack/react-router";

export const Route = createFileRoute("/_app/events_/$id")({
  beforeLoad: ({ params }) => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router's way to say it
    throw redirect({ to: "/events", search: { selected_event_id: params.id }, replace: true });
  },
});
