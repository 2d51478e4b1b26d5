/**
 * Adds the tooltip and the toasts to every page, signed in or not.
 */
import { createRootRouteWithContext, Outlet } from "@tanstack/react-router";
import { Toaster } from "../../ui/toaster.tsx";
import { Tooltips } from "../../ui/tooltips.tsx";
import { CrashScreen } from "../crash-screen.tsx";
import { NotFound } from "../not-found.tsx";
import type { RouterContext } from "../router.tsx";

export const Route = createRootRouteWithContext<RouterContext>()({
  component: Root,
  errorComponent: CrashScreen,
  notFoundComponent: NotFound,
});

function Root() {
  return (
    <>
      <Outlet />
      <Tooltips />
      <Toaster />
    </>
  );
}
