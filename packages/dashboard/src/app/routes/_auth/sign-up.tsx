/** `/sign-up`. Redirects to the sign-in if the installation has an owner. */
import { useQueryClient } from "@tanstack/react-query";
import { createFileRoute, redirect, useRouter } from "@tanstack/react-router";
import { setupQuery } from "../../../resources/session/session-queries.ts";
import { SignUpScreen } from "../../../screens/sign-up/sign-up-screen.tsx";

export const Route = createFileRoute("/_auth/sign-up")({
  beforeLoad: async ({ context }) => {
    const { setup_needed } = await context.queryClient.fetchQuery(setupQuery);
    // oxlint-disable-next-line typescript/only-throw-error -- the router expects a thrown redirect
    if (!setup_needed) throw redirect({ to: "/sign-in", replace: true });
  },
  component: SignUp,
});

function SignUp() {
  const router = useRouter();
  const queryClient = useQueryClient();
  const enter = async () => {
    queryClient.clear();
    await router.navigate({ to: "/onboarding", replace: true });
  };
  return <SignUpScreen onSignedUp={enter} />;
}
