/**
 * `/onboarding`: for a person without an organization. Somebody who was invited joins the organization that invited them,
 * and is not asked to make one.
 */
import { createFileRoute, redirect } from "@tanstack/react-router";
import { OnboardingScreen } from "../../screens/onboarding/onboarding-screen.tsx";
import { nameScripts } from "../page-scripts.ts";
import { PageFailed } from "../page-failed.tsx";
import { lacksOrganization, requireSession } from "../require-session.ts";
import { BrandFrame } from "../shell/brand-frame.tsx";
import { SignInQuestion } from "../shell/sign-in-question.tsx";
import { useSignOut } from "../shell/use-sign-out.ts";

export const Route = createFileRoute("/onboarding")({
  beforeLoad: async ({ context: { queryClient }, location: { pathname, href } }) => {
    nameScripts(pathname);
    const session = await requireSession(queryClient, href);
    // oxlint-disable-next-line typescript/only-throw-error -- the router expects a thrown redirect
    if (!lacksOrganization(session)) throw redirect({ to: "/projects", replace: true });
  },
  component: Onboarding,
  errorComponent: PageFailed,
});

function Onboarding() {
  const signOut = useSignOut();
  return (
    <BrandFrame isWide>
      <OnboardingScreen onSignOut={() => void signOut()} />
      <SignInQuestion />
    </BrandFrame>
  );
}
