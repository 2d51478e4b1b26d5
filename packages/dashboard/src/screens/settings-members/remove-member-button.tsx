/** Removes a person from the organization, after a question that names what they lose. Nobody removes the owner. */
import { DIRECTORY_REMOVES_PEOPLE } from "@posthorn/contract/directory-texts";
import type { OrganizationMember } from "@posthorn/contract/organizations";
import { OWNER_STAYS } from "@posthorn/contract/settings-texts";
import { useState } from "react";
import { useRemoveMember } from "../../resources/organizations/member-actions.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";

function whyItStays({ role, is_synced }: OrganizationMember): string | undefined {
  if (role === "owner") return OWNER_STAYS;
  return is_synced ? DIRECTORY_REMOVES_PEOPLE : undefined;
}

export function RemoveMemberButton({ member }: { member: OrganizationMember }) {
  const { organization } = useSession();
  const refusal = useRefusal("manageMembers");
  const { mutate: remove, isPending } = useRemoveMember();
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  return (
    <>
      <Button
        size="sm"
        variant="danger"
        aria-label={`Remove ${member.user_name}…`}
        disabledReason={refusal ?? whyItStays(member)}
        onClick={() => setIsAsking(true)}
      >
        Remove…
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Remove ${member.user_name}?`}
        description={`${member.user_name} (${member.user_email}) loses access to all projects of ${organization.name} at once, and so do their CLIs. Invitations that they have sent are revoked.`}
        confirmLabel="Remove"
        isDanger
        isPending={isPending}
        onConfirm={() => remove(member, { onSettled: close })}
        onClose={close}
      />
    </>
  );
}
