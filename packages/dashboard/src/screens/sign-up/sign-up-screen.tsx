/**
 * /sign-up. Creates the owner of a new installation, who then names their organization at /onboarding. Afterwards its
 * route redirects to the sign-in, because the server accepts only one sign-up.
 */
import * as z from "zod/mini";
import { signUp } from "../../resources/session/auth-actions.ts";
import { Email, NewPassword, SHORTEST_PASSWORD } from "../../resources/session/credentials.ts";
import { FormMessages } from "../../ui/form/form-messages.tsx";
import { Form } from "../../ui/form/form.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import { usePageTitle } from "../../ui/use-page-title.ts";

const LONGEST_NAME = 100;

const SignUpForm = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, "Enter your name"), z.maxLength(LONGEST_NAME, "This name is too long")),
  email: Email,
  password: NewPassword,
});
const EMPTY = { name: "", email: "", password: "" };

export interface SignUpScreenProps {
  onSignedUp: () => Promise<void>;
}

export function SignUpScreen({ onSignedUp }: SignUpScreenProps) {
  usePageTitle("Set up");
  const form = useSaveForm({
    schema: SignUpForm,
    stored: EMPTY,
    isNew: true,
    save: signUp,
    onSaved: onSignedUp,
  });
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Set up Posthorn</h1>
      <p className="mt-1 text-base text-ink-2">
        You are the first one here. This account owns the installation; everyone else comes by your
        invitation.
      </p>
      <Form
        form={form}
        label="Set up Posthorn"
        isGuarded={false}
        startsInFirstField
        className="mt-6 flex flex-col gap-4"
      >
        <FormMessages />
        <TextField name="name" label="Your name" autoComplete="name" size="lg" isRequired />
        <TextField name="email" label="Email" type="email" autoComplete="username" size="lg" isRequired />
        <TextField
          name="password"
          label="Password"
          hint={`At least ${SHORTEST_PASSWORD} characters.`}
          type="password"
          autoComplete="new-password"
          size="lg"
          isRequired
        />
        <SubmitButton size="lg" className="mt-1">
          Create account
        </SubmitButton>
      </Form>
    </>
  );
}
