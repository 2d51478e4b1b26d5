/** The name that others see. */
import type { Account } from "@posthorn/contract/account";
import { NAME_MAX_CHARACTERS } from "@posthorn/contract/limits";
import * as z from "zod/mini";
import { useAccountActs } from "../../resources/account/use-account-acts.ts";
import { FormSection } from "../../ui/form/form-section.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";

const NameForm = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Enter your name"),
      z.maxLength(NAME_MAX_CHARACTERS, `Use at most ${NAME_MAX_CHARACTERS} characters`),
    ),
});

export function NameSection({ account: { name } }: { account: Account }) {
  const act = useAccountActs();
  const form = useSaveForm({
    schema: NameForm,
    stored: { name },
    version: name,
    save: async (values) => (await act("rename", values)).refusal,
  });
  return (
    <FormSection form={form} title="Name" text="Shown to the people you work with.">
      <div className="max-w-90">
        <TextField name="name" label="Name" autoComplete="name" isRequired />
      </div>
    </FormSection>
  );
}
