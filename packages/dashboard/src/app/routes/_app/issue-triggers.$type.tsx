/** `/issue-triggers/{type}`: the list below the dialog for a new trigger, which has an address of its own. */
import { ISSUE_TYPES } from "@posthorn/contract/causes";
import { createFileRoute } from "@tanstack/react-router";
import { issueTriggersQuery } from "../../../resources/issue-triggers/issue-trigger-queries.ts";
import { IssueTriggersScreen } from "../../../screens/issue-triggers/issue-triggers-screen.tsx";
import {
  issueTriggersQueryOf,
  IssueTriggersSearch,
} from "../../../screens/issue-triggers/issue-triggers-url.ts";

export const Route = createFileRoute("/_app/issue-triggers/$type")({
  validateSearch: IssueTriggersSearch,
  loaderDeps: ({ search }) => ({ search }),
  // Starts the query without waiting: the screen shows loading and failure itself.
  loader: ({ context: { queryClient }, deps, params }) => {
    const type = ISSUE_TYPES.find((known) => known === params.type);
    if (type) void queryClient.prefetchQuery(issueTriggersQuery(issueTriggersQueryOf(type, deps.search)));
  },
  component: IssueTriggersScreen,
});
