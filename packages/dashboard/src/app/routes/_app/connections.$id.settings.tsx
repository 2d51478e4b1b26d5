/** `/connections/{id}/settings` */
import { createFileRoute } from "@tanstack/react-router";
import * as z from "zod/mini";
import { filterTabSearch } from "../../../resources/filters/use-filter-tab.ts";
import { ConnectionSettings } from "../../../screens/connection/connection-settings.tsx";

export const Route = createFileRoute("/_app/connections/$id/settings")({
  validateSearch: z.object(filterTabSearch),
  component: ConnectionSettings,
});
