/** `/settings` leads to the first page of settings that the person may open. */
import { createFileRoute, redirect } from "@tanstack/react-router";
import { nearestSettings } from "../../shell/settings-pages.ts";

export const Route = createFileRoute("/_app/settings/")({
  beforeLoad: ({ context: { held } }) => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router expects a thrown redirect
    throw redirect({ to: nearestSettings("/settings", held), replace: true });
  },
});
