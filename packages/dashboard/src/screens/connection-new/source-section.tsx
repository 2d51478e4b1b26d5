/** Where do requests come in? A new source with its name and methods, or one that exists. */
import { HTTP_METHODS, type HttpMethod } from "@posthorn/contract/causes";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useController, type Control, type FieldErrors } from "react-hook-form";
import { sourcesQuery } from "../../resources/sources/source-queries.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { RadioGroup } from "../../ui/radio-group.tsx";
import type { ConnectionFormValues, EndChoice } from "./connection-form.ts";
import { EndPicker } from "./end-picker.tsx";
import { NameInput } from "./name-input.tsx";
import { Section } from "./section.tsx";

export interface SectionFieldsProps {
  control: Control<ConnectionFormValues>;
  errors: FieldErrors<ConnectionFormValues>;
  choice: EndChoice;
}

export function SourceSection({ control, errors, choice }: SectionFieldsProps) {
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
  const { field: choiceField } = useController({ control, name: "source_choice" });
  const { field: idField } = useController({ control, name: "source_id" });
  const hasNone = sources.isSuccess && ends.length === 0;
  return (
    <Section number={1} step="source" title="Define source">
      <RadioGroup
        legend="Requests come from"
        isInline
        value={choice}
        onChange={choiceField.onChange}
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
      {choice === "existing" ? (
        <EndPicker
          label="Source"
          ends={ends}
          value={idField.value}
          onChange={idField.onChange}
          error={errors.source_id?.message}
        />
      ) : (
        <>
          <NameInput
            control={control}
            name="source_name"
            label="Source name"
            placeholder="e.g. stripe"
            hint="Usually the service that sends the requests."
            isRequired
            error={errors.source_name?.message}
          />
          <MethodChoice control={control} error={errors.source_methods?.message} />
        </>
      )}
    </Section>
  );
}

interface MethodChoiceProps {
  control: Control<ConnectionFormValues>;
  error: string | undefined;
}

function MethodChoice({ control, error }: MethodChoiceProps) {
  const { field } = useController({ control, name: "source_methods" });
  const toggle = (method: HttpMethod, isOn: boolean) =>
    field.onChange(HTTP_METHODS.filter((one) => (one === method ? isOn : field.value.includes(one))));
  return (
    <fieldset aria-describedby="source-methods-note">
      <legend className="mb-1 text-sm font-medium">Allowed HTTP methods</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {HTTP_METHODS.map((method) => (
          <Checkbox
            key={method}
            label={<span className="mono">{method}</span>}
            checked={field.value.includes(method)}
            aria-invalid={error === undefined ? undefined : true}
            onBlur={field.onBlur}
            onChange={(change) => toggle(method, change.target.checked)}
          />
        ))}
      </div>
      <p
        id="source-methods-note"
        className={`mt-1 text-xs ${error === undefined ? "text-ink-3" : "text-bad"}`}
      >
        {error ?? "Requests with any other method are turned away."}
      </p>
    </fieldset>
  );
}
