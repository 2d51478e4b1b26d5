/** `/transformations/{id}/executions/all`: another address of the same list. */
import { createFileRoute, redirect } from "@tanstack/react-router";
import { ExecutionsSearch } from "../../../resources/transformations/executions-url.ts";

export const Route = createFileRoute("/_app/transformations/$id/executions/all")({
  validateSearch: ExecutionsSearch,
  beforeLoad: ({ params, search }) => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router expects a thrown redirect
    throw redirect({ to: "/transformations/$id/executions", params, search, replace: true });
  },
});
