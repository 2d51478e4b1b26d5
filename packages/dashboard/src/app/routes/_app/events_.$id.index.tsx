/** `/events/{id}`, Overview */
import { createFileRoute } from "@tanstack/react-router";
import { EventOverview } from "../../../screens/event/event-overview.tsx";

export const Route = createFileRoute("/_app/events_/$id/")({ component: Overview });

function Overview() {
  const navigate = Route.useNavigate();
  return (
    <EventOverview
      id={Route.useParams().id}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  );
}
