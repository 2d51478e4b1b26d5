/** The people of the organization: their roles, changed in place, and the way out for each of them. */
import type { OrganizationMember } from "@posthorn/contract/organizations";
import { useQuery } from "@tanstack/react-query";
import { LeaveOrganizationButton } from "../../resources/organizations/leave-organization-button.tsx";
import { membersQuery } from "../../resources/organizations/organization-queries.ts";
import { PersonLine } from "../../resources/people/person-line.tsx";
import { useSession } from "../../resources/session/use-session.ts";
import { Badge } from "../../ui/badge.tsx";
import { LensDrawing } from "../../ui/drawings.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ListStates } from "../../ui/list/list-states.tsx";
import { Table, Td, Th, Tr } from "../../ui/table.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import { RemoveMemberButton } from "./remove-member-button.tsx";
import { RoleSelect } from "./role-select.tsx";

export function MembersList({ search }: { search: string }) {
  const { organization, user } = useSession();
  const members = useQuery(membersQuery(organization.id, search));
  const none = <EmptyState drawing={<LensDrawing />} title="No matching users found." />;
  return (
    <ListStates
      label="Members"
      columns={4}
      rows={members.data?.models}
      error={members.error}
      onRetry={members.refetch}
      isFiltered={search !== ""}
      empty={none}
      noneFound={none}
    >
      {(rows) => (
        <Table label="Members" isStale={members.isPlaceholderData}>
          <thead>
            <tr>
              <Th className="w-full">Name</Th>
              <Th>Role</Th>
              <Th className="max-md:hidden">Joined</Th>
              <Th>
                <span className="sr-only">Actions</span>
              </Th>
            </tr>
          </thead>
          <tbody className="[--cell-h:48px]">
            {rows.map((member) => (
              <MemberRow key={member.id} member={member} isSelf={member.user_id === user.id} />
            ))}
          </tbody>
        </Table>
      )}
    </ListStates>
  );
}

function MemberRow({ member, isSelf }: { member: OrganizationMember; isSelf: boolean }) {
  const { organization } = useSession();
  return (
    <Tr>
      <Td className="max-w-0">
        <span className="flex items-center justify-between gap-3">
          <PersonLine person={member} />
          {member.status === "TRIAL_EXPIRED" ? <Badge>Trial expired</Badge> : null}
        </span>
      </Td>
      <Td>
        <RoleSelect member={member} />
      </Td>
      <Td className="max-md:hidden">
        <Timestamp value={member.created_at} />
      </Td>
      <Td className="text-right">
        {isSelf ? (
          <LeaveOrganizationButton organization={organization} size="sm">
            Leave…
          </LeaveOrganizationButton>
        ) : (
          <RemoveMemberButton member={member} />
        )}
      </Td>
    </Tr>
  );
}
