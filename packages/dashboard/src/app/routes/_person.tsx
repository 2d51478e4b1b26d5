/** The frame of pages that need a person, and no project. */
import { createFileRoute, Outlet } from "@tanstack/react-router";
import { nameScripts } from "../page-scripts.ts";
import { requireSession } from "../require-session.ts";
import { PersonFrame } from "../shell/person-frame.tsx";
import { PageFailed } from "../page-failed.tsx";

export const Route = createFileRoute("/_person")({
  beforeLoad: async ({ context, location }) => {
    nameScripts(location.pathname);
    await requireSession(context.queryClient, location.href);
  },
  component: () => (
    <PersonFrame>
      <Outlet />
    </PersonFrame>
  ),
  errorComponent: PageFailed,
});
