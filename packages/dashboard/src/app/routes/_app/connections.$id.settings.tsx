/** `/connections/{id}/settings` */
import { createFileRoute } from "@tanstack/react-router";
import { ConnectionSettings } from "../../../screens/connection/connection-settings.tsx";

export const Route = createFileRoute("/_app/connections/$id/settings")({ component: ConnectionSettings });
