/** `/requests/{id}`, the address in every acknowledgement, opens the first event of the request. */
import { createFileRoute, redirect } from "@tanstack/react-router";
import { toast } from "../../../ui/toast.ts";
import { firstEventOf } from "../../../resources/events/event-queries.ts";

export const Route = createFileRoute("/_app/requests_/$id")({
  beforeLoad: async ({ params }) => {
    const eventId = await firstEventOf(params.id);
    if (eventId === null) toast.message("No event was made of this request", { description: params.id });
    // oxlint-disable-next-line typescript/only-throw-error -- the router expects a thrown redirect
    throw redirect({ to: "/events", search: eventId ? { selected_event_id: eventId } : {}, replace: true });
  },
});
