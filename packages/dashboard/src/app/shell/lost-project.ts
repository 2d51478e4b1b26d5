/**
 * Has somebody deleted the project of this tab, or ended the person's access to it? Then the session no longer lists it.
 * A page of the project then leaves: it must not go on with another project by itself, because the next press would act on
 * that one.
 */
import { useState } from "react";
import { useCurrentProjectId, usePerson } from "../../resources/session/use-session.ts";

/** `name` is how the project was called. Null while the person has it. */
export function useLostProject(): { name: string | undefined } | null {
  const { projects } = usePerson();
  const currentId = useCurrentProjectId();
  const current = projects.find(({ id }) => id === currentId);
  const [name, setName] = useState(current?.name);
  if (current && current.name !== name) setName(current.name);
  return currentId !== null && !current ? { name } : null;
}
