/** How does the dashboard create a project? The form shows a failure itself. */
import type { BodyOf } from "@posthorn/contract/endpoint";
import { createProject } from "@posthorn/contract/projects";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { sessionQuery } from "../session/session-queries.ts";
import { usePerson } from "../session/use-session.ts";

/**
 * When it is done, the session knows the project. The call is made for a project of the same organization, because the
 * server asks for the right there. People who have that right see all projects of the organization, and it has at least one.
 */
export function useCreateProject(organizationId: string) {
  const client = useQueryClient();
  const projectId = usePerson().projects.find(
    ({ organization_id }) => organization_id === organizationId,
  )?.id;
  return useMutation({
    mutationFn: (body: Omit<BodyOf<typeof createProject>, "organization_id">) =>
      call(createProject, { body: { ...body, organization_id: organizationId }, projectId }),
    onSuccess: () => client.refetchQueries(sessionQuery),
  });
}
