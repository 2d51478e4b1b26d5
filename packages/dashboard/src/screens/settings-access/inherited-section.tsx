/** The people who have access through the organization. Only the organization can change them. */
import type { ProjectMember } from "@posthorn/contract/project-members";
import { useState } from "react";
import { ROLE_LABELS } from "../../resources/people/role-labels.ts";
import { PersonLine } from "../../resources/people/person-line.tsx";
import { useSession } from "../../resources/session/use-session.ts";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/form/section.tsx";
import { Table, Td, Th, Tr } from "../../ui/table.tsx";

const SHOWN_FIRST = 3;

export function InheritedSection({ members }: { members: readonly ProjectMember[] }) {
  const { project, organization } = useSession();
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? members : members.slice(0, SHOWN_FIRST);
  return (
    <Section
      title="Inherited members"
      text={
        project.private
          ? `Admins and owners of ${organization.name} are in every project. Their role is set for the organization.`
          : `Everyone in ${organization.name} is in this project. Their role is set for the organization.`
      }
    >
      <Table label="List of inherited members">
        <thead>
          <tr>
            <Th>Name</Th>
            <Th>Role</Th>
            <Th>Access</Th>
          </tr>
        </thead>
        <tbody className="[--cell-h:48px]">
          {shown.map((member) => (
            <Tr key={member.member_id}>
              <Td className="h-12 w-full max-w-60 min-w-44">
                <PersonLine person={member} />
              </Td>
              <Td>{ROLE_LABELS[member.role]}</Td>
              <Td className="text-ink-3">from {organization.name}</Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      {shown.length === members.length ? null : (
        <div className="mt-2 flex items-center justify-between gap-3 text-sm text-ink-2">
          <p>
            {shown.length} of {members.length}
          </p>
          <Button size="sm" onClick={() => setIsWhole(true)}>
            View all {members.length}
          </Button>
        </div>
      )}
    </Section>
  );
}
