/** `/connections/{id}`, Overview */
import { createFileRoute } from "@tanstack/react-router";
import { eventCountsQuery } from "../../../resources/connections/connection-queries.ts";
import { ConnectionOverview } from "../../../screens/connection/connection-overview.tsx";

export const Route = createFileRoute("/_app/connections/$id/")({
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(eventCountsQuery());
  },
  component: ConnectionOverview,
});
