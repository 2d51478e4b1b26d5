/** `/requests` */
import { createFileRoute } from "@tanstack/react-router";
import { requestsQuery } from "../../../resources/requests/request-queries.ts";
import { namedSourcesQuery } from "../../../resources/sources/use-source-names.ts";
import { RequestsScreen } from "../../../screens/requests/requests-screen.tsx";
import { filtersOf, RequestsSearch } from "../../../screens/requests/requests-url.ts";
import { isFirstPage } from "../../../ui/list/list-url.ts";

export const Route = createFileRoute("/_app/requests/")({
  validateSearch: RequestsSearch,
  loaderDeps: ({ search }) => ({
    filters: filtersOf(search),
    page: { next: search.next, prev: search.prev },
    isLive: isFirstPage(search),
  }),
  // Starts the queries without waiting, so that data and code of the screen load at the same time.
  loader: ({ context: { queryClient }, deps: { filters, page, isLive } }) => {
    void queryClient.prefetchQuery(requestsQuery(filters, page, isLive));
    void queryClient.prefetchQuery(namedSourcesQuery);
  },
  // The screen keeps its list up to date by itself. A new selection must not run the loader again.
  staleTime: Infinity,
  component: Requests,
});

function Requests() {
  const navigate = Route.useNavigate();
  return (
    <RequestsScreen
      search={Route.useSearch()}
      onSearch={(search, how) => void navigate({ search, replace: how === "replace" })}
    />
  );
}
