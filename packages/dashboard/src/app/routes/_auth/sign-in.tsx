/**
 * `/sign-in`. Redirects to the sign-up if the installation has no owner yet, and sends people on who are signed in: a
 * password is asked for only where it is needed.
 */
import { useQueryClient } from "@tanstack/react-query";
import { createFileRoute, redirect, useRouter } from "@tanstack/react-router";
import { safeReturnPath } from "../../../resources/session/return-path.ts";
import { sessionQuery, setupQuery } from "../../../resources/session/session-queries.ts";
import { SignInScreen } from "../../../screens/sign-in/sign-in-screen.tsx";
import { fields, oneOf, text } from "../../../ui/read.ts";

export const Route = createFileRoute("/_auth/sign-in")({
  validateSearch: fields({ redirect: text(), notice: oneOf(["password-changed"]) }),
  beforeLoad: async ({ context: { queryClient }, search }) => {
    const [{ setup_needed }, isSignedIn] = await Promise.all([
      queryClient.fetchQuery(setupQuery),
      queryClient.fetchQuery({ ...sessionQuery, retry: false }).then(
        () => true,
        () => false, // also if the server is away: the form says so
      ),
    ]);
    // oxlint-disable-next-line typescript/only-throw-error -- the router expects a thrown redirect
    if (setup_needed) throw redirect({ to: "/sign-up", replace: true });
    // oxlint-disable-next-line typescript/only-throw-error -- the router expects a thrown redirect
    if (isSignedIn) throw redirect({ href: safeReturnPath(search.redirect), replace: true });
  },
  component: SignIn,
});

function SignIn() {
  const router = useRouter();
  const queryClient = useQueryClient();
  const { redirect: asked, notice } = Route.useSearch();
  const enter = async () => {
    queryClient.clear();
    await router.navigate({ href: safeReturnPath(asked), replace: true });
  };
  return (
    <SignInScreen
      to={safeReturnPath(asked)}
      notice={notice === undefined ? undefined : "Your password was changed. Sign in with the new one."}
      onSignedIn={enter}
    />
  );
}
