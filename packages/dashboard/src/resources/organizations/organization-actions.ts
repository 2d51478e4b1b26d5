/** How does the dashboard rename, leave and delete the organization of this tab? Forms show failures themselves. */
import { deleteOrganization, leaveOrganization, updateOrganization } from "@posthorn/contract/organizations";
import type { BodyOf } from "@posthorn/contract/endpoint";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { sessionQuery } from "../session/session-queries.ts";
import { useSession } from "../session/use-session.ts";
import { useGoOn } from "../session/use-switch-project.ts";

/** When it is done, the session has the new name. */
export function useRenameOrganization() {
  const { organization } = useSession();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof updateOrganization>) =>
      call(updateOrganization, { params: { organization_id: organization.id }, body }),
    onSuccess: () => client.refetchQueries(sessionQuery),
  });
}

export function useLeaveOrganization(organization: { id: string; name: string }) {
  const goOn = useGoOn();
  return useMutation({
    mutationFn: () => call(leaveOrganization, { params: { organization_id: organization.id } }),
    onSuccess: async () => {
      await goOn();
      toast.success(`You have left ${organization.name}`);
    },
    onError: (error) => toast.error("You could not leave", { description: firstMessage(error) }),
  });
}

export function useDeleteOrganization() {
  const { organization } = useSession();
  const goOn = useGoOn();
  return useMutation({
    mutationFn: (body: BodyOf<typeof deleteOrganization>) =>
      call(deleteOrganization, { params: { organization_id: organization.id }, body }),
    onSuccess: async () => {
      await goOn();
      toast.success(`${organization.name} was deleted`);
    },
  });
}
