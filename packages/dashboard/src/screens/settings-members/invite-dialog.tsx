/**
 * /settings/organization/members/add: invites several people at once, each with a role. All of them are invited, or none.
 *
 * A pasted list of addresses fills a row for each.
 */
import type { IssuedInvitation } from "@posthorn/contract/organizations";
import { GRANTED_ROLES, type GrantedRole } from "@posthorn/contract/roles";
import { INVITATION_LIFETIME_DAYS, INVITATIONS_PER_CALL } from "@posthorn/contract/limits";
import { Plus, X } from "lucide-react";
import { useId } from "react";
import { useFieldArray, useWatch } from "react-hook-form";
import { useInvite } from "../../resources/organizations/member-actions.ts";
import { ROLE_HINTS } from "../../resources/organizations/role-words.ts";
import { ROLE_LABELS } from "../../resources/people/role-labels.ts";
import { useRoleOptions } from "../../resources/people/use-role-options.ts";
import { MissingFeatureLine } from "../../resources/plans/missing-feature-line.tsx";
import { useMissingFeature } from "../../resources/plans/use-feature.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FieldNote } from "../../ui/field.tsx";
import { FormMessages } from "../../ui/form/form-messages.tsx";
import { Form } from "../../ui/form/form.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { useFormField } from "../../ui/form/use-form-field.ts";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import {
  addressesIn,
  EMPTY_ROW,
  filledRows,
  InviteForm,
  inviteRefusal,
  TOO_MANY,
  type InviteRow,
} from "./invite-form.ts";

export interface InviteDialogProps {
  /** Undefined until the server has said so. */
  hasMailServer: boolean | undefined;
  onIssued: (issued: readonly IssuedInvitation[]) => void;
  onInvited: () => void;
  onClose: () => void;
}

/** The highest first, as they are explained. */
const SHOWN_ROLES = GRANTED_ROLES.toReversed();

const EMPTY = { invitations: [EMPTY_ROW] };

export function InviteDialog(props: InviteDialogProps) {
  const { organization } = useSession();
  const { hasMailServer, onClose } = props;
  const link = `a link to join ${organization.name}, which works once, for ${INVITATION_LIFETIME_DAYS} days.`;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Invite members"
      description={
        hasMailServer === false
          ? `Posthorn has no mail server here, so it sends no email. For each person you get ${link} Hand it over yourself.`
          : `Each gets ${hasMailServer === true ? "an email with " : ""}${link}`
      }
    >
      <InvitePeople {...props} />
    </Dialog>
  );
}

function InvitePeople({ hasMailServer, onIssued, onInvited, onClose }: InviteDialogProps) {
  const refusal = useRefusal("manageMembers");
  const { mutateAsync: invite } = useInvite();
  const form = useSaveForm<{ invitations: InviteRow[] }>({
    schema: InviteForm,
    stored: EMPTY,
    isNew: true,
    save: async ({ invitations }) => {
      const sent = filledRows(invitations);
      try {
        const { models } = await invite({ invitations: sent.map(({ email, role }) => ({ email, role })) });
        onIssued(models);
        return null;
      } catch (error) {
        return inviteRefusal(error, sent);
      }
    },
    onSaved: onInvited,
  });
  const problem = form.state.formState.errors.invitations?.root?.message;
  return (
    <Form form={form} label="Invite members" startsInFirstField className="flex flex-col gap-4">
      <Rows />
      {problem === undefined ? null : <p className="text-sm text-bad">{problem}</p>}
      <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1 text-xs text-ink-2">
        {SHOWN_ROLES.map((role) => (
          <div key={role} className="contents">
            <dt>{ROLE_LABELS[role]}</dt>
            <dd className="first-letter:uppercase">{ROLE_HINTS[role]}</dd>
          </div>
        ))}
      </dl>
      <MissingFeatureLine missing={useMissingFeature("viewer_role")} className="text-xs text-ink-2" />
      <FormMessages />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton disabledReason={refusal}>
          <SendLabel act={hasMailServer === false ? "Create" : "Send"} />
        </SubmitButton>
      </div>
    </Form>
  );
}

function SendLabel({ act }: { act: "Create" | "Send" }) {
  const rows: InviteRow[] = useWatch({ name: "invitations" });
  const { length } = filledRows(rows);
  return length > 1 ? `${act} ${length} invites` : `${act} invite`;
}

function Rows() {
  const rows = useFieldArray<{ invitations: InviteRow[] }>({ name: "invitations" });
  const isFull = rows.fields.length >= INVITATIONS_PER_CALL;
  return (
    <div className="flex flex-col gap-2">
      <div aria-hidden className="flex gap-2 text-sm font-medium">
        <span className="flex-1">Email</span>
        <span className="w-28 max-sm:w-24">Role</span>
        <span className="w-8" />
      </div>
      {rows.fields.map((row, at) => (
        <PersonRow
          key={row.id}
          at={at}
          onPasteMore={(emails, role) =>
            rows.insert(
              at + 1,
              emails.map((email) => ({ email, role })),
              { shouldFocus: false },
            )
          }
          onRemove={rows.fields.length > 1 ? () => rows.remove(at) : undefined}
        />
      ))}
      <div>
        <Button
          size="sm"
          variant="quiet"
          icon={<Plus />}
          disabledReason={isFull ? TOO_MANY : undefined}
          onClick={() => rows.append(EMPTY_ROW)}
        >
          Add another
        </Button>
      </div>
    </div>
  );
}

interface PersonRowProps {
  at: number;
  /** What a pasted text has besides its first address, with the role of this row. */
  onPasteMore: (emails: string[], role: GrantedRole) => void;
  /** Undefined while there is no other row. */
  onRemove: (() => void) | undefined;
}

function PersonRow({ at, onPasteMore, onRemove }: PersonRowProps) {
  const noteId = useId();
  const person = `person ${at + 1}`;
  const email = useFormField<string>(`invitations.${at}.email`, { label: `Email of ${person}` });
  const role = useFormField<GrantedRole>(`invitations.${at}.role`, { label: `Role of ${person}` });
  const error = email.error ?? role.error;
  return (
    <div>
      <div className="flex gap-2">
        <Input
          {...email.bind}
          type="email"
          aria-label={`Email of ${person}`}
          aria-required={at === 0 || undefined}
          aria-invalid={email.error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : noteId}
          placeholder="name@company.com"
          autoComplete="off"
          spellCheck={false}
          value={email.value}
          onChange={(change) => email.set(change.target.value)}
          onPaste={(paste) => {
            const [first, ...more] = addressesIn(paste.clipboardData.getData("text"));
            if (first === undefined || more.length === 0) return;
            paste.preventDefault();
            email.set(first);
            onPasteMore(more, role.value);
          }}
        />
        <div className="w-28 shrink-0 max-sm:w-24">
          <Select
            {...role.bind}
            aria-label={`Role of ${person}`}
            options={useRoleOptions()}
            value={role.value}
            onChange={(change) =>
              role.set(GRANTED_ROLES.find((one) => one === change.target.value) ?? role.value)
            }
          />
        </div>
        {onRemove === undefined ? (
          <span className="w-8 shrink-0" />
        ) : (
          <IconButton label={`Remove ${person}`} icon={<X />} onClick={onRemove} className="shrink-0" />
        )}
      </div>
      <FieldNote id={noteId} error={error} className="mt-1" />
    </div>
  );
}
