/** `/settings/project/integrations`: the page below its dialogs, which have addresses of their own. */
import { createFileRoute } from "@tanstack/react-router";
import { allTriggersQuery } from "../../../resources/issue-triggers/issue-trigger-queries.ts";
import { teamIntegrationsQuery } from "../../../resources/team-integrations/team-integration-queries.ts";
import { IntegrationsScreen } from "../../../screens/integrations/integrations-screen.tsx";

export const Route = createFileRoute("/_app/settings/project/integrations")({
  // Starts the queries without waiting: the screen shows loading and failure itself.
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(teamIntegrationsQuery());
    void queryClient.prefetchQuery(allTriggersQuery);
  },
  component: IntegrationsScreen,
});
