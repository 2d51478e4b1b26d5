/** `/connections/new` */
import { createFileRoute } from "@tanstack/react-router";
import { destinationsQuery } from "../../../resources/destinations/destination-queries.ts";
import { sourcesQuery } from "../../../resources/sources/source-queries.ts";
import { ConnectionNewScreen } from "../../../screens/connection-new/connection-new-screen.tsx";
import { ConnectionNewSearch } from "../../../screens/connection-new/connection-new-url.ts";

export const Route = createFileRoute("/_app/connections/new")({
  validateSearch: ConnectionNewSearch,
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(sourcesQuery());
    void queryClient.prefetchQuery(destinationsQuery());
  },
  component: ConnectionNewScreen,
});
