/** The second step of a sign-in: the code of the authenticator app, or a recovery code. */
import * as z from "zod/mini";
import { Button } from "../../ui/button.tsx";
import { CheckboxField } from "../../ui/form/checkbox-field.tsx";
import { FormMessages } from "../../ui/form/form-messages.tsx";
import { Form } from "../../ui/form/form.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import { enterSecondFactor } from "./auth-actions.ts";

const SecondFactorValues = z.object({
  code: z.string().check(z.trim(), z.minLength(1, "Enter a code")),
  trustBrowser: z.boolean(),
});
const EMPTY = { code: "", trustBrowser: false };

export interface SecondFactorFormProps {
  onSignedIn: () => void | Promise<void>;
  /** To the password again, for example as somebody else. */
  onBack: () => void;
  className?: string | undefined;
}

export function SecondFactorForm({ onSignedIn, onBack, className = "" }: SecondFactorFormProps) {
  const form = useSaveForm({
    schema: SecondFactorValues,
    stored: EMPTY,
    isNew: true,
    save: async (typed) => {
      const refusal = await enterSecondFactor(typed);
      return refusal && { ...refusal, focusOn: "code" };
    },
    onSaved: onSignedIn,
  });
  return (
    <Form
      form={form}
      label="Second factor"
      isGuarded={false}
      startsInFirstField
      className={`flex flex-col gap-4 ${className}`}
    >
      <FormMessages />
      <TextField
        name="code"
        label="Code"
        hint="The code of your authenticator app, or one of your recovery codes."
        autoComplete="one-time-code"
        spellCheck={false}
        isMono
        size="lg"
        isRequired
      />
      <CheckboxField name="trustBrowser" label="Ask for no code in this browser for 30 days" />
      <SubmitButton size="lg" className="mt-1">
        Sign in
      </SubmitButton>
      <Button variant="quiet" size="lg" onClick={onBack}>
        Back to the password
      </Button>
    </Form>
  );
}
