/**
 * `/create-first-connection`: the guide has a header of its own, and no rail that leads away from it. While a plan locks the
 * project, `/connections` says so.
 */
import { createFileRoute, Navigate, redirect } from "@tanstack/react-router";
import { guideConnectionsQuery, progressQuery } from "../../resources/onboarding/onboarding-queries.ts";
import { useLostProject } from "../../resources/session/use-session.ts";
import { GuidedScreen } from "../../screens/guided-flow/guided-screen.tsx";
import { nameScripts } from "../page-scripts.ts";
import { PageFailed } from "../page-failed.tsx";
import { requireProject } from "../require-session.ts";
import { SignInQuestion } from "../shell/sign-in-question.tsx";

export const Route = createFileRoute("/create-first-connection")({
  beforeLoad: async ({ context: { queryClient }, location: { pathname, href } }) => {
    nameScripts(pathname);
    const { lock } = await requireProject(queryClient, href);
    // oxlint-disable-next-line typescript/only-throw-error -- the router expects a thrown redirect
    if (lock) throw redirect({ to: "/connections", replace: true });
  },
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(progressQuery);
    void queryClient.prefetchQuery(guideConnectionsQuery(null));
  },
  component: CreateFirstConnection,
  errorComponent: PageFailed,
});

function CreateFirstConnection() {
  const lost = useLostProject();
  if (lost) return <Navigate to="/projects" state={{ lostProject: lost.name }} replace />;
  return (
    <div className="flex h-full flex-col">
      <GuidedScreen />
      <SignInQuestion />
    </div>
  );
}
