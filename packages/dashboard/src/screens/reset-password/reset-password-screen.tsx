/**
 * /reset-password?token=. A person opens the link from the mail here and chooses a new password. A link works once.
 */
import { Link } from "@tanstack/react-router";
import * as z from "zod/mini";
import { resetPassword } from "../../resources/session/auth-actions.ts";
import { NewPassword, SHORTEST_PASSWORD } from "../../resources/session/credentials.ts";
import { buttonClass } from "../../ui/button.tsx";
import { FormMessages } from "../../ui/form/form-messages.tsx";
import { Form } from "../../ui/form/form.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import { usePageTitle } from "../../ui/use-page-title.ts";

const ResetPasswordForm = z.object({ password: NewPassword });
const EMPTY = { password: "" };

export interface ResetPasswordScreenProps {
  /** Undefined if the address has no token, for example because the server has already refused the link. */
  token: string | undefined;
  onReset: () => Promise<void>;
}

export function ResetPasswordScreen({ token, onReset }: ResetPasswordScreenProps) {
  usePageTitle("Choose a new password");
  return token === undefined ? <LinkNotValid /> : <NewPasswordForm token={token} onReset={onReset} />;
}

function LinkNotValid() {
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">This link is no longer valid</h1>
      <p className="mt-1 text-base text-ink-2">It was used already, or it is too old. Ask for a new one.</p>
      <Link
        to="/forgot-password"
        className={buttonClass({ variant: "primary", size: "lg", className: "mt-6 w-full" })}
      >
        Ask for a new link
      </Link>
    </>
  );
}

function NewPasswordForm({ token, onReset }: { token: string; onReset: () => Promise<void> }) {
  const form = useSaveForm({
    schema: ResetPasswordForm,
    stored: EMPTY,
    isNew: true,
    save: ({ password }) => resetPassword(token, password),
    onSaved: onReset,
  });
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Choose a new password</h1>
      <Form form={form} label="Reset" isGuarded={false} className="mt-6 flex flex-col gap-4">
        <FormMessages
          action={
            <Link to="/forgot-password" className={buttonClass({ size: "sm" })}>
              Ask for a new link
            </Link>
          }
        />
        <TextField
          name="password"
          label="New password"
          hint={`At least ${SHORTEST_PASSWORD} characters. You will be signed out everywhere else.`}
          type="password"
          autoComplete="new-password"
          size="lg"
          isRequired
        />
        <SubmitButton size="lg" className="mt-1">
          Save password
        </SubmitButton>
      </Form>
    </>
  );
}
