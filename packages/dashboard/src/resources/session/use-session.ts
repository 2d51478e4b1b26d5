/**
 * Which person is signed in, and which project does this tab show? Use it only in routes that need a session: they
 * have loaded it before they draw.
 */
import type { Session } from "@posthorn/contract/dashboard-api";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import { currentProjectId, onCurrentProjectChange } from "../api/current-project.ts";
import { sessionQuery } from "./session-queries.ts";

export interface CurrentSession extends Session {
  /** The one of `projects` that this tab shows. */
  project: Session["projects"][number];
  /** The one of `organizations` that has the project. */
  organization: Session["organizations"][number];
}

function withCurrentProject(session: Session, projectId: string | null): CurrentSession | null {
  const project = session.projects.find(({ id }) => id === projectId) ?? session.projects[0];
  const organization = session.organizations.find(({ id }) => id === project?.organization_id);
  return project && organization ? { ...session, project, organization } : null;
}

/** For pages that need no project. A person may have none, and belong to no organization. */
export function usePerson(): Session {
  return useSuspenseQuery(sessionQuery).data;
}

/** Null if no project was chosen, or the person had none. */
export function useCurrentProjectId(): string | null {
  return useSyncExternalStore(onCurrentProjectChange, currentProjectId);
}

/** Null for a person without a project. */
export function useSessionIfAny(): CurrentSession | null {
  return withCurrentProject(usePerson(), useCurrentProjectId());
}

export function useSession(): CurrentSession {
  const session = useSessionIfAny();
  if (!session) throw new Error("This account has no project");
  return session;
}

/**
 * Has somebody deleted the project of this tab, or ended the person's access to it? Then the session no longer lists it. A page
 * of the project then leaves: it must not go on with another project by itself, because the next press would act on that one.
 * `name` is how the project was called. Null while the person has it.
 */
export function useLostProject(): { name: string | undefined } | null {
  const { projects } = usePerson();
  const currentId = useCurrentProjectId();
  const current = projects.find(({ id }) => id === currentId);
  const [name, setName] = useState(current?.name);
  if (current && current.name !== name) setName(current.name);
  return currentId !== null && !current ? { name } : null;
}
