/** `/requests/cli`: requests that went to the CLI on somebody's machine. */
import { createFileRoute } from "@tanstack/react-router";
import { RequestsScreen } from "../../../screens/requests/requests-screen.tsx";
import { RequestsSearch } from "../../../screens/requests/requests-url.ts";
import { requestsListDeps, startRequestsList } from "../../../screens/requests/start-requests-list.ts";

export const Route = createFileRoute("/_app/requests/cli")({
  validateSearch: RequestsSearch,
  loaderDeps: ({ search }) => requestsListDeps(true, search),
  // As for /requests.
  loader: ({ context: { queryClient }, deps }) => startRequestsList(queryClient, deps),
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
