/** `/connections/{id}`: the frame around its tabs. */
import { createFileRoute } from "@tanstack/react-router";
import { connectionQuery } from "../../../resources/connections/connection-queries.ts";
import { ConnectionPage } from "../../../screens/connection/connection-page.tsx";

export const Route = createFileRoute("/_app/connections/$id")({
  // Starts the query without waiting: the page shows loading and failure itself.
  loader: ({ context: { queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(connectionQuery(id));
  },
  component: ConnectionPage,
});
