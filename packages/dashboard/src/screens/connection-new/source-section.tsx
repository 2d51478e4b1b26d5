/** Where do requests come in? A new source with everything that can be set on it, or one that exists. */
import type { SourceType } from "@posthorn/contract/source-types";
import { useMemo } from "react";
import { useWatch } from "react-hook-form";
import { DescriptionField } from "../../resources/names/description-field.tsx";
import { NameField } from "../../resources/names/name-field.tsx";
import { useChoices } from "../../resources/pickers/use-choices.ts";
import { SourceConfigurationFields } from "../../resources/sources/source-configuration-fields.tsx";
import { SourceTypeField } from "../../resources/sources/source-type-field.tsx";
import { NumberedSection } from "../../ui/form/numbered-section.tsx";
import { RadioField } from "../../ui/form/radio-field.tsx";
import { LoadFailedLine } from "../../ui/load-failed-line.tsx";
import { EndPicker } from "./end-picker.tsx";

export function SourceSection({ isNew }: { isNew: boolean }) {
  const chosenId: string = useWatch({ name: "source_id" });
  const sources = useChoices("source", chosenId);
  const ends = useMemo(
    () =>
      sources.models.map(({ id, name, url, disabled_at }) => ({
        id,
        name,
        url,
        isDisabled: disabled_at !== null,
      })),
    [sources.models],
  );
  const hasNone = sources.isEmpty;
  return (
    <NumberedSection number={1} id="source" title="Define source">
      <RadioField
        name="source_choice"
        label="Requests come from"
        isInline
        choices={[
          { value: "new", label: "New source", hint: "Gets its own URL to send requests to" },
          {
            value: "existing",
            label: "Existing source",
            hint: hasNone ? "There is none yet" : "Send what it receives to one more destination",
            isDisabled: hasNone,
          },
        ]}
      />
      {isNew ? (
        <NewSource />
      ) : sources.error ? (
        <LoadFailedLine what="The sources" error={sources.error} onRetry={sources.onRetry} />
      ) : (
        <EndPicker
          name="source_id"
          label="Source"
          ends={ends}
          isLoading={sources.isPending}
          isChosenGone={sources.isChosenGone}
          search={sources.search}
        />
      )}
    </NumberedSection>
  );
}

function NewSource() {
  const type: SourceType | "" = useWatch({ name: "source.type" });
  return (
    <>
      <NameField
        name="source.name"
        label="Source name"
        placeholder="e.g. stripe"
        hint="Usually the service that sends the requests."
        isRequired
        question={(name) => ({ kind: "source", name })}
      />
      <SourceTypeField name="source.type" />
      <DescriptionField name="source.description" />
      {type === "" ? null : <SourceConfigurationFields prefix="source." type={type} />}
    </>
  );
}
