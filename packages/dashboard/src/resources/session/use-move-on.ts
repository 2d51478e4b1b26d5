/** Where does this tab go when its project is gone: deleted, or of an organization that the person has left? */
import type { Session } from "@posthorn/contract/dashboard-api";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { chooseCurrentProject } from "../api/current-project.ts";
import { sessionQuery } from "./session-queries.ts";
import { useSession } from "./use-session.ts";

type IsGone = (project: Session["projects"][number]) => boolean;

/** To the first project that is left, or else to the list of projects. */
export function useMoveOn(): (isGone: IsGone) => Promise<void> {
  const { projects } = useSession();
  const client = useQueryClient();
  const router = useRouter();
  return async (isGone) => {
    const next = projects.find((project) => !isGone(project));
    // What was typed belonged to what is gone, so no form asks about it.
    await router.navigate({ to: next ? "/events" : "/projects", ignoreBlocker: true });
    chooseCurrentProject(next?.id ?? null);
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
    await client.refetchQueries(sessionQuery);
    await router.invalidate();
  };
}
