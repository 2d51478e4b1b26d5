/** `/issue-triggers/{id}`: the frame around its tabs. */
import { createFileRoute } from "@tanstack/react-router";
import { issueTriggerQuery } from "../../../resources/issue-triggers/issue-trigger-queries.ts";
import { triggerIdIn } from "../../../resources/issue-triggers/trigger-link.ts";
import { TriggerPage } from "../../../screens/issue-trigger/trigger-page.tsx";

export const Route = createFileRoute("/_app/issue-triggers/it_{$id}")({
  // Starts the query without waiting: the page shows loading and failure itself.
  loader: ({ context: { queryClient }, params }) => {
    void queryClient.prefetchQuery(issueTriggerQuery(triggerIdIn(params)));
  },
  component: TriggerPage,
});
