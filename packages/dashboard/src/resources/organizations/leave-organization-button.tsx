/** Leaves an organization, after a question. The owner sees why they cannot. */
import { OWNER_STAYS } from "@posthorn/contract/settings-texts";
import { SSO_USER_STAYS } from "@posthorn/contract/sso-texts";
import type { Session } from "@posthorn/contract/dashboard-api";
import { useState } from "react";
import { Button, type ButtonProps } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { useLeaveOrganization } from "./organization-actions.ts";

export interface LeaveOrganizationButtonProps extends Pick<ButtonProps, "size" | "children"> {
  organization: Session["organizations"][number];
}

export function LeaveOrganizationButton({
  organization,
  size,
  children = "Leave organization…",
}: LeaveOrganizationButtonProps) {
  const { mutate: leave, isPending } = useLeaveOrganization(organization);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button
        size={size}
        variant="danger"
        disabledReason={
          organization.role === "owner" ? OWNER_STAYS : organization.is_sso_user ? SSO_USER_STAYS : undefined
        }
        onClick={() => setIsAsking(true)}
      >
        {children}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Leave ${organization.name}?`}
        description="You lose access to all its projects at once, and the CLIs that act as you stop working there. An admin can invite you again."
        confirmLabel="Leave"
        isDanger
        isPending={isPending}
        onConfirm={() => leave(undefined, { onError: () => setIsAsking(false) })}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
