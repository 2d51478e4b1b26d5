/** `/issue-triggers` redirects to the list of its first type. */
import { ISSUE_TYPES } from "@posthorn/contract/causes";
import { createFileRoute, redirect } from "@tanstack/react-router";

export const Route = createFileRoute("/_app/issue-triggers/")({
  beforeLoad: () => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router expects a thrown redirect
    throw redirect({ to: "/issue-triggers/$type", params: { type: ISSUE_TYPES[0] }, replace: true });
  },
});
