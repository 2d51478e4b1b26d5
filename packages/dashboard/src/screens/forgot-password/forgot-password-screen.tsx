/**
 * /forgot-password. Requests a reset link. The answer is the same whether or not the address has an account.
 */
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import * as z from "zod/mini";
import { requestPasswordReset } from "../../resources/session/auth-actions.ts";
import { Email } from "../../resources/session/credentials.ts";
import { buttonClass } from "../../ui/button.tsx";
import { FormMessages } from "../../ui/form/form-messages.tsx";
import { Form } from "../../ui/form/form.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import { usePageTitle } from "../../ui/use-page-title.ts";

const ForgotPasswordForm = z.object({ email: Email });
const EMPTY = { email: "" };

export function ForgotPasswordScreen() {
  usePageTitle("Forgot password");
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useSaveForm({
    schema: ForgotPasswordForm,
    stored: EMPTY,
    isNew: true,
    save: async ({ email }) => {
      const refusal = await requestPasswordReset(email);
      if (!refusal) setSentTo(email);
      return refusal;
    },
  });
  if (sentTo !== null)
    return (
      <>
        <h1
          ref={(heading) => heading?.focus()}
          tabIndex={-1}
          className="text-2xl font-semibold tracking-tight outline-none"
        >
          Look for the link
        </h1>
        <p className="mt-1 text-base text-ink-2">
          If <span className="font-medium text-ink">{sentTo}</span> has an account, a link to choose a new
          password is on its way. Where no mail is set up, the link is in the server log.
        </p>
        <Link to="/sign-in" className={buttonClass({ size: "lg", className: "mt-6 w-full" })}>
          Back to sign in
        </Link>
      </>
    );
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Forgot your password?</h1>
      <p className="mt-1 text-base text-ink-2">
        Enter your email address to get a link for choosing a new one.
      </p>
      <Form
        form={form}
        label="Forgot your password?"
        isGuarded={false}
        startsInFirstField
        className="mt-6 flex flex-col gap-4"
      >
        <FormMessages />
        <TextField name="email" label="Email" type="email" autoComplete="username" size="lg" isRequired />
        <SubmitButton size="lg" className="mt-1">
          Send link
        </SubmitButton>
        <Link to="/sign-in" className={buttonClass({ variant: "quiet", size: "lg" })}>
          Back to sign in
        </Link>
      </Form>
    </>
  );
}
