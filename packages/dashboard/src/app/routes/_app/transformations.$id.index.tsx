/** `/transformations/{id}` */
import { createFileRoute } from "@tanstack/react-router";
import { executionsQuery } from "../../../resources/transformations/execution-queries.ts";
import {
  connectionsWithQuery,
  transformationQuery,
} from "../../../resources/transformations/transformation-queries.ts";
import { TransformationPage } from "../../../screens/transformation/transformation-page.tsx";

export const Route = createFileRoute("/_app/transformations/$id/")({
  // Starts the queries without waiting: the page shows loading and failure itself.
  loader: ({ context: { queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(transformationQuery(id));
    void queryClient.prefetchQuery(connectionsWithQuery(id));
    void queryClient.prefetchQuery(executionsQuery(id, {}, {}, 5));
  },
  component: TransformationPage,
});
