/** The people who were added to this project: their roles change in place. */
import type { ProjectMember } from "@posthorn/contract/project-members";
import { GRANTED_ROLES, type GrantedRole } from "@posthorn/contract/roles";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import {
  useChangeProjectRole,
  useRemoveProjectMember,
} from "../../resources/project-members/project-member-actions.ts";
import { PROJECT_ROLE_ACTS } from "../../resources/project-members/role-words.ts";
import { ROLE_LABELS } from "../../resources/people/role-labels.ts";
import { useRoleOptions } from "../../resources/people/use-role-options.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { PersonLine } from "../../resources/people/person-line.tsx";
import { useSession } from "../../resources/session/use-session.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Section } from "../../ui/form/section.tsx";
import { Select } from "../../ui/select.tsx";
import { Table, Td, Th, Tr } from "../../ui/table.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import { useAddRefusal } from "./use-add-refusal.ts";

const HIGHEST_FIRST = GRANTED_ROLES.toReversed();

export interface MembersSectionProps {
  members: readonly ProjectMember[];
  /** The pointer is at the link to the dialog. */
  onNearAdd: () => void;
}

export function MembersSection({ members, onNearAdd }: MembersSectionProps) {
  return (
    <Section title="Members" text={<RolesText />}>
      <div className="flex flex-col items-start gap-3">
        {members.length === 0 ? (
          <p className="text-sm text-ink-2">Nobody was added to this project.</p>
        ) : (
          <MembersTable members={members} />
        )}
        <AddLink onNear={onNearAdd} />
      </div>
    </Section>
  );
}

function RolesText() {
  return (
    <>
      <p>Added to this project only.</p>
      <ul className="mt-3">
        {HIGHEST_FIRST.map((role) => (
          <li key={role}>
            <span className="font-medium text-ink-2">{ROLE_LABELS[role]}</span> {PROJECT_ROLE_ACTS[role]}
          </li>
        ))}
      </ul>
    </>
  );
}

/** A link, because the dialog has an address. */
function AddLink({ onNear }: { onNear: () => void }) {
  const refusal = useAddRefusal();
  if (refusal !== undefined)
    return (
      <Button variant="primary" disabledReason={refusal}>
        Add members
      </Button>
    );
  return (
    <Link
      to="/settings/project/access/add"
      replace
      className={buttonClass({ variant: "primary" })}
      onPointerEnter={onNear}
    >
      Add members
    </Link>
  );
}

function MembersTable({ members }: Pick<MembersSectionProps, "members">) {
  return (
    <Table label="List of members" boxClassName="w-full">
      <thead>
        <tr>
          <Th>Name</Th>
          <Th>Role</Th>
          <Th>Added</Th>
          <Th>
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody className="[--cell-h:48px]">
        {members.map((member) => (
          <MemberRow key={member.member_id} member={member} />
        ))}
      </tbody>
    </Table>
  );
}

function MemberRow({ member }: { member: ProjectMember }) {
  const { user } = useSession();
  const { id, granted_role } = member;
  return (
    <Tr>
      <Td className="h-12 w-full max-w-60 min-w-44">
        <PersonLine person={member} />
      </Td>
      <Td>{id && granted_role ? <RoleOf member={member} id={id} granted={granted_role} /> : null}</Td>
      <Td>
        <Timestamp value={member.created_at} />
      </Td>
      {/* One leaves by the button at the end of the page. */}
      <Td className="text-right">
        {id && member.user_id !== user.id ? <RemoveButton id={id} name={member.user_name} /> : null}
      </Td>
    </Tr>
  );
}

interface RoleOfProps {
  member: ProjectMember;
  id: string;
  granted: GrantedRole;
}

function RoleOf({ member: { user_name, role }, id, granted }: RoleOfProps) {
  const { organization } = useSession();
  const refusal = useRefusal("manageProjectMembers");
  const { mutate: change, isPending, variables } = useChangeProjectRole();
  const options = useRoleOptions(granted);
  return (
    <>
      <span data-tooltip={refusal}>
        <Select
          aria-label={`Role of ${user_name}`}
          className="w-28!"
          options={options}
          value={isPending ? variables.role : granted}
          disabled={refusal !== undefined}
          onChange={({ target: { value } }) => {
            const chosen = GRANTED_ROLES.find((one) => one === value);
            if (chosen && !isPending) change({ id, role: chosen });
          }}
        />
      </span>
      {role === granted ? null : (
        <p className="pb-1 text-xs text-ink-3">
          {ROLE_LABELS[role]} through {organization.name}
        </p>
      )}
    </>
  );
}

function RemoveButton({ id, name }: { id: string; name: string }) {
  const { project, organization } = useSession();
  const refusal = useRefusal("manageProjectMembers");
  const [isAsking, setIsAsking] = useState(false);
  const { mutate: remove, isPending } = useRemoveProjectMember();
  const close = () => setIsAsking(false);
  return (
    <>
      <Button
        size="sm"
        variant="danger"
        aria-label={`Remove ${name}…`}
        disabledReason={refusal}
        onClick={() => setIsAsking(true)}
      >
        Remove…
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Remove ${name}?`}
        description={
          project.private
            ? `Unless they are an admin of ${organization.name}, they lose access at once.`
            : `They keep the role that they have in ${organization.name}.`
        }
        confirmLabel="Remove"
        isDanger
        isPending={isPending}
        onConfirm={() => remove({ id }, { onSettled: close })}
        onClose={close}
      />
    </>
  );
}
