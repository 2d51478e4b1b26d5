/** `/issues/{id}`: the frame around its tabs. */
import { createFileRoute } from "@tanstack/react-router";
import { issueQuery } from "../../../resources/issues/issue-queries.ts";
import { IssuePage } from "../../../screens/issue/issue-page.tsx";

export const Route = createFileRoute("/_app/issues/$id")({
  // Starts the query without waiting: the page shows loading and failure itself.
  loader: ({ context: { queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(issueQuery(id));
  },
  component: IssuePage,
});
