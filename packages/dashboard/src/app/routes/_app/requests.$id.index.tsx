/** `/requests/{id}`, Overview */
import { createFileRoute } from "@tanstack/react-router";
import { requestMethodQuery, requestRawBodyQuery } from "../../../resources/requests/request-queries.ts";
import { RequestOverview } from "../../../screens/request/request-overview.tsx";

export const Route = createFileRoute("/_app/requests/$id/")({
  loader: ({ context: { queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(requestRawBodyQuery(id));
    void queryClient.prefetchQuery(requestMethodQuery(id));
  },
  component: RequestOverview,
});
