/**
 * How does the dashboard change who has access to the project?
 *
 * A role may be the person's own, so each change reads the session again. A dialog shows its own failure; the rest is
 * toasts, in the server's words.
 */
import type { BodyOf } from "@posthorn/contract/endpoint";
import {
  addProjectMembers,
  leaveProject,
  removeProjectMember,
  updateProjectMember,
  type ProjectMember,
} from "@posthorn/contract/project-members";
import type { GrantedRole } from "@posthorn/contract/roles";
import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { sessionQuery } from "../session/session-queries.ts";
import { useSession } from "../session/use-session.ts";
import { useGoOn } from "../session/use-switch-project.ts";
import { PROJECT_MEMBERS, projectMembersQuery } from "./project-member-queries.ts";

function readAgain(client: QueryClient): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: [PROJECT_MEMBERS] }),
    client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  ]);
}

export function useAddProjectMembers() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof addProjectMembers>) => call(addProjectMembers, { body }),
    onSuccess(list, { members }) {
      client.setQueryData(projectMembersQuery.queryKey, list);
      toast.success(members.length === 1 ? "Member added" : `${members.length} members added`);
    },
    onSettled: () => readAgain(client),
  });
}

interface RoleChange {
  id: string;
  role: GrantedRole;
}

export function useChangeProjectRole() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, role }: RoleChange) => call(updateProjectMember, { params: { id }, body: { role } }),
    onSuccess: (member: ProjectMember) => toast.success(`Role of ${member.user_name} changed`),
    onError: (error) => toast.error(firstMessage(error)),
    onSettled: () => readAgain(client),
  });
}

export function useRemoveProjectMember() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: { id: string }) => call(removeProjectMember, { params: { id } }),
    onSuccess: () => toast.success("Member removed"),
    onError: (error) => toast.error(firstMessage(error)),
    onSettled: () => readAgain(client),
  });
}

/** When it is done, the tab has gone on with another project, unless the person still sees this one. */
export function useLeaveProject() {
  const { project } = useSession();
  const goOn = useGoOn();
  return useMutation({
    mutationFn: () => call(leaveProject),
    async onSuccess() {
      toast.success(`You left ${project.name}`);
      await goOn();
    },
    onError: (error) => toast.error(firstMessage(error)),
  });
}
