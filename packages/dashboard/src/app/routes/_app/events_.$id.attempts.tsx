/** `/events/{id}/attempts`, Delivery attempts */
import { createFileRoute } from "@tanstack/react-router";
import { EventAttempts } from "../../../screens/event/event-attempts.tsx";

export const Route = createFileRoute("/_app/events_/$id/attempts")({ component: Attempts });

function Attempts() {
  const navigate = Route.useNavigate();
  return (
    <EventAttempts
      id={Route.useParams().id}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  );
}
