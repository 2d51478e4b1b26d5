/** `/sources/{id}`: the frame around its tabs. */
import { createFileRoute } from "@tanstack/react-router";
import { sourceQuery } from "../../../resources/sources/source-queries.ts";
import { SourcePage } from "../../../screens/source/source-page.tsx";

export const Route = createFileRoute("/_app/sources/$id")({
  // Starts the query without waiting: the page shows loading and failure itself.
  loader: ({ context: { queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(sourceQuery(id));
  },
  component: SourcePage,
});
