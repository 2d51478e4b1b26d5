/** The name that its people see, and those who are invited. It is saved only over the name that the form has read. */
import { TITLE_MAX_CHARACTERS } from "@posthorn/contract/limits";
import { REQUIRED } from "@posthorn/contract/texts";
import { useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { refusalOf } from "../../resources/api/save-refusal.ts";
import { useRenameOrganization } from "../../resources/organizations/organization-actions.ts";
import { sessionQuery } from "../../resources/session/session-queries.ts";
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
  const { id, name } = useSession().organization;
  const client = useQueryClient();
  const { mutateAsync: rename } = useRenameOrganization();
  const form = useSaveForm({
    schema: NameForm,
    stored: { name },
    version: name,
    save: (values, seen) =>
      refusalOf(rename({ name: values.name.trim(), ...(seen !== undefined && { seen }) }), {
        failed: "Failed to update organization",
      }),
    newest: async () => {
      const { organizations } = await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
      const now = organizations.find((organization) => organization.id === id)?.name ?? name;
      return { stored: { name: now }, version: now };
    },
  });
  return (
    <FormSection form={form} title="Organization name" text={`At most ${TITLE_MAX_CHARACTERS} characters.`}>
      <div className="max-w-90">
        <TextField name="name" label="Name" autoComplete="off" isRequired />
      </div>
    </FormSection>
  );
}
