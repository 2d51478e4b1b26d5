/** `/reset-password?token=`. If the link is not valid, the server redirects here with `?error=` and no token. */
import { createFileRoute, useRouter } from "@tanstack/react-router";
import { ResetPasswordScreen } from "../../../screens/reset-password/reset-password-screen.tsx";
import { fields, text } from "../../../ui/read.ts";

export const Route = createFileRoute("/_auth/reset-password")({
  validateSearch: fields({ token: text() }),
  component: ResetPassword,
});

function ResetPassword() {
  const router = useRouter();
  const { token } = Route.useSearch();
  return (
    <ResetPasswordScreen
      token={token}
      onReset={() =>
        router.navigate({ to: "/sign-in", search: { notice: "password-changed" }, replace: true })
      }
    />
  );
}
