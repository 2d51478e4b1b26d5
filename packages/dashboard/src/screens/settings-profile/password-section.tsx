/** The password, and what a new one ends. */
import type { Account } from "@posthorn/contract/account";
import { useState } from "react";
import * as z from "zod/mini";
import { useAccountActs } from "../../resources/account/use-account-acts.ts";
import { GivenPassword, NewPassword, SHORTEST_PASSWORD } from "../../resources/session/credentials.ts";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/form/section.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import { toast } from "../../ui/toast.ts";
import { PasswordDialog } from "./password-dialog.tsx";

const PasswordForm = z.object({ password: GivenPassword, newPassword: NewPassword });
const EMPTY = { password: "", newPassword: "" };
const WHAT_ENDS = "Changing it signs out every other session.";

export function PasswordSection({ account }: { account: Account }) {
  const act = useAccountActs();
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  return (
    <Section title="Password" text={`At least ${SHORTEST_PASSWORD} characters.`}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {account.password_changed_at === null ? (
          <p className="text-sm text-ink-2">
            You have none: you sign in with single sign-on. &apos;Forgot password?&apos; on the sign-in page
            sets one, unless your organization requires single sign-on.
          </p>
        ) : (
          <>
            <Button onClick={() => setIsAsking(true)}>Change password…</Button>
            <p className="text-sm text-ink-2">
              Last changed <Timestamp value={account.password_changed_at} />. {WHAT_ENDS}
            </p>
          </>
        )}
      </div>
      {isAsking ? (
        <PasswordDialog
          title="Change password"
          description={`${WHAT_ENDS} CLIs have to sign in again too.`}
          submitLabel="Change password"
          schema={PasswordForm}
          stored={EMPTY}
          act={(values) => act("changePassword", values)}
          onDone={() => {
            close();
            toast.success("Your password was changed");
          }}
          onClose={close}
        >
          <TextField
            name="newPassword"
            label="New password"
            type="password"
            autoComplete="new-password"
            isRequired
          />
        </PasswordDialog>
      ) : null}
    </Section>
  );
}
