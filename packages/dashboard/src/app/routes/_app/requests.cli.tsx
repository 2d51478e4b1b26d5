/** `/requests/cli`: requests that went to the CLI on somebody's machine. */
import { createFileRoute } from "@tanstack/react-router";
import { requestsQuery } from "../../../resources/requests/request-queries.ts";
import { namedSourcesQuery } from "../../../resources/sources/use-source-names.ts";
import { RequestsScreen } from "../../../screens/requests/requests-screen.tsx";
import { cliFiltersOf, RequestsSearch } from "../../../screens/requests/requests-url.ts";
import { isFirstPage } from "../../../ui/list/list-url.ts";

export const Route = createFileRoute("/_app/requests/cli")({
  validateSearch: RequestsSearch,
  loaderDeps: ({ search }) => ({
    filters: cliFiltersOf(search),
    page: { next: search.next, prev: search.prev },
    isLive: isFirstPage(search),
  }),
  // As for /requests.
  loader: ({ context: { queryClient }, deps: { filters, page, isLive } }) => {
    void queryClient.prefetchQuery(requestsQuery(filters, page, isLive));
    void queryClient.prefetchQuery(namedSourcesQuery);
  },
  staleTime: Infinity,
  component: CliRequests,
});

function CliRequests() {
  const navigate = Route.useNavigate();
  return (
    <RequestsScreen
      isCli
      search={Route.useSearch()}
      onSearch={(search, how) => void navigate({ search, replace: how === "replace" })}
    />
  );
}
