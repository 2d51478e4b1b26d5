/**
 * /reset-password?token=. A person opens the link from the mail here and chooses a new password. A link works once.
 */
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { resetPassword, type AuthRefusal } from "../../resources/session/auth-actions.ts";
import { NewPassword, SHORTEST_PASSWORD } from "../../resources/session/credentials.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";

const ResetPasswordForm = z.object({ password: NewPassword });

export interface ResetPasswordScreenProps {
  /** Undefined if the address has no token, for example because the server has already refused the link. */
  token: string | undefined;
  onReset: () => Promise<void>;
}

export function ResetPasswordScreen({ token, onReset }: ResetPasswordScreenProps) {
  usePageTitle("Choose a new password");
  const [refusal, setRefusal] = useState<AuthRefusal>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: standardSchemaResolver(ResetPasswordForm),
    defaultValues: { password: "" },
  });
  if (token === undefined)
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
  const submit = handleSubmit(async ({ password }) => {
    const answer = await resetPassword(token, password);
    setRefusal(answer);
    if (!answer) await onReset();
  });
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Choose a new password</h1>
      <form noValidate onSubmit={(press) => void submit(press)} className="mt-6 flex flex-col gap-4">
        {refusal ? (
          <Callout
            tone="bad"
            title={refusal.title}
            isUrgent
            action={
              <Link to="/forgot-password" className={buttonClass({ size: "sm" })}>
                Ask for a new link
              </Link>
            }
          >
            {refusal.text}
          </Callout>
        ) : null}
        <Field
          label="New password"
          hint={`At least ${SHORTEST_PASSWORD} characters. You will be signed out everywhere else.`}
          error={formState.errors.password?.message}
          isRequired
        >
          <Input {...register("password")} type="password" autoComplete="new-password" className="h-9" />
        </Field>
        <Button type="submit" variant="primary" size="lg" isPending={formState.isSubmitting} className="mt-1">
          Save password
        </Button>
      </form>
    </>
  );
}
