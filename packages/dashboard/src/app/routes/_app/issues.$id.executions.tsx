/** `/issues/{id}/executions` */
import { createFileRoute } from "@tanstack/react-router";
import { IssueExecutions } from "../../../screens/issue/issue-executions.tsx";
import { IssueSearch } from "../../../screens/issue/issue-url.ts";

export const Route = createFileRoute("/_app/issues/$id/executions")({
  validateSearch: IssueSearch,
  component: IssueExecutions,
});
