/** Where are events delivered? A new HTTP destination, or one that exists. */
import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useMemo } from "react";
import { destinationPlace } from "../../resources/destinations/destination-place.ts";
import { destinationsQuery } from "../../resources/destinations/destination-queries.ts";
import { NameField } from "../../resources/names/name-field.tsx";
import { CheckboxField } from "../../ui/form/checkbox-field.tsx";
import { NumberedSection } from "../../ui/form/numbered-section.tsx";
import { RadioField } from "../../ui/form/radio-field.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { DESTINATION_METHODS } from "./connection-form.ts";
import { EndPicker } from "./end-picker.tsx";

const METHOD_OPTIONS = DESTINATION_METHODS.map((value) => ({
  value,
  label: value === "" ? "Default (matches request)" : value,
}));

export function DestinationSection({ isNew }: { isNew: boolean }) {
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
  const hasNone = destinations.isSuccess && ends.length === 0;
  return (
    <NumberedSection number={2} id="destination" title="Define destination">
      <RadioField
        name="destination_choice"
        label="Events go to"
        isInline
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
      {isNew ? (
        <>
          <NameField
            name="destination_name"
            label="Destination name"
            placeholder="e.g. orders-api"
            isRequired
            question={(name) => ({ kind: "destination", name })}
          />
          <TextField
            name="destination_url"
            label="URL"
            hint="Each event is sent to this address."
            isRequired
            isMono
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://api.example.com/webhooks"
          />
          <Advanced />
        </>
      ) : (
        <EndPicker name="destination_id" label="Destination" ends={ends} />
      )}
    </NumberedSection>
  );
}

function Advanced() {
  return (
    <details className="group">
      <summary className="flex w-fit list-none items-center gap-1 rounded-sm text-sm text-ink-2 hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-3.5 transition-transform group-open:rotate-90" />
        Advanced configuration
      </summary>
      <div className="mt-3 flex flex-col gap-4 border-l border-line pl-4">
        <SelectField
          name="destination_method"
          label="HTTP method"
          options={METHOD_OPTIONS}
          className="max-w-70"
        />
        <CheckboxField
          name="destination_forwards_path"
          label="Path forwarding"
          hint="The path after the source URL is appended to the destination's URL."
        />
      </div>
    </details>
  );
}
