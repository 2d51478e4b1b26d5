/** `/destinations/{id}`: the frame around its tabs. */
import { createFileRoute } from "@tanstack/react-router";
import { destinationQuery } from "../../../resources/destinations/destination-queries.ts";
import { DestinationPage } from "../../../screens/destination/destination-page.tsx";

export const Route = createFileRoute("/_app/destinations/$id")({
  // Starts the query without waiting: the page shows loading and failure itself.
  loader: ({ context: { queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(destinationQuery(id));
  },
  component: DestinationPage,
});
