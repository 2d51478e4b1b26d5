/** `/issue-triggers/{id}/issues` */
import { createFileRoute } from "@tanstack/react-router";
import { TriggeredIssues } from "../../../screens/issue-trigger/triggered-issues.tsx";

export const Route = createFileRoute("/_app/issue-triggers/it_{$id}/issues")({ component: TriggeredIssues });
