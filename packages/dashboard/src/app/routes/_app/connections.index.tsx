/** `/connections` */
import { createFileRoute } from "@tanstack/react-router";
import { connectionsQuery, eventCountsQuery } from "../../../resources/connections/connection-queries.ts";
import { readPreferences } from "../../../resources/preferences/preferences-store.ts";
import { inView } from "../../../screens/connections/connection-views.ts";
import { ConnectionsScreen } from "../../../screens/connections/connections-screen.tsx";
import { ConnectionsSearch, listQueryOf } from "../../../screens/connections/connections-url.ts";

export const Route = createFileRoute("/_app/connections/")({
  validateSearch: ConnectionsSearch,
  loaderDeps: ({ search }) => ({ list: listQueryOf(inView(search, readPreferences().connections_view)) }),
  // Starts the queries without waiting: the screen shows loading and failure itself.
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(connectionsQuery(deps.list));
    void queryClient.prefetchQuery(eventCountsQuery());
  },
  component: ConnectionsScreen,
});
