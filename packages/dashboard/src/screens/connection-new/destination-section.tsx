/** Where are events delivered? A new HTTP destination, or one that exists. */
import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useMemo } from "react";
import { useController, type Control } from "react-hook-form";
import { destinationPlace } from "../../resources/destinations/destination-place.ts";
import { destinationsQuery } from "../../resources/destinations/destination-queries.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { RadioGroup } from "../../ui/radio-group.tsx";
import { Select } from "../../ui/select.tsx";
import { DESTINATION_METHODS, type ConnectionFormValues } from "./connection-form.ts";
import { EndPicker } from "./end-picker.tsx";
import { NameInput } from "./name-input.tsx";
import { Section } from "./section.tsx";
import type { SectionFieldsProps } from "./source-section.tsx";

const METHOD_OPTIONS = DESTINATION_METHODS.map((value) => ({
  value,
  label: value === "" ? "Default (matches request)" : value,
}));

export function DestinationSection({ control, errors, choice }: SectionFieldsProps) {
  const destinations = useQuery(destinationsQuery());
  const ends = useMemo(
    () =>
      (destinations.data?.models ?? []).map(({ id, name, type, config, disabled_at }) => ({
        id,
        name,
        url: destinationPlace({ type, config }),
        isDisabled: disabled_at !== null,
      })),
    [destinations.data],
  );
  const { field: choiceField } = useController({ control, name: "destination_choice" });
  const { field: idField } = useController({ control, name: "destination_id" });
  const hasNone = destinations.isSuccess && ends.length === 0;
  return (
    <Section number={2} step="destination" title="Define destination">
      <RadioGroup
        legend="Events go to"
        isInline
        value={choice}
        onChange={choiceField.onChange}
        choices={[
          { value: "new", label: "New destination", hint: "An HTTP endpoint of yours" },
          {
            value: "existing",
            label: "Existing destination",
            hint: hasNone ? "There is none yet" : "One that other connections use as well",
            isDisabled: hasNone,
          },
        ]}
      />
      {choice === "existing" ? (
        <EndPicker
          label="Destination"
          ends={ends}
          value={idField.value}
          onChange={idField.onChange}
          error={errors.destination_id?.message}
        />
      ) : (
        <>
          <NameInput
            control={control}
            name="destination_name"
            label="Destination name"
            placeholder="e.g. orders-api"
            isRequired
            error={errors.destination_name?.message}
          />
          <UrlInput control={control} error={errors.destination_url?.message} />
          <Advanced control={control} />
        </>
      )}
    </Section>
  );
}

function UrlInput({ control, error }: { control: Control<ConnectionFormValues>; error: string | undefined }) {
  const { field } = useController({ control, name: "destination_url" });
  return (
    <Field label="URL" isRequired error={error} hint="Each event is sent to this address.">
      <Input
        {...field}
        isMono
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://api.example.com/webhooks"
      />
    </Field>
  );
}

function Advanced({ control }: { control: Control<ConnectionFormValues> }) {
  const { field: method } = useController({ control, name: "destination_method" });
  const { field: forwardsPath } = useController({ control, name: "destination_forwards_path" });
  return (
    <details className="group">
      <summary className="flex w-fit list-none items-center gap-1 rounded-sm text-sm text-ink-2 hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-3.5 transition-transform group-open:rotate-90" />
        Advanced configuration
      </summary>
      <div className="mt-3 flex flex-col gap-4 border-l border-line pl-4">
        <Field label="HTTP method">
          <Select {...method} options={METHOD_OPTIONS} className="max-w-70" />
        </Field>
        <Checkbox
          label="Path forwarding"
          hint="The path after the source URL is appended to the destination's URL."
          checked={forwardsPath.value}
          onBlur={forwardsPath.onBlur}
          onChange={(change) => forwardsPath.onChange(change.target.checked)}
        />
      </div>
    </details>
  );
}
