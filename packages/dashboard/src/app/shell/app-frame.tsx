/**
 * Which frame does a page have? The shell of the project that this tab shows.
 *
 * A person without a project has the pages of their own account, in a frame without a rail. If somebody deletes the
 * project, or the person loses access to it, the session no longer lists it: the tab then leaves all pages of the project
 * and says why at `/projects`. It must not go on with another project by itself, because the next press would act on that one.
 */
import { Navigate } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { useCurrentProjectId, usePerson } from "../../resources/session/use-session.ts";
import { later } from "../../ui/later.tsx";
import { SignedInShell } from "./signed-in-shell.tsx";

const PersonFrame = later(() => import("./person-frame.tsx")).component((loaded) => loaded.PersonFrame);

export function AppFrame({ children }: { children: ReactNode }) {
  const { projects } = usePerson();
  const currentId = useCurrentProjectId();
  const current = projects.find(({ id }) => id === currentId);
  const [lastName, setLastName] = useState(current?.name);
  if (current && current.name !== lastName) setLastName(current.name);
  if (currentId !== null && !current)
    return <Navigate to="/projects" state={{ lostProject: lastName }} replace />;
  const Frame = projects.length > 0 ? SignedInShell : PersonFrame;
  return <Frame>{children}</Frame>;
}
