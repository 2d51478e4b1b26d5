/**
 * Which project does this tab show? Every call names it in `X-Project-ID`, since one session can see several.
 *
 * `app/` sets it when it knows the session, and when a person switches. Each tab has its own value, so that two tabs
 * can show two projects. Code that switches must also clear the query cache, which belongs to the old project.
 */
let projectId: string | null = null;
const listeners = new Set<() => void>();

export function currentProjectId(): string | null {
  return projectId;
}

export function chooseCurrentProject(id: string | null): void {
  projectId = id;
  for (const listener of listeners) listener();
}

/** Returns the unsubscribe function. */
export function onCurrentProjectChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
