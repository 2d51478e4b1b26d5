/**
 * The frame of every page of a project. These pages need a session.
 */
import { createFileRoute, Outlet } from "@tanstack/react-router";
import { nameScripts } from "../page-scripts.ts";
import { requireSession } from "../require-session.ts";
import { SignedInShell } from "../shell/signed-in-shell.tsx";
import { PageFailed } from "../page-failed.tsx";

export const Route = createFileRoute("/_app")({
  beforeLoad: ({ context, location }) => {
    nameScripts(location.pathname);
    return requireSession(context.queryClient, location.href);
  },
  component: () => (
    <SignedInShell>
      <Outlet />
    </SignedInShell>
  ),
  errorComponent: PageFailed,
});
