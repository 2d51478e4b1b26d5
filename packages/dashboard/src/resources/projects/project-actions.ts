/** How does the dashboard create, change, transfer and delete a project? The form or the screen shows a failure itself. */
import type { BodyOf } from "@posthorn/contract/endpoint";
import { transferProject } from "@posthorn/contract/project-members";
import { createProject, deleteProject, updateProject } from "@posthorn/contract/projects";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { call } from "../api/call.ts";
import { PROJECT_MEMBERS } from "../project-members/project-member-queries.ts";
import { sessionQuery } from "../session/session-queries.ts";
import { usePerson, useSession } from "../session/use-session.ts";
import { useGoOn } from "../session/use-switch-project.ts";
import { projectQuery } from "./project-queries.ts";

/**
 * When it is done, the session knows the project. The call is made for a project of the same organization, because the tab
 * may have lost its own. People who may create projects see all of the organization, and it has at least one.
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

export interface ProjectChange {
  id: string;
  body: BodyOf<typeof updateProject>;
  /** The version that the form has read. The server refuses to save over a newer one. */
  version?: string | undefined;
}

/** When it is done, the session knows the new name and privacy. */
export function useUpdateProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body, version }: ProjectChange) =>
      call(updateProject, {
        params: { id },
        body,
        ...(version !== undefined && { ifUnchangedSince: version }),
      }),
    async onSuccess(project) {
      client.setQueryData(projectQuery(project.id).queryKey, project);
      await Promise.all([
        client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
        client.invalidateQueries({ queryKey: [PROJECT_MEMBERS] }),
      ]);
    },
  });
}

/** Of the tab's project. When it is done, the page shows it in its new organization. */
export function useTransferProject() {
  const { project, organizations } = useSession();
  const goOn = useGoOn();
  return useMutation({
    mutationFn: (body: BodyOf<typeof transferProject>) => call(transferProject, { body }),
    async onSuccess(_moved, { organization_id }) {
      const target = organizations.find(({ id }) => id === organization_id);
      toast.success(`${project.name} now belongs to ${target?.name ?? "the other organization"}`);
      await goOn();
    },
  });
}

/** Of the tab's project. When it is done, the tab has gone on with another one. */
export function useDeleteProject() {
  const { project } = useSession();
  const goOn = useGoOn();
  return useMutation({
    mutationFn: () => call(deleteProject, { params: { id: project.id } }),
    async onSuccess() {
      toast.success(`${project.name} was deleted`);
      await goOn();
    },
  });
}
