/** `/events/{id}`, the address in every delivery, opens the event beside the list. */
import { createFileRoute, redirect } from "@tanstack/react-router";

export const Route = createFileRoute("/_app/events_/$id")({
  beforeLoad: ({ params }) => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router expects a thrown redirect
    throw redirect({ to: "/events", search: { selected_event_id: params.id }, replace: true });
  },
});
