/**
 * /forgot-password. Requests a reset link. The answer is the same whether or not the address has an account.
 */
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { requestPasswordReset, type AuthRefusal } from "../../resources/session/auth-actions.ts";
import { Email } from "../../resources/session/credentials.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";

const ForgotPasswordForm = z.object({ email: Email });

export function ForgotPasswordScreen() {
  usePageTitle("Forgot password");
  const [refusal, setRefusal] = useState<AuthRefusal>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: standardSchemaResolver(ForgotPasswordForm),
    defaultValues: { email: "" },
  });
  const submit = handleSubmit(async ({ email }) => {
    const answer = await requestPasswordReset(email);
    setRefusal(answer);
    if (!answer) setSentTo(email);
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
      <form noValidate onSubmit={(press) => void submit(press)} className="mt-6 flex flex-col gap-4">
        {refusal ? (
          <Callout tone="bad" title={refusal.title} isUrgent>
            {refusal.text}
          </Callout>
        ) : null}
        <Field label="Email" error={formState.errors.email?.message} isRequired>
          <Input {...register("email")} type="email" autoComplete="username" className="h-9" />
        </Field>
        <Button type="submit" variant="primary" size="lg" isPending={formState.isSubmitting} className="mt-1">
          Send link
        </Button>
        <Link to="/sign-in" className={buttonClass({ variant: "quiet", size: "lg" })}>
          Back to sign in
        </Link>
      </form>
    </>
  );
}
