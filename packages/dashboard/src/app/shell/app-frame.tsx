/**
 * Which frame does a page have? The shell of the project that this tab shows.
 *
 * A person without a project has the pages of their own account, in a frame without a rail. A tab that has lost its project
 * leaves all pages of it and says why at `/projects`.
 */
import { Navigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useLostProject, usePerson } from "../../resources/session/use-session.ts";
import { later } from "../../ui/later.tsx";
import { SignedInShell } from "./signed-in-shell.tsx";
import { useLockChanges } from "./use-lock-changes.ts";

const PersonFrame = later(() => import("./person-frame.tsx")).component((loaded) => loaded.PersonFrame);

export function AppFrame({ children }: { children: ReactNode }) {
  useLockChanges(null);
  const { projects } = usePerson();
  const lost = useLostProject();
  if (lost) return <Navigate to="/projects" state={{ lostProject: lost.name }} replace />;
  const Frame = projects.length > 0 ? SignedInShell : PersonFrame;
  return <Frame>{children}</Frame>;
}
