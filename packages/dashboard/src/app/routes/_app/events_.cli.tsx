/** `/events/cli` */
import { createFileRoute } from "@tanstack/react-router";
import { EventsScreen } from "../../../screens/events/events-screen.tsx";
import { EventsSearch } from "../../../screens/events/events-url.ts";
import { eventsListDeps, startEventsList } from "../../../screens/events/start-events-list.ts";

export const Route = createFileRoute("/_app/events_/cli")({
  validateSearch: EventsSearch,
  loaderDeps: ({ search }) => eventsListDeps("cli", search),
  loader: ({ context: { queryClient }, deps }) => startEventsList(queryClient, deps),
  staleTime: Infinity, // as in `/events`
  component: CliEvents,
});

function CliEvents() {
  const navigate = Route.useNavigate();
  return (
    <EventsScreen
      layout="cli"
      search={Route.useSearch()}
      onSearch={(search, how) => void navigate({ search, replace: how === "replace" })}
    />
  );
}
