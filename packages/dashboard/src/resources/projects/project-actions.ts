/** How does the dashboard create a project? The form shows a failure itself. */
import type { BodyOf } from "@posthorn/contract/endpoint";
import { createProject } from "@posthorn/contract/projects";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { sessionQuery } from "../session/session-queries.ts";

/** When it is done, the session knows the project. */
export function useCreateProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof createProject>) => call(createProject, { body }),
    onSuccess: () => client.refetchQueries(sessionQuery),
  });
}
