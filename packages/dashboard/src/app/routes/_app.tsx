/**
 * The frame of every page of a project, and of the settings. These pages need a session. All but those of the own account
 * need a project, too.
 */
import { createFileRoute, Outlet } from "@tanstack/react-router";
import { nameScripts } from "../page-scripts.ts";
import { findProject, requireProject } from "../require-session.ts";
import { AppFrame } from "../shell/app-frame.tsx";
import { needsNoProject } from "../shell/settings-pages.ts";
import { PageFailed } from "../page-failed.tsx";

export const Route = createFileRoute("/_app")({
  beforeLoad: async ({ context: { queryClient }, location: { pathname, href } }) => {
    nameScripts(pathname);
    const roles = needsNoProject(pathname) ? findProject : requireProject;
    return { held: await roles(queryClient, href) };
  },
  component: () => (
    <AppFrame>
      <Outlet />
    </AppFrame>
  ),
  errorComponent: PageFailed,
});
