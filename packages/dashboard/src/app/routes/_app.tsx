/**
 * The frame of every page of a project, and of the settings. These pages need a session. All but those of the own account
 * need a project, too. While a plan locks a project, its pages are closed.
 */
import { createFileRoute, Outlet } from "@tanstack/react-router";
import { nameScripts } from "../page-scripts.ts";
import { PlanLocked, staysOpen } from "../plan-lock.ts";
import { findProject, requireProject } from "../require-session.ts";
import { AppFrame } from "../shell/app-frame.tsx";
import { needsNoProject } from "../shell/settings-pages.ts";
import { later } from "../../ui/later.tsx";
import { PageFailed } from "../page-failed.tsx";

const PlanLockPage = later(() => import("../shell/plan-lock-page.tsx")).component(
  (loaded) => loaded.PlanLockPage,
);

export const Route = createFileRoute("/_app")({
  beforeLoad: async ({ context: { queryClient }, location: { pathname, href } }) => {
    nameScripts(pathname);
    const roles = needsNoProject(pathname) ? findProject : requireProject;
    const held = await roles(queryClient, href);
    if (held?.lock && !staysOpen(pathname)) throw new PlanLocked(held.lock);
    return { held };
  },
  component: () => (
    <AppFrame>
      <Outlet />
    </AppFrame>
  ),
  errorComponent: (failed) =>
    failed.error instanceof PlanLocked ? (
      <PlanLockPage lock={failed.error.lock} />
    ) : (
      <PageFailed {...failed} />
    ),
});
