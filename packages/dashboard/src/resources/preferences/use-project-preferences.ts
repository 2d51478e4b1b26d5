/**
 * What does the browser remember for this person in this project? For example the width of the side panel.
 */
import { useCallback } from "react";
import { useSession } from "../session/use-session.ts";
import { withProjectPreferences, type ProjectPreferences } from "./preferences.ts";
import { changePreferences, usePreferences } from "./preferences-store.ts";

const NONE: ProjectPreferences = {};

export function useProjectPreferences(): [ProjectPreferences, (change: Partial<ProjectPreferences>) => void] {
  const { user, project } = useSession();
  const remembered = usePreferences(
    (preferences) => preferences.users[user.id]?.projects?.[project.id] ?? NONE,
  );
  const remember = useCallback(
    (change: Partial<ProjectPreferences>) =>
      changePreferences((preferences) => withProjectPreferences(preferences, user.id, project.id, change)),
    [user.id, project.id],
  );
  return [remembered, remember];
}
