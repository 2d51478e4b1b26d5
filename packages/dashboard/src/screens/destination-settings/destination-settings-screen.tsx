/** /destinations/{id}/settings: details, configuration, and what stops or removes the destination. */
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { connectionCountQuery } from "../../resources/connections/connection-queries.ts";
import { destinationQuery } from "../../resources/destinations/destination-queries.ts";
import { useDestinationActions } from "../../resources/destinations/use-destination-actions.tsx";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { DangerZone } from "../../ui/entity-page/danger-zone.tsx";
import { useActionPrompt } from "../../ui/entity-page/entity-actions.tsx";
import { LeaveGuard } from "../../ui/form/leave-guard.tsx";
import { ReadOnlyForms } from "../../ui/form/read-only-forms.tsx";
import { SettingsMain } from "../../ui/form/settings-main.tsx";
import { ConfigurationSection } from "./configuration-section.tsx";
import { DetailsSection } from "./details-section.tsx";

const route = getRouteApi("/_app/destinations/$id/settings");

export function DestinationSettingsScreen() {
  const { id } = route.useParams();
  const navigate = useNavigate();
  const { data: destination } = useSuspenseQuery(destinationQuery(id)); // the frame has loaded it
  const connections = useQuery(connectionCountQuery({ destination_id: id }));
  const refusal = useRefusal("configure");
  const starter = useActionPrompt();
  const actionsOf = useDestinationActions(() => void navigate({ to: "/destinations", ignoreBlocker: true }));
  return (
    <SettingsMain>
      <LeaveGuard>
        <ReadOnlyForms reason={refusal}>
          <DetailsSection destination={destination} />
          <ConfigurationSection destination={destination} />
        </ReadOnlyForms>
      </LeaveGuard>
      <DangerZone
        actions={actionsOf(destination, connections.data?.count)}
        starter={starter}
        refusal={refusal}
      />
      {starter.question}
    </SettingsMain>
  );
}
