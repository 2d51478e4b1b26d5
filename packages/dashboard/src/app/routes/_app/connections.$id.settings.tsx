/** `/connections/{id}/settings` */
import { createFileRoute } from "@tanstack/react-router";
import { filterTabSearch } from "../../../resources/filters/use-filter-tab.ts";
import { ConnectionSettings } from "../../../screens/connection/connection-settings.tsx";
import { fields } from "../../../ui/read.ts";

export const Route = createFileRoute("/_app/connections/$id/settings")({
  validateSearch: fields(filterTabSearch),
  component: ConnectionSettings,
});
