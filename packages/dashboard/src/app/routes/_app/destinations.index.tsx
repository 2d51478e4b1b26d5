/** `/destinations` */
import { createFileRoute } from "@tanstack/react-router";
import { connectionCountsQuery } from "../../../resources/connections/connection-queries.ts";
import { namedListQueryOf, NamedListSearch } from "../../../resources/named-lists/named-list-url.ts";
import { destinationListQuery } from "../../../resources/destinations/destination-queries.ts";
import { DestinationsScreen } from "../../../screens/destinations/destinations-screen.tsx";

export const Route = createFileRoute("/_app/destinations/")({
  validateSearch: NamedListSearch,
  loaderDeps: ({ search }) => ({ list: namedListQueryOf("destination", search) }),
  // Starts the queries without waiting: the screen shows loading and failure itself.
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(destinationListQuery(deps.list));
    void queryClient.prefetchQuery(connectionCountsQuery());
  },
  component: DestinationsScreen,
});
