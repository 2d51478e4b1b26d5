/**
 * /sign-in. Asks for email and password. The refusal does not say which of the two is wrong.
 */
import { Link } from "@tanstack/react-router";
import * as z from "zod/mini";
import { signIn } from "../../resources/session/auth-actions.ts";
import { Email, GivenPassword } from "../../resources/session/credentials.ts";
import { Callout } from "../../ui/callout.tsx";
import { FormMessages } from "../../ui/form/form-messages.tsx";
import { Form } from "../../ui/form/form.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import { usePageTitle } from "../../ui/use-page-title.ts";

const SignInForm = z.object({ email: Email, password: GivenPassword });
const EMPTY = { email: "", password: "" };

export interface SignInScreenProps {
  /** A sentence above the form, for example after a password change. */
  notice?: string | undefined;
  onSignedIn: () => Promise<void>;
}

export function SignInScreen({ notice, onSignedIn }: SignInScreenProps) {
  usePageTitle("Sign in");
  const form = useSaveForm({
    schema: SignInForm,
    stored: EMPTY,
    isNew: true,
    save: async (typed) => {
      const refusal = await signIn(typed);
      return refusal && { ...refusal, focusOn: "password" };
    },
    onSaved: onSignedIn,
  });
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Sign in</h1>
      <Form form={form} label="Sign in" isGuarded={false} className="mt-6 flex flex-col gap-4">
        {notice !== undefined && !form.refusal ? <Callout tone="ok" title={notice} /> : null}
        <FormMessages />
        <TextField name="email" label="Email" type="email" autoComplete="username" size="lg" isRequired />
        <TextField
          name="password"
          label="Password"
          type="password"
          autoComplete="current-password"
          size="lg"
          isRequired
          aside={
            <Link
              to="/forgot-password"
              className="text-xs text-ink-2 underline-offset-2 hover:text-ink hover:underline"
            >
              Forgot password?
            </Link>
          }
        />
        <SubmitButton size="lg" className="mt-1">
          Sign in
        </SubmitButton>
      </Form>
    </>
  );
}
