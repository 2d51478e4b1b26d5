/** Asks for the address, whose mail domain names the organization, and leaves for its identity provider. */
import * as z from "zod/mini";
import { Email } from "../../resources/session/credentials.ts";
import { signInWithSso } from "../../resources/session/single-sign-on.ts";
import { Button } from "../../ui/button.tsx";
import { FormMessages } from "../../ui/form/form-messages.tsx";
import { Form } from "../../ui/form/form.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";

const SsoValues = z.object({ email: Email });
const EMPTY = { email: "" };

export interface SsoFormProps {
  /** Where the person goes once they are signed in. */
  to: string;
  onBack: () => void;
}

export function SsoForm({ to, onBack }: SsoFormProps) {
  const form = useSaveForm({
    schema: SsoValues,
    stored: EMPTY,
    isNew: true,
    save: async ({ email }) => {
      const refusal = await signInWithSso(email, to);
      return refusal && { ...refusal, focusOn: "email" };
    },
  });
  return (
    <Form
      form={form}
      label="Single sign-on"
      isGuarded={false}
      startsInFirstField
      className="mt-6 flex flex-col gap-4"
    >
      <FormMessages />
      <TextField
        name="email"
        label="Work email"
        hint="Its domain says which organization you belong to."
        type="email"
        autoComplete="username"
        size="lg"
        isRequired
      />
      <SubmitButton size="lg" className="mt-1">
        Continue with single sign-on
      </SubmitButton>
      <Button variant="quiet" size="lg" onClick={onBack}>
        Back to the password
      </Button>
    </Form>
  );
}
