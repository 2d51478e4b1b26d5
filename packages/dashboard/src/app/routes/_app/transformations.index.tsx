/** `/transformations` */
import { createFileRoute } from "@tanstack/react-router";
import { connectionCountsQuery } from "../../../resources/connections/connection-queries.ts";
import { namedListQueryOf } from "../../../resources/named-lists/named-list-url.ts";
import { transformationListQuery } from "../../../resources/transformations/transformation-queries.ts";
import { TransformationsScreen } from "../../../screens/transformations/transformations-screen.tsx";
import { TransformationsSearch } from "../../../screens/transformations/transformations-url.ts";

export const Route = createFileRoute("/_app/transformations/")({
  validateSearch: TransformationsSearch,
  loaderDeps: ({ search }) => ({ list: namedListQueryOf("transformation", search) }),
  // Starts the queries without waiting: the screen shows loading and failure itself.
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(transformationListQuery(deps.list));
    void queryClient.prefetchQuery(connectionCountsQuery());
  },
  component: TransformationsScreen,
});
