/** `/destinations/{id}`, Overview */
import { createFileRoute } from "@tanstack/react-router";
import { attemptCountsQuery } from "../../../resources/destinations/destination-queries.ts";
import { EntitySearch } from "../../../resources/metrics/entity-search.ts";
import { DestinationOverview } from "../../../screens/destination/destination-overview.tsx";

export const Route = createFileRoute("/_app/destinations/$id/")({
  validateSearch: EntitySearch,
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(attemptCountsQuery());
  },
  component: DestinationOverview,
});
