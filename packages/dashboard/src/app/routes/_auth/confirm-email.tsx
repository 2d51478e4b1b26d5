/** `/confirm-email`: the link that a new address gets. Only the person who asked can use it, so it needs their session. */
import { createFileRoute } from "@tanstack/react-router";
import { ConfirmEmailScreen } from "../../../screens/confirm-email/confirm-email-screen.tsx";
import { fields, text } from "../../../ui/read.ts";
import { requireSession } from "../../require-session.ts";

export const Route = createFileRoute("/_auth/confirm-email")({
  validateSearch: fields({ token: text() }),
  beforeLoad: async ({ context, location }) =>
    void (await requireSession(context.queryClient, location.href)),
  component: ConfirmEmail,
});

function ConfirmEmail() {
  const { token = "" } = Route.useSearch();
  return <ConfirmEmailScreen key={token} token={token} />;
}
