/** `/issue-triggers/{id}`, Overview */
import { createFileRoute } from "@tanstack/react-router";
import { TriggerOverview } from "../../../screens/issue-trigger/trigger-overview.tsx";

export const Route = createFileRoute("/_app/issue-triggers/it_{$id}/")({ component: TriggerOverview });
