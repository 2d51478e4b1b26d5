/** /destinations/{id}: the frame of a destination's page. The tabs below it are routes of their own. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, Outlet } from "@tanstack/react-router";
import { NewConnectionLink } from "../../resources/connections/new-connection-link.tsx";
import { destinationQuery } from "../../resources/destinations/destination-queries.ts";
import { EntityPage } from "../../ui/entity-page/entity-page.tsx";
import { tabLink, TabLinks } from "../../ui/entity-page/tab-links.tsx";

const route = getRouteApi("/_app/destinations/$id");

export function DestinationPage() {
  const { id } = route.useParams();
  return (
    <EntityPage
      kind="Destination"
      listLabel="Connections"
      renderListLink={(props) => <Link to="/connections" {...props} />}
      query={useQuery(destinationQuery(id))}
      title={({ name }) => name}
      renderActions={() => (
        <NewConnectionLink search={{ destination_id: id }}>New connection</NewConnectionLink>
      )}
      tabs={
        <TabLinks label="Destination">
          <Link {...tabLink} to="/destinations/$id" params={{ id }}>
            Overview
          </Link>
        </TabLinks>
      }
    >
      <Outlet />
    </EntityPage>
  );
}
