/** `/events` */
import { createFileRoute } from "@tanstack/react-router";
import { EventsScreen } from "../../../screens/events/events-screen.tsx";
import { EventsSearch } from "../../../screens/events/events-url.ts";
import { eventsListDeps, startEventsList } from "../../../screens/events/start-events-list.ts";

export const Route = createFileRoute("/_app/events")({
  validateSearch: EventsSearch,
  loaderDeps: ({ search }) => eventsListDeps("http", search),
  // Starts the queries without waiting, so that data and code of the screen load at the same time.
  loader: ({ context: { queryClient }, deps }) => startEventsList(queryClient, deps),
  // The screen keeps its list up to date by itself. A new selection must not run the loader again.
  staleTime: Infinity,
  component: Events,
});

function Events() {
  const navigate = Route.useNavigate();
  return (
    <EventsScreen
      layout="http"
      search={Route.useSearch()}
      onSearch={(search, how) => void navigate({ search, replace: how === "replace" })}
    />
  );
}
