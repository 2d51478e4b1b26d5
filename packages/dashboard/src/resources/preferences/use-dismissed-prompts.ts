/**
 * Which first-time prompts has this person dismissed for good in this project? A prompt has a name, such as
 * `connection.pause`.
 */
import { useProjectPreferences } from "./use-project-preferences.ts";

export interface DismissedPrompts {
  isDismissed: (name: string) => boolean;
  dismiss: (name: string) => void;
}

export function useDismissedPrompts(): DismissedPrompts {
  const [{ dismissed_prompts = [] }, remember] = useProjectPreferences();
  return {
    isDismissed: (name) => dismissed_prompts.includes(name),
    dismiss: (name) => remember({ dismissed_prompts: [...new Set([...dismissed_prompts, name])] }),
  };
}
