/**
 * The role of one person, changed in place. Only the owner can make somebody the owner, and is asked first, because they
 * lose the role themselves.
 */
import { DIRECTORY_GIVES_ROLES } from "@posthorn/contract/directory-texts";
import type { OrganizationMember } from "@posthorn/contract/organizations";
import { ROLES, type Role } from "@posthorn/contract/roles";
import { useState } from "react";
import { useChangeRole } from "../../resources/organizations/member-actions.ts";
import { ROLE_LABELS } from "../../resources/people/role-labels.ts";
import { useRoleOptions } from "../../resources/people/use-role-options.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Select } from "../../ui/select.tsx";

const HAND_ON = { value: "owner", label: "Owner…" };

export function RoleSelect({ member }: { member: OrganizationMember }) {
  const { organization } = useSession();
  const canHandOn = useRefusal("handOn") === undefined;
  const { mutate: change, isPending, variables } = useChangeRole();
  const granted = useRoleOptions(member.role);
  const [isAsking, setIsAsking] = useState(false);
  // The owner keeps the role until somebody else has it.
  if (member.role === "owner") return <span className="px-2.5">{ROLE_LABELS.owner}</span>;
  const whyNot = organization.has_directory ? DIRECTORY_GIVES_ROLES : undefined;
  const choose = (role: Role) => {
    if (role === "owner") setIsAsking(true);
    else change({ member, role });
  };
  return (
    <>
      <div className="w-28 max-sm:w-24" data-tooltip={whyNot}>
        <Select
          {...(whyNot !== undefined && { disabled: true })}
          aria-label={`Role of ${member.user_name}`}
          aria-busy={isPending || undefined}
          value={isPending ? variables.role : member.role}
          options={canHandOn ? [HAND_ON, ...granted] : granted}
          onChange={({ target }) => {
            const role = ROLES.find((known) => known === target.value);
            if (role !== undefined && !isPending) choose(role);
          }}
        />
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Make ${member.user_name} the owner?`}
        description={`${member.user_name} (${member.user_email}) becomes the owner of ${organization.name}, and you become an admin. Only the new owner can delete the organization or hand it on again, also back to you.`}
        confirmLabel="Hand on the organization"
        isPending={isPending}
        onConfirm={() => change({ member, role: "owner" }, { onSettled: () => setIsAsking(false) })}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
