/** /destinations/{id}: the frame of a destination's page, with its actions. The tabs below it are routes of their own. */
import type { Destination } from "@posthorn/contract/destinations";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, Outlet, useNavigate } from "@tanstack/react-router";
import { connectionCountQuery } from "../../resources/connections/connection-queries.ts";
import { NewConnectionLink } from "../../resources/connections/new-connection-link.tsx";
import { destinationQuery } from "../../resources/destinations/destination-queries.ts";
import { useDestinationActions } from "../../resources/destinations/use-destination-actions.tsx";
import { OpenIssueNote } from "../../resources/issues/open-issue-note.tsx";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { ActionMenu } from "../../ui/entity-page/action-menu.tsx";
import { useActionPrompt } from "../../ui/entity-page/entity-actions.tsx";
import { EntityPage } from "../../ui/entity-page/entity-page.tsx";
import { tabLink, TabLinks } from "../../ui/entity-page/tab-links.tsx";

const route = getRouteApi("/_app/destinations/$id");

export function DestinationPage() {
  const { id } = route.useParams();
  return (
    <EntityPage
      kind="Destination"
      listLabel="Destinations"
      renderListLink={(props) => <Link to="/destinations" {...props} />}
      query={useQuery(destinationQuery(id))}
      title={({ name }) => name}
      renderActions={(destination) => <DestinationButtons destination={destination} />}
      tabs={
        <TabLinks label="Destination" aside={<OpenIssueNote id={id} />}>
          <Link {...tabLink} to="/destinations/$id" params={{ id }}>
            Overview
          </Link>
          <Link {...tabLink} to="/destinations/$id/settings" params={{ id }}>
            Settings
          </Link>
        </TabLinks>
      }
    >
      <Outlet />
    </EntityPage>
  );
}

function DestinationButtons({ destination }: { destination: Destination }) {
  const { id } = destination;
  const navigate = useNavigate();
  const starter = useActionPrompt();
  const refusal = useRefusal("configure");
  const connections = useQuery(connectionCountQuery({ destination_id: id }));
  const actionsOf = useDestinationActions(() => void navigate({ to: "/destinations", ignoreBlocker: true }));
  return (
    <>
      <ActionMenu
        actions={actionsOf(destination, connections.data?.count)}
        refusal={refusal}
        onStart={starter.start}
      />
      <NewConnectionLink search={{ destination_id: id }}>New connection</NewConnectionLink>
      {starter.question}
    </>
  );
}
