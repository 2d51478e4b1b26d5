/** The invitations that nobody has accepted yet: how long each works, send it again, or take it back. */
import type { IssuedInvitation, OrganizationInvitation } from "@posthorn/contract/organizations";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useResendInvitation, useRevokeInvitation } from "../../resources/organizations/member-actions.ts";
import { invitationsQuery } from "../../resources/organizations/organization-queries.ts";
import { ROLE_LABELS } from "../../resources/people/role-labels.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { LensDrawing, QuietListDrawing } from "../../ui/drawings.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ListStates } from "../../ui/list/list-states.tsx";
import { useReadOnly } from "../../ui/read-only.ts";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { Table, Td, Th, Tr } from "../../ui/table.tsx";
import { relativeTime } from "../../ui/time.ts";
import { useNow } from "../../ui/use-now.ts";

export interface InvitationsListProps {
  search: string;
  onIssued: (issued: readonly IssuedInvitation[]) => void;
}

export function InvitationsList({ search, onIssued }: InvitationsListProps) {
  const { organization } = useSession();
  const invitations = useQuery(invitationsQuery(organization.id, search));
  return (
    <ListStates
      label="Invitations"
      columns={5}
      rows={invitations.data?.models}
      error={invitations.error}
      onRetry={invitations.refetch}
      isFiltered={search !== ""}
      empty={<EmptyState drawing={<QuietListDrawing />} title="There are no pending invitations" />}
      noneFound={<EmptyState drawing={<LensDrawing />} title="No matching invites found." />}
    >
      {(rows) => (
        <Table label="Invitations" isStale={invitations.isPlaceholderData}>
          <thead>
            <tr>
              <Th className="w-full">Email</Th>
              <Th className="max-sm:hidden">Role</Th>
              <Th className="max-md:hidden">Invited by</Th>
              <Th className="max-sm:hidden">Expires</Th>
              <Th>
                <span className="sr-only">Actions</span>
              </Th>
            </tr>
          </thead>
          <tbody className="[--cell-h:48px]">
            {rows.map((invitation) => (
              <InvitationRow
                key={invitation.id}
                invitation={invitation}
                hasMailServer={invitations.data?.has_mail_server !== false}
                onIssued={onIssued}
              />
            ))}
          </tbody>
        </Table>
      )}
    </ListStates>
  );
}

interface InvitationRowProps extends Pick<InvitationsListProps, "onIssued"> {
  invitation: OrganizationInvitation;
  hasMailServer: boolean;
}

function InvitationRow({ invitation, hasMailServer, onIssued }: InvitationRowProps) {
  const refusal = useReadOnly();
  const { mutate: resend, isPending: isSending } = useResendInvitation();
  const { mutate: revoke, isPending: isRevoking } = useRevokeInvitation();
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const { email, role, inviter_name } = invitation;
  return (
    <Tr>
      <Td className="max-w-0">
        <span className="block truncate font-medium">{email}</span>
        {/* On a phone there is no room for columns of their own. */}
        <span className="block truncate text-xs text-ink-2 sm:hidden">
          {ROLE_LABELS[role]} · <Expiry invitation={invitation} />
        </span>
      </Td>
      <Td className="max-sm:hidden">{ROLE_LABELS[role]}</Td>
      <Td className="max-w-50 truncate max-md:hidden">{inviter_name}</Td>
      <Td className="max-sm:hidden">
        <Expiry invitation={invitation} />
      </Td>
      <Td>
        <span className="flex justify-end gap-2">
          <Button
            size="sm"
            aria-label={hasMailServer ? `Resend the invitation of ${email}` : `New link for ${email}`}
            disabledReason={refusal}
            isPending={isSending}
            onClick={() => resend(invitation, { onSuccess: (issued) => onIssued([issued]) })}
          >
            {hasMailServer ? "Resend" : "New link"}
          </Button>
          <Button
            size="sm"
            variant="danger"
            aria-label={`Revoke the invitation of ${email}…`}
            disabledReason={refusal}
            onClick={() => setIsAsking(true)}
          >
            Revoke…
          </Button>
        </span>
        <ConfirmDialog
          isOpen={isAsking}
          title={`Revoke the invitation of ${email}?`}
          description="The link is no longer valid then. You can invite the person again."
          confirmLabel="Revoke"
          isDanger
          isPending={isRevoking}
          onConfirm={() => revoke(invitation, { onSettled: close })}
          onClose={close}
        />
      </Td>
    </Tr>
  );
}

function Expiry({ invitation: { is_expired, expires_at } }: { invitation: OrganizationInvitation }) {
  const now = useNow();
  if (is_expired) return <StatusBadge tone="off">Expired</StatusBadge>;
  return (
    <time dateTime={expires_at} data-timestamp={expires_at} className="tabular-nums">
      {relativeTime(new Date(expires_at), now)}
    </time>
  );
}
