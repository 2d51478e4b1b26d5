/** `/events` */
import { createFileRoute } from "@tanstack/react-router";
import { EventsScreen } from "../../../screens/events/events-screen.tsx";
import { EventsSearch } from "../../../screens/events/events-url.ts";

export const Route = createFileRoute("/_app/events")({ validateSearch: EventsSearch, component: Events });

function Events() {
  const navigate = Route.useNavigate();
  return (
    <EventsScreen
      search={Route.useSearch()}
      onSearch={(search, how) => void navigate({ search, replace: how === "replace" })}
    />
  );
}
