/** `/sources/{id}`, Overview */
import { createFileRoute } from "@tanstack/react-router";
import { requestCountsQuery } from "../../../resources/sources/source-queries.ts";
import { SourceOverview } from "../../../screens/source/source-overview.tsx";

export const Route = createFileRoute("/_app/sources/$id/")({
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(requestCountsQuery());
  },
  component: SourceOverview,
});
