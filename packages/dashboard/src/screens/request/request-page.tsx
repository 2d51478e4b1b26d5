/** /requests/{id}: the frame of a request's page, with its actions. The tabs below it are routes of their own. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, Outlet } from "@tanstack/react-router";
import { REQUEST_GONE, RequestFailed } from "../../resources/requests/request-failed.tsx";
import { eventsMade } from "../../resources/requests/request-outcome.ts";
import { requestQuery } from "../../resources/requests/request-queries.ts";
import { RetryRequestButton } from "../../resources/requests/retry-request-button.tsx";
import { Badge } from "../../ui/badge.tsx";
import { whyGone } from "../../ui/entity-page/entity-gone.tsx";
import { EntityPage } from "../../ui/entity-page/entity-page.tsx";
import { tabLink, TabLinks } from "../../ui/entity-page/tab-links.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";

const route = getRouteApi("/_app/requests/$id");

export function RequestPage() {
  const { id } = route.useParams();
  const request = useQuery(requestQuery(id));
  if (whyGone(request.error) !== null) return <RequestGone query={request} />;
  const entries = request.data && eventsMade(request.data) + request.data.ignored_count;
  return (
    <EntityPage
      kind="Request"
      listLabel="Requests"
      renderListLink={(props) => <Link to="/requests" {...props} />}
      query={request}
      title={() => id}
      renderActions={(loaded) => <RetryRequestButton request={loaded} />}
      tabs={
        <TabLinks label="Request">
          <Link {...tabLink} to="/requests/$id" params={{ id }}>
            Overview
          </Link>
          <Link {...tabLink} to="/requests/$id/entries" params={{ id }}>
            Entries {entries === undefined ? null : <Badge>{entries}</Badge>}
          </Link>
        </TabLinks>
      }
    >
      <Outlet />
    </EntityPage>
  );
}

function RequestGone({ query }: { query: { error: unknown; refetch: () => Promise<unknown> } }) {
  usePageTitle(REQUEST_GONE);
  return (
    <main className="flex min-h-0 flex-1 items-center overflow-y-auto">
      <RequestFailed isPage query={query} />
    </main>
  );
}
