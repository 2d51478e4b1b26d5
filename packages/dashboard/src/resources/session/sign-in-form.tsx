/**
 * The fields of a sign-in: on its own page, and above a page whose session has ended. The refusal does not say which of
 * the two is wrong. A person with a second factor is asked for a code next.
 */
import { useRef, useState, type ReactNode } from "react";
import * as z from "zod/mini";
import { Callout } from "../../ui/callout.tsx";
import { FormMessages } from "../../ui/form/form-messages.tsx";
import { Form } from "../../ui/form/form.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import { ReadOnlyContext } from "../../ui/read-only.ts";
import { signIn } from "./auth-actions.ts";
import { Email, GivenPassword } from "./credentials.ts";
import { SecondFactorForm } from "./second-factor-form.tsx";

const SignInValues = z.object({ email: Email, password: GivenPassword });

export interface SignInFormProps {
  /** The person whose session has ended: only this one may go on here. */
  knownEmail?: string;
  /** A sentence above the fields, for example after a password change. */
  notice?: string | undefined;
  /** Beside the label of the password. */
  aside?: ReactNode;
  onSignedIn: () => void | Promise<void>;
  className?: string;
}

export function SignInForm(props: SignInFormProps) {
  const [needsCode, setNeedsCode] = useState(false);
  return needsCode ? (
    <SecondFactorForm
      className={props.className}
      onSignedIn={props.onSignedIn}
      onBack={() => setNeedsCode(false)}
    />
  ) : (
    <PasswordForm {...props} onCodeNeeded={() => setNeedsCode(true)} />
  );
}

function PasswordForm({
  knownEmail,
  notice,
  aside,
  onSignedIn,
  onCodeNeeded,
  className = "",
}: SignInFormProps & { onCodeNeeded: () => void }) {
  const next = useRef<SignInFormProps["onSignedIn"]>(onSignedIn);
  const form = useSaveForm({
    schema: SignInValues,
    stored: { email: knownEmail ?? "", password: "" },
    isNew: true,
    save: async (typed) => {
      const { refusal, needsCode } = await signIn(typed);
      next.current = needsCode ? onCodeNeeded : onSignedIn;
      return refusal && { ...refusal, focusOn: "password" };
    },
    onSaved: () => next.current(),
  });
  const isKnown = knownEmail === undefined ? undefined : "Only you can go on with what you have typed.";
  return (
    <Form
      form={form}
      label="Sign in"
      isGuarded={false}
      startsInFirstField
      className={`flex flex-col gap-4 ${className}`}
    >
      {notice !== undefined && !form.refusal ? <Callout tone="ok" title={notice} /> : null}
      <FormMessages />
      <ReadOnlyContext value={isKnown}>
        <TextField name="email" label="Email" type="email" autoComplete="username" size="lg" isRequired />
      </ReadOnlyContext>
      <TextField
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
        size="lg"
        isRequired
        aside={aside}
      />
      <SubmitButton size="lg" className="mt-1">
        Sign in
      </SubmitButton>
    </Form>
  );
}
