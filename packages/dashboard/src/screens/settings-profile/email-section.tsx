/** The address of the account, and the one that waits for its confirmation. */
import type { Account } from "@posthorn/contract/account";
import { useState } from "react";
import * as z from "zod/mini";
import { useAccountActs } from "../../resources/account/use-account-acts.ts";
import { Email, GivenPassword } from "../../resources/session/credentials.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Section } from "../../ui/form/section.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { Input } from "../../ui/input.tsx";
import { Moment } from "../../ui/timestamp.tsx";
import { PasswordDialog } from "./password-dialog.tsx";
import { useButtonAct } from "./use-button-act.ts";

const NO_MAIL = "Posthorn cannot send mail here. Ask the operator to set POSTHORN_SMTP_URL.";
const EmailForm = z.object({ password: GivenPassword, newEmail: Email });
const EMPTY = { password: "", newEmail: "" };

export function EmailSection({ account: { email, email_change, can_send_mail } }: { account: Account }) {
  const act = useAccountActs();
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  return (
    <Section title="Email" text="Sign-in, invitations and alerts go here.">
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap gap-2">
          <div className="w-90 max-w-full">
            <Input readOnly aria-label="Email" value={email} />
          </div>
          <Button disabledReason={can_send_mail ? undefined : NO_MAIL} onClick={() => setIsAsking(true)}>
            Change email…
          </Button>
        </div>
        {email_change === null ? null : <WaitingChange change={email_change} />}
      </div>
      {isAsking ? (
        <PasswordDialog
          title="Change email"
          description="The new address gets a link. Until you confirm it there, you sign in as before."
          submitLabel="Send link"
          schema={EmailForm}
          stored={EMPTY}
          act={(values) => act("askEmail", values)}
          onDone={close}
          onClose={close}
        >
          <TextField name="newEmail" label="New email" type="email" autoComplete="email" isRequired />
        </PasswordDialog>
      ) : null}
    </Section>
  );
}

function WaitingChange({ change }: { change: NonNullable<Account["email_change"]> }) {
  const sending = useButtonAct("sendEmailLinkAgain", "The link was sent again");
  const cancelling = useButtonAct("cancelEmail", "The change was cancelled");
  return (
    <Callout
      tone="wait"
      title={`${change.new_email} waits for your confirmation`}
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="sm" isPending={sending.isPending} onClick={() => sending.run()}>
            Send again
          </Button>
          <Button size="sm" variant="quiet" isPending={cancelling.isPending} onClick={() => cancelling.run()}>
            Cancel change
          </Button>
        </div>
      }
    >
      Open the link sent <Moment value={change.sent_at} />. Until then you sign in as before.
    </Callout>
  );
}
