/** `/sources/{id}`, Overview */
import { createFileRoute } from "@tanstack/react-router";
import { requestCountsQuery } from "../../../resources/sources/source-queries.ts";
import { EntitySearch } from "../../../resources/metrics/entity-search.ts";
import { SourceOverview } from "../../../screens/source/source-overview.tsx";

export const Route = createFileRoute("/_app/sources/$id/")({
  validateSearch: EntitySearch,
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(requestCountsQuery());
  },
  component: SourceOverview,
});
