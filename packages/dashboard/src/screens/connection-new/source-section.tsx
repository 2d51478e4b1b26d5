/** Where do requests come in? A new source with its name and methods, or one that exists. */
import { HTTP_METHODS } from "@posthorn/contract/causes";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { NameField } from "../../resources/names/name-field.tsx";
import { sourcesQuery } from "../../resources/sources/source-queries.ts";
import { CheckboxGroupField } from "../../ui/form/checkbox-group-field.tsx";
import { NumberedSection } from "../../ui/form/numbered-section.tsx";
import { RadioField } from "../../ui/form/radio-field.tsx";
import { EndPicker } from "./end-picker.tsx";

const METHODS = HTTP_METHODS.map((value) => ({ value, label: <span className="mono">{value}</span> }));

export function SourceSection({ isNew }: { isNew: boolean }) {
  const sources = useQuery(sourcesQuery());
  const ends = useMemo(
    () =>
      (sources.data?.models ?? []).map(({ id, name, url, disabled_at }) => ({
        id,
        name,
        url,
        isDisabled: disabled_at !== null,
      })),
    [sources.data],
  );
  const hasNone = sources.isSuccess && ends.length === 0;
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
        <>
          <NameField
            name="source_name"
            label="Source name"
            placeholder="e.g. stripe"
            hint="Usually the service that sends the requests."
            isRequired
            question={(name) => ({ kind: "source", name })}
          />
          <CheckboxGroupField
            name="source_methods"
            label="Allowed HTTP methods"
            hint="Requests with any other method are turned away."
            options={METHODS}
          />
        </>
      ) : (
        <EndPicker name="source_id" label="Source" ends={ends} />
      )}
    </NumberedSection>
  );
}
