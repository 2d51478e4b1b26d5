/** `/issues` */
import { createFileRoute } from "@tanstack/react-router";
import { issuesQuery } from "../../../resources/issues/issue-queries.ts";
import { readPreferences } from "../../../resources/preferences/preferences-store.ts";
import { IssuesScreen } from "../../../screens/issues/issues-screen.tsx";
import { IssuesSearch } from "../../../screens/issues/issues-url.ts";

export const Route = createFileRoute("/_app/issues/")({
  validateSearch: IssuesSearch,
  loaderDeps: ({ search }) => ({ search }),
  // Starts the query without waiting: the screen shows loading and failure itself.
  loader: ({ context: { queryClient }, deps: { search } }) => {
    const { issues_order: order } = readPreferences();
    void queryClient.prefetchQuery(
      issuesQuery({
        status: search.tab ?? "OPENED",
        type: search.type,
        concerns: search.concerns,
        order,
        pages: 1,
      }),
    );
  },
  component: IssuesScreen,
});
