/**
 * Which frame does a page have? The shell of the project that this tab shows.
 *
 * A person without a project has the pages of their own account, in a frame without a rail. A tab that has lost its project
 * leaves all pages of it and says why at `/projects`. With a lock, the project's pages are closed, and the frame says why in
 * their place.
 */
import type { Lock } from "@posthorn/contract/plans";
import { Navigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { usePerson } from "../../resources/session/use-session.ts";
import { later } from "../../ui/later.tsx";
import { useLockChanges } from "../plan-lock.ts";
import { useLostProject } from "./lost-project.ts";
import { SignedInShell } from "./signed-in-shell.tsx";

const PersonFrame = later(() => import("./person-frame.tsx")).component((loaded) => loaded.PersonFrame);

const PlanLockPage = later(() => import("./plan-lock-page.tsx")).component((loaded) => loaded.PlanLockPage);

export interface AppFrameProps {
  lock?: Lock;
  children?: ReactNode;
}

export function AppFrame({ lock, children }: AppFrameProps) {
  const { projects } = usePerson();
  useLockChanges();
  const lost = useLostProject();
  if (lost) return <Navigate to="/projects" state={{ lostProject: lost.name }} replace />;
  if (lock) return <PlanLockPage lock={lock} />;
  const Frame = projects.length > 0 ? SignedInShell : PersonFrame;
  return <Frame>{children}</Frame>;
}
