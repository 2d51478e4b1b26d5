/** The name that its people see, and those who are invited. */
import { TITLE_MAX_CHARACTERS } from "@posthorn/contract/limits";
import { REQUIRED } from "@posthorn/contract/texts";
import * as z from "zod/mini";
import { refusalOf } from "../../resources/api/save-refusal.ts";
import { useRenameOrganization } from "../../resources/organizations/organization-actions.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { FormSection } from "../../ui/form/form-section.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";

const NameForm = z.object({
  name: z.string().check(
    z.refine((name) => name.trim() !== "", REQUIRED),
    z.maxLength(TITLE_MAX_CHARACTERS, `Name is longer than ${TITLE_MAX_CHARACTERS} characters`),
  ),
});

export function NameSection() {
  const { name } = useSession().organization;
  const { mutateAsync: rename } = useRenameOrganization();
  const form = useSaveForm({
    schema: NameForm,
    stored: { name },
    version: name,
    save: (values) =>
      refusalOf(rename({ name: values.name.trim() }), { failed: "Failed to update organization" }),
  });
  return (
    <FormSection form={form} title="Organization name" text={`At most ${TITLE_MAX_CHARACTERS} characters.`}>
      <div className="max-w-90">
        <TextField name="name" label="Name" autoComplete="off" isRequired />
      </div>
    </FormSection>
  );
}
