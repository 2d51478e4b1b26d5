/**
 * How does the dashboard change roles, remove people, and invite them? The server's message says why it refused.
 *
 * An invitation that comes back with a link was not mailed. The screen then shows the link, and no toast says otherwise.
 */
import {
  createInvitations,
  removeMember,
  resendInvitation,
  revokeInvitation,
  updateMember,
  type OrganizationInvitation,
  type OrganizationMember,
} from "@posthorn/contract/organizations";
import type { BodyOf } from "@posthorn/contract/endpoint";
import type { Role } from "@posthorn/contract/roles";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { sessionQuery } from "../session/session-queries.ts";
import { useSession } from "../session/use-session.ts";
import { PEOPLE } from "./organization-queries.ts";
import { ROLE_LABELS } from "../people/role-labels.ts";

function usePeopleChange<Input, Reply>(
  change: (organization_id: string, input: Input) => Promise<Reply>,
  { said, failed }: { said: (input: Input, reply: Reply) => string | null; failed?: string },
) {
  const { organization } = useSession();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(organization.id, input),
    onSuccess: (reply, input) => {
      const text = said(input, reply);
      if (text !== null) toast.success(text);
    },
    onError: (error) => {
      if (failed !== undefined) toast.error(failed, { description: firstMessage(error) });
    },
    onSettled: () => client.invalidateQueries({ queryKey: [PEOPLE] }),
  });
}

export interface RoleChange {
  member: OrganizationMember;
  role: Role;
}

/** The owner who makes another member the owner becomes admin. So the own role may change too. */
export function useChangeRole() {
  const client = useQueryClient();
  return usePeopleChange(
    async (organization_id, { member, role }: RoleChange) => {
      const changed = await call(updateMember, {
        params: { organization_id, id: member.id },
        body: { role },
      });
      await client.refetchQueries(sessionQuery);
      return changed;
    },
    {
      said: ({ member, role }) => `${member.user_name} is now ${ROLE_LABELS[role].toLowerCase()}`,
      failed: "The role was not changed",
    },
  );
}

export function useRemoveMember() {
  return usePeopleChange(
    (organization_id, { id }: OrganizationMember) => call(removeMember, { params: { organization_id, id } }),
    { said: ({ user_name }) => `${user_name} was removed`, failed: "Nobody was removed" },
  );
}

/** The form shows a failure itself. */
export function useInvite() {
  return usePeopleChange(
    (organization_id, body: BodyOf<typeof createInvitations>) =>
      call(createInvitations, { params: { organization_id }, body }),
    {
      said: ({ invitations }, { models }) => {
        if (models.some(({ link }) => link !== null)) return null;
        return invitations.length === 1 ? "Invitation sent" : `${invitations.length} invitations sent`;
      },
    },
  );
}

export function useResendInvitation() {
  return usePeopleChange(
    (organization_id, { id }: OrganizationInvitation) =>
      call(resendInvitation, { params: { organization_id, id } }),
    {
      said: ({ email }, { link }) =>
        link === null ? `Invitation sent to ${email} again. The old link is no longer valid.` : null,
      failed: "The invitation was not sent",
    },
  );
}

export function useRevokeInvitation() {
  return usePeopleChange(
    (organization_id, { id }: OrganizationInvitation) =>
      call(revokeInvitation, { params: { organization_id, id } }),
    {
      said: ({ email }) => `The invitation of ${email} was revoked`,
      failed: "The invitation was not revoked",
    },
  );
}
