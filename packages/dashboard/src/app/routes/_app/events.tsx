/** `/events` */
import { createFileRoute } from "@tanstack/react-router";
import { namedConnectionsQuery } from "../../../resources/connections/connection-queries.ts";
import { eventsQuery } from "../../../resources/events/event-queries.ts";
import { EventsScreen } from "../../../screens/events/events-screen.tsx";
import { EventsSearch, filtersOf } from "../../../screens/events/events-url.ts";
import { isFirstPage } from "../../../ui/list/list-url.ts";

export const Route = createFileRoute("/_app/events")({
  validateSearch: EventsSearch,
  loaderDeps: ({ search }) => ({
    filters: filtersOf(search),
    page: { next: search.next, prev: search.prev },
    isLive: isFirstPage(search),
  }),
  // Starts the queries without waiting, so that data and code of the screen load at the same time.
  loader: ({ context: { queryClient }, deps: { filters, page, isLive } }) => {
    void queryClient.prefetchQuery(eventsQuery(filters, page, isLive));
    void queryClient.prefetchQuery(namedConnectionsQuery);
  },
  // The screen keeps its list up to date by itself. A new selection must not run the loader again.
  staleTime: Infinity,
  component: Events,
});

function Events() {
  const navigate = Route.useNavigate();
  return (
    <EventsScreen
      search={Route.useSearch()}
      onSearch={(search, how) => void navigate({ search, replace: how === "replace" })}
    />
  );
}
