/** Joins by creating an account. A person who has one signs in, and comes back to this page. */
import { INVITATION_PATH, type Invitation } from "@posthorn/contract/invitations";
import { NAME_MAX_CHARACTERS } from "@posthorn/contract/limits";
import { stringifySearch } from "@posthorn/contract/search-codec";
import { Link } from "@tanstack/react-router";
import * as z from "zod/mini";
import { acceptWithNewAccount } from "../../resources/invitations/accept-actions.ts";
import { useEnterOrganization } from "../../resources/invitations/use-enter-organization.ts";
import { Email, NewPassword, SHORTEST_PASSWORD } from "../../resources/session/credentials.ts";
import { buttonClass } from "../../ui/button.tsx";
import { FormMessages } from "../../ui/form/form-messages.tsx";
import { Form } from "../../ui/form/form.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import { useOtherAddress } from "./use-other-address.tsx";

const AccountForm = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Enter your name"),
      z.maxLength(NAME_MAX_CHARACTERS, `Use at most ${NAME_MAX_CHARACTERS} characters`),
    ),
  email: Email,
  password: NewPassword,
});

export interface JoinWithNewAccountProps {
  linkKey: string;
  invitation: Invitation;
}

export function JoinWithNewAccount({ linkKey, invitation }: JoinWithNewAccountProps) {
  const { organization_name: organizationName, email: invited } = invitation;
  const enter = useEnterOrganization();
  const { accept, question } = useOtherAddress(invited, organizationName);
  const form = useSaveForm({
    schema: AccountForm,
    stored: { name: "", email: invited, password: "" },
    isNew: true,
    save: async (account) => {
      const accepted = await accept(account.email, (otherAddress) =>
        acceptWithNewAccount({ key: linkKey, otherAddress }, account),
      );
      if (accepted === null) return { title: `The invitation was sent to ${invited}`, focusOn: "email" };
      return accepted.refusal;
    },
    onSaved: () => enter({ organizationName }),
  });
  return (
    <>
      <Form
        form={form}
        label="Create account"
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
      <p className="mt-6 text-sm text-ink-2">Do you have an account?</p>
      <Link
        to="/sign-in"
        search={{ redirect: `${INVITATION_PATH}${stringifySearch({ key: linkKey })}` }}
        className={buttonClass({ size: "lg", className: "mt-2 w-full" })}
      >
        Sign in
      </Link>
      {question}
    </>
  );
}
