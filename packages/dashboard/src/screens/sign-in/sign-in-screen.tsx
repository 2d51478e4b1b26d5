/**
 * /sign-in. Asks for email and password. The refusal does not say which of the two is wrong.
 */
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { signIn, type AuthRefusal } from "../../resources/session/auth-actions.ts";
import { Email, GivenPassword } from "../../resources/session/credentials.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";

const SignInForm = z.object({ email: Email, password: GivenPassword });

export interface SignInScreenProps {
  /** A sentence above the form, for example after a password change. */
  notice?: string | undefined;
  onSignedIn: () => Promise<void>;
}

export function SignInScreen({ notice, onSignedIn }: SignInScreenProps) {
  usePageTitle("Sign in");
  const [refusal, setRefusal] = useState<AuthRefusal>(null);
  const { register, handleSubmit, formState, setFocus } = useForm({
    resolver: standardSchemaResolver(SignInForm),
    defaultValues: { email: "", password: "" },
  });
  const submit = handleSubmit(async (typed) => {
    const answer = await signIn(typed);
    setRefusal(answer);
    if (answer) setFocus("password", { shouldSelect: true });
    else await onSignedIn();
  });
  const { errors, isSubmitting } = formState;
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Sign in</h1>
      <form noValidate onSubmit={(press) => void submit(press)} className="mt-6 flex flex-col gap-4">
        {notice !== undefined && !refusal ? <Callout tone="ok" title={notice} /> : null}
        {refusal ? (
          <Callout tone="bad" title={refusal.title} isUrgent>
            {refusal.text}
          </Callout>
        ) : null}
        <Field label="Email" error={errors.email?.message} isRequired>
          <Input {...register("email")} type="email" autoComplete="username" className="h-9" />
        </Field>
        <Field
          label="Password"
          error={errors.password?.message}
          isRequired
          aside={
            <Link
              to="/forgot-password"
              className="text-xs text-ink-2 underline-offset-2 hover:text-ink hover:underline"
            >
              Forgot password?
            </Link>
          }
        >
          <Input {...register("password")} type="password" autoComplete="current-password" className="h-9" />
        </Field>
        <Button type="submit" variant="primary" size="lg" isPending={isSubmitting} className="mt-1">
          Sign in
        </Button>
      </form>
    </>
  );
}
