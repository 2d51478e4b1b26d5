/** `/settings/organization/plans/{plan}` and `/plans/downgrade`: dialogs over the page, which shows them. */
import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/_app/settings/organization/plans/$id")({});
