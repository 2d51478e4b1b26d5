/** `/events/{id}`, the address in every delivery: the frame around its tabs. */
import { createFileRoute } from "@tanstack/react-router";
import { eventQuery } from "../../../resources/events/event-queries.ts";
import { EventPage } from "../../../screens/event/event-page.tsx";
import { EventSearch } from "../../../screens/event/event-url.ts";

export const Route = createFileRoute("/_app/events_/$id")({
  validateSearch: EventSearch,
  // Starts the query without waiting: the page shows loading and failure itself.
  loader: ({ context: { queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(eventQuery(id));
  },
  component: Frame,
});

function Frame() {
  return <EventPage id={Route.useParams().id} />;
}
