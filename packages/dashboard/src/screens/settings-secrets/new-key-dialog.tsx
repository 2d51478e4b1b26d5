/** Makes a further API key, and shows it once. */
import { GRANTED_ROLES } from "@posthorn/contract/roles";
import { API_KEY_NAME_MAX_CHARACTERS } from "@posthorn/contract/limits";
import { REQUIRED } from "@posthorn/contract/texts";
import { useState } from "react";
import * as z from "zod/mini";
import { refusalFrom } from "../../resources/api/save-refusal.ts";
import { useCreateApiKey } from "../../resources/keys/key-actions.ts";
import { ROLE_LABELS } from "../../resources/people/role-labels.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormMessages } from "../../ui/form/form-messages.tsx";
import { Form } from "../../ui/form/form.tsx";
import { RadioField } from "../../ui/form/radio-field.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import { SecretValue } from "../../ui/secret-value.tsx";
import { API_KEY_ROLE_HINTS } from "./key-roles.ts";
import { RateLimit, RateLimitField } from "./rate-limit-field.tsx";

const Values = z.object({
  name: z.string().check(
    z.refine((name) => name.trim() !== "", REQUIRED),
    z.maxLength(API_KEY_NAME_MAX_CHARACTERS),
  ),
  role: z.enum(GRANTED_ROLES),
  rate_limit: RateLimit,
});
/** A member's rights are enough for most programs. */
const EMPTY: z.output<typeof Values> = { name: "", role: "member", rate_limit: null };

const CHOICES = GRANTED_ROLES.map((role) => ({
  value: role,
  label: ROLE_LABELS[role],
  hint: API_KEY_ROLE_HINTS[role],
}));

export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<string | null>(null);
  if (made === null)
    return (
      <Dialog isOpen onClose={onClose} title="Create API key">
        <NewKeyForm onMade={setMade} onClose={onClose} />
      </Dialog>
    );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="API key created"
      description="Copy the key now. Posthorn does not show it again."
    >
      <div className="flex flex-col gap-4">
        <SecretValue label="API key" value={made} />
        <div className="flex justify-end">
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function NewKeyForm({ onMade, onClose }: { onMade: (key: string) => void; onClose: () => void }) {
  const { mutateAsync: create } = useCreateApiKey();
  const form = useSaveForm({
    schema: Values,
    stored: EMPTY,
    isNew: true,
    save: async (values) => {
      try {
        onMade((await create(values)).key);
        return null;
      } catch (error) {
        return refusalFrom(error, { failed: "Failed to create API key" });
      }
    },
  });
  return (
    <Form
      form={form}
      label="Create API key"
      isGuarded={false}
      startsInFirstField
      className="flex flex-col gap-4"
    >
      <TextField name="name" label="Name" isRequired hint="The program that will use it." />
      <RadioField name="role" label="Role" choices={CHOICES} />
      <RateLimitField />
      <FormMessages />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton>Create API key</SubmitButton>
      </div>
    </Form>
  );
}
