/** /sources/{id}: the frame of a source's page. The tabs below it are routes of their own. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, Outlet } from "@tanstack/react-router";
import { NewConnectionLink } from "../../resources/connections/new-connection-link.tsx";
import { sourceQuery } from "../../resources/sources/source-queries.ts";
import { EntityPage } from "../../ui/entity-page/entity-page.tsx";
import { tabLink, TabLinks } from "../../ui/entity-page/tab-links.tsx";

const route = getRouteApi("/_app/sources/$id");

export function SourcePage() {
  const { id } = route.useParams();
  return (
    <EntityPage
      kind="Source"
      listLabel="Sources"
      renderListLink={(props) => <Link to="/sources" {...props} />}
      query={useQuery(sourceQuery(id))}
      title={({ name }) => name}
      renderActions={() => <NewConnectionLink search={{ source_id: id }}>New connection</NewConnectionLink>}
      tabs={
        <TabLinks label="Source">
          <Link {...tabLink} to="/sources/$id" params={{ id }}>
            Overview
          </Link>
          <Link {...tabLink} to="/sources/$id/settings" params={{ id }}>
            Settings
          </Link>
        </TabLinks>
      }
    >
      <Outlet />
    </EntityPage>
  );
}
