/** `/transformations/{id}/executions` */
import { createFileRoute } from "@tanstack/react-router";
import { executionsQuery } from "../../../resources/transformations/execution-queries.ts";
import { ExecutionsSearch, listedExecutions } from "../../../resources/transformations/executions-url.ts";
import {
  connectionsWithQuery,
  transformationQuery,
} from "../../../resources/transformations/transformation-queries.ts";
import { ExecutionsScreen } from "../../../screens/transformation-executions/executions-screen.tsx";

export const Route = createFileRoute("/_app/transformations/$id/executions/")({
  validateSearch: ExecutionsSearch,
  loaderDeps: ({ search }) => ({ filters: listedExecutions(search), next: search.next, prev: search.prev }),
  loader: ({ context: { queryClient }, params: { id }, deps: { filters, next, prev } }) => {
    void queryClient.prefetchQuery(transformationQuery(id));
    void queryClient.prefetchQuery(connectionsWithQuery(id));
    void queryClient.prefetchQuery(executionsQuery(id, filters, { next, prev }));
  },
  component: ExecutionsScreen,
});
