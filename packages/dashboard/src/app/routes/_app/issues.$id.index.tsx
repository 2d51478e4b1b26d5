/** `/issues/{id}`, Overview */
import { createFileRoute } from "@tanstack/react-router";
import { IssueOverview } from "../../../screens/issue/issue-overview.tsx";
import { IssueSearch } from "../../../screens/issue/issue-url.ts";

export const Route = createFileRoute("/_app/issues/$id/")({
  validateSearch: IssueSearch,
  component: IssueOverview,
});
