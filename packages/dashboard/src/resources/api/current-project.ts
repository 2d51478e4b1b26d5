/**
 * Which project does this tab look at? Every call names it in `X-Project-ID`, since one session sees several.
 *
 * Set by `app/` when the session is known and when somebody switches; kept per tab, so that two tabs can show two
 * projects. Whoever switches also clears the query cache: what is cached belongs to the project before.
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

/** Returns what ends the subscription. */
export function onCurrentProjectChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
