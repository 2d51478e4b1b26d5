/** `/requests` */
import { createFileRoute } from "@tanstack/react-router";
import { RequestsScreen } from "../../../screens/requests/requests-screen.tsx";
import { RequestsSearch } from "../../../screens/requests/requests-url.ts";
import { requestsListDeps, startRequestsList } from "../../../screens/requests/start-requests-list.ts";

export const Route = createFileRoute("/_app/requests/")({
  validateSearch: RequestsSearch,
  loaderDeps: ({ search }) => requestsListDeps(false, search),
  // Starts the queries without waiting, so that data and code of the screen load at the same time.
  loader: ({ context: { queryClient }, deps }) => startRequestsList(queryClient, deps),
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
