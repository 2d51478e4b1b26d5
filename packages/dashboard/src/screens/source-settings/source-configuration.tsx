/** Type, authentication, methods and response of a source, as far as its type has them. */
import type { SourceType } from "@posthorn/contract/source-types";
import type { Source } from "@posthorn/contract/sources";
import { SOURCE_SAVE_FAILED } from "@posthorn/contract/texts";
import { useQueryClient } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { refusalOf } from "../../resources/api/save-refusal.ts";
import { useUpdateSource } from "../../resources/sources/source-actions.ts";
import { SourceConfigurationFields } from "../../resources/sources/source-configuration-fields.tsx";
import {
  configurationInputOf,
  SourceConfigurationForm,
  sourceFieldOf,
  valuesOf,
} from "../../resources/sources/source-form.ts";
import { sourceWithSecretsQuery } from "../../resources/sources/source-queries.ts";
import { SourceToken } from "../../resources/sources/source-token.tsx";
import { SourceTypeField } from "../../resources/sources/source-type-field.tsx";
import { FormSection } from "../../ui/form/form-section.tsx";
import { Section } from "../../ui/form/section.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";

const TITLE = "Configuration";
const TEXT = "Who may send requests, with which methods, and what they get as an answer.";

export function SourceConfiguration({ source }: { source: Source }) {
  // A managed source has a token and nothing to set; its type cannot be chosen.
  if (source.type === "MANAGED")
    return (
      <Section title={TITLE} text="The service that asked for this source sends its token with each request.">
        <SourceToken sourceId={source.id} />
      </Section>
    );
  return <ConfigurationForm source={source} />;
}

function ConfigurationForm({ source }: { source: Source }) {
  const { id } = source;
  const client = useQueryClient();
  const { mutateAsync: update } = useUpdateSource();
  const form = useSaveForm({
    schema: SourceConfigurationForm,
    stored: configurationOf(source),
    version: source.updated_at,
    save: (values, version) =>
      refusalOf(update({ id, body: configurationInputOf(values), version }), {
        failed: SOURCE_SAVE_FAILED,
        fieldOf: (path) => sourceFieldOf(values, path),
      }),
    newest: async () => {
      const now = await client.fetchQuery({ ...sourceWithSecretsQuery(id), staleTime: 0 });
      return { stored: configurationOf(now), version: now.updated_at };
    },
  });
  const type: SourceType | "" = useWatch({ control: form.state.control, name: "type" });
  return (
    <FormSection form={form} title={TITLE} text={TEXT}>
      <SourceTypeField name="type" />
      {type === "" ? null : <SourceConfigurationFields type={type} />}
    </FormSection>
  );
}

/** Without name and description: they have a form of their own, and a change of them is no conflict here. */
function configurationOf(source: Source) {
  return { ...valuesOf(source), name: "", description: "" };
}
