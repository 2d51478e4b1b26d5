/** `/sources` */
import { createFileRoute } from "@tanstack/react-router";
import { connectionCountsQuery } from "../../../resources/connections/connection-queries.ts";
import { namedListQueryOf, NamedListSearch } from "../../../resources/named-lists/named-list-url.ts";
import { sourceListQuery } from "../../../resources/sources/source-queries.ts";
import { SourcesScreen } from "../../../screens/sources/sources-screen.tsx";

export const Route = createFileRoute("/_app/sources/")({
  validateSearch: NamedListSearch,
  loaderDeps: ({ search }) => ({ list: namedListQueryOf("source", search) }),
  // Starts the queries without waiting: the screen shows loading and failure itself.
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(sourceListQuery(deps.list));
    void queryClient.prefetchQuery(connectionCountsQuery());
  },
  component: SourcesScreen,
});
