/** Name and description of a source. */
import type { Source } from "@posthorn/contract/sources";
import { REQUIRED, SOURCE_SAVE_FAILED } from "@posthorn/contract/texts";
import { useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { refusalOf } from "../../resources/api/save-refusal.ts";
import { DescriptionField } from "../../resources/names/description-field.tsx";
import { NameField } from "../../resources/names/name-field.tsx";
import { useUpdateSource } from "../../resources/sources/source-actions.ts";
import { detailsInputOf } from "../../resources/sources/source-form.ts";
import { sourceQuery } from "../../resources/sources/source-queries.ts";
import { FormSection } from "../../ui/form/form-section.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";

/** The fields turn every input into a valid name, so only an empty one can be wrong. */
const DetailsForm = z.object({ name: z.string().check(z.minLength(1, REQUIRED)), description: z.string() });

function detailsOf({ name, description }: Source): z.output<typeof DetailsForm> {
  return { name, description: description ?? "" };
}

export function SourceDetails({ source }: { source: Source }) {
  const { id } = source;
  const client = useQueryClient();
  const { mutateAsync: update } = useUpdateSource();
  const form = useSaveForm({
    schema: DetailsForm,
    stored: detailsOf(source),
    version: source.updated_at,
    save: (values, version) =>
      refusalOf(update({ id, body: detailsInputOf(values), version }), { failed: SOURCE_SAVE_FAILED }),
    newest: async () => {
      const now = await client.fetchQuery({ ...sourceQuery(id), staleTime: 0 });
      return { stored: detailsOf(now), version: now.updated_at };
    },
  });
  return (
    <FormSection form={form} title="Details" text="How the source is called in lists and filters.">
      <NameField name="name" label="Source name" isRequired question={(name) => ({ kind: "source", name })} />
      <DescriptionField />
    </FormSection>
  );
}
