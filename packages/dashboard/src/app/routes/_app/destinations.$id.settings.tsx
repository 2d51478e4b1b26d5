/** `/destinations/{id}/settings` */
import { createFileRoute } from "@tanstack/react-router";
import { connectionCountQuery } from "../../../resources/connections/connection-queries.ts";
import { DestinationSettingsScreen } from "../../../screens/destination-settings/destination-settings-screen.tsx";

export const Route = createFileRoute("/_app/destinations/$id/settings")({
  loader: ({ context: { queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(connectionCountQuery({ destination_id: id }));
  },
  component: DestinationSettingsScreen,
});
