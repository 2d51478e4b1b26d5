/** How a person who was added leaves the project. Access through the organization cannot be left here. */
import type { ProjectMember } from "@posthorn/contract/project-members";
import { SSO_PROJECT_STAYS } from "@posthorn/contract/sso-texts";
import { can } from "@posthorn/contract/roles";
import { useState } from "react";
import { useLeaveProject } from "../../resources/project-members/project-member-actions.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Section } from "../../ui/form/section.tsx";

export function LeaveSection({ members }: { members: readonly ProjectMember[] }) {
  const { user, project, organization } = useSession();
  const { mutate: leave, isPending } = useLeaveProject();
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const wasAdded = members.some(({ user_id, inherited }) => user_id === user.id && !inherited);
  const whyNot = organization.uses_sso
    ? SSO_PROJECT_STAYS
    : wasAdded
      ? undefined
      : `You are here as ${organization.role} of ${organization.name}, so there is nothing to leave.`;
  const staysInside = !project.private || can(organization.role, "admin");
  return (
    <Section title="Leave project" text="You lose access at once; an admin can add you again.">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button variant="danger" disabledReason={whyNot} onClick={() => setIsAsking(true)}>
          Leave project…
        </Button>
        {whyNot === undefined ? null : <p className="text-sm text-ink-2">{whyNot}</p>}
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Leave ${project.name}?`}
        description={
          staysInside
            ? `You keep the role that you have in ${organization.name}.`
            : "You lose access at once; an admin can add you again."
        }
        confirmLabel="Leave"
        isDanger
        isPending={isPending}
        onConfirm={() => leave(undefined, { onSettled: close })}
        onClose={close}
      />
    </Section>
  );
}
