/** `/connections/{id}`, Overview */
import { createFileRoute } from "@tanstack/react-router";
import { eventCountsQuery } from "../../../resources/connections/connection-queries.ts";
import { EntitySearch } from "../../../resources/metrics/entity-search.ts";
import { ConnectionOverview } from "../../../screens/connection/connection-overview.tsx";

export const Route = createFileRoute("/_app/connections/$id/")({
  validateSearch: EntitySearch,
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(eventCountsQuery());
  },
  component: ConnectionOverview,
});
