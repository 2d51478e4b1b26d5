/** Every address without a page of its own: another name of a page (see redirects.ts), or a link that is cut short. */
import { createFileRoute, redirect } from "@tanstack/react-router";
import { NotFound } from "../../not-found.tsx";
import { redirectOf } from "../../redirects.ts";

export const Route = createFileRoute("/_app/$")({
  // Keeps the search for the page that a redirect leads to. That page drops what it does not know.
  validateSearch: (search: Record<string, unknown>) => search,
  beforeLoad: ({ context: { held }, params: { _splat: rest = "" } }) => {
    const to = redirectOf(`/${rest.replace(/\/+$/, "")}`, held);
    if (to === undefined) return;
    // The cast is safe: the router resolves any address of ours, and one without a page comes back here.
    // oxlint-disable-next-line typescript/only-throw-error -- the router expects a thrown redirect
    throw redirect({ to: to as "/", search: true, replace: true });
  },
  component: NotFound,
});
