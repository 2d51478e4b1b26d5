/** `/sources/{id}/settings` */
import { createFileRoute } from "@tanstack/react-router";
import { SourceSettings } from "../../../screens/source-settings/source-settings.tsx";

export const Route = createFileRoute("/_app/sources/$id/settings")({ component: SourceSettings });
