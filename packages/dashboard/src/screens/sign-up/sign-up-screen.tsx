/**
 * /sign-up. Creates the owner, the organization and the first project of a new installation. Afterwards its route
 * redirects to the sign-in, because the server accepts only one sign-up.
 */
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { signUp, type AuthRefusal } from "../../resources/session/auth-actions.ts";
import { Email, NewPassword, SHORTEST_PASSWORD } from "../../resources/session/credentials.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";

const LONGEST_NAME = 100;

const SignUpForm = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, "Enter your name"), z.maxLength(LONGEST_NAME, "This name is too long")),
  organizationName: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Enter a name for your organization"),
      z.maxLength(LONGEST_NAME, "This name is too long"),
    ),
  email: Email,
  password: NewPassword,
});

export interface SignUpScreenProps {
  onSignedUp: () => Promise<void>;
}

export function SignUpScreen({ onSignedUp }: SignUpScreenProps) {
  usePageTitle("Set up");
  const [refusal, setRefusal] = useState<AuthRefusal>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: standardSchemaResolver(SignUpForm),
    defaultValues: { name: "", organizationName: "", email: "", password: "" },
  });
  const submit = handleSubmit(async (typed) => {
    const answer = await signUp(typed);
    setRefusal(answer);
    if (!answer) await onSignedUp();
  });
  const { errors, isSubmitting } = formState;
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Set up Posthorn</h1>
      <p className="mt-1 text-base text-ink-2">
        You are the first one here. This account owns the installation; everyone else comes by your
        invitation.
      </p>
      <form noValidate onSubmit={(press) => void submit(press)} className="mt-6 flex flex-col gap-4">
        {refusal ? (
          <Callout tone="bad" title={refusal.title} isUrgent>
            {refusal.text}
          </Callout>
        ) : null}
        <Field label="Your name" error={errors.name?.message} isRequired>
          <Input {...register("name")} autoComplete="name" className="h-9" />
        </Field>
        <Field label="Organization" error={errors.organizationName?.message} isRequired>
          <Input {...register("organizationName")} autoComplete="organization" className="h-9" />
        </Field>
        <Field label="Email" error={errors.email?.message} isRequired>
          <Input {...register("email")} type="email" autoComplete="username" className="h-9" />
        </Field>
        <Field
          label="Password"
          hint={`At least ${SHORTEST_PASSWORD} characters.`}
          error={errors.password?.message}
          isRequired
        >
          <Input {...register("password")} type="password" autoComplete="new-password" className="h-9" />
        </Field>
        <Button type="submit" variant="primary" size="lg" isPending={isSubmitting} className="mt-1">
          Create account
        </Button>
      </form>
    </>
  );
}
