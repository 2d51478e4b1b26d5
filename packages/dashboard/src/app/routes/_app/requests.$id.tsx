/** `/requests/{id}`: the frame around its tabs. The address is in every acknowledgement. */
import { createFileRoute } from "@tanstack/react-router";
import { requestQuery } from "../../../resources/requests/request-queries.ts";
import { RequestPage } from "../../../screens/request/request-page.tsx";

export const Route = createFileRoute("/_app/requests/$id")({
  // Starts the query without waiting: the page shows loading and failure itself.
  loader: ({ context: { queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(requestQuery(id));
  },
  component: RequestPage,
});
