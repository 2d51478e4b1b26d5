/** `/settings/project/access/add`: a dialog over the page, which shows it. */
import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/_app/settings/project/access/add")({});
