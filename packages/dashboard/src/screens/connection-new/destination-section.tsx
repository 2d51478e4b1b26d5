/** Where are events delivered? A new destination with its whole form, or one that exists. */
import { useMemo } from "react";
import { useWatch } from "react-hook-form";
import {
  DestinationConfigurationFields,
  DestinationDetailFields,
} from "../../resources/destinations/destination-fields.tsx";
import { destinationPlace } from "../../resources/destinations/destination-place.ts";
import { useChoices } from "../../resources/pickers/use-choices.ts";
import { NumberedSection } from "../../ui/form/numbered-section.tsx";
import { RadioField } from "../../ui/form/radio-field.tsx";
import { LoadFailedLine } from "../../ui/load-failed-line.tsx";
import { EndPicker } from "./end-picker.tsx";

export function DestinationSection({ isNew }: { isNew: boolean }) {
  const chosenId: string = useWatch({ name: "destination_id" });
  const destinations = useChoices("destination", chosenId);
  const ends = useMemo(
    () =>
      destinations.models.map(({ id, name, type, config, disabled_at }) => ({
        id,
        name,
        url: destinationPlace({ type, config }),
        isDisabled: disabled_at !== null,
      })),
    [destinations.models],
  );
  const hasNone = destinations.isEmpty;
  return (
    <NumberedSection number={2} id="destination" title="Define destination">
      <RadioField
        name="destination_choice"
        label="Events go to"
        isInline
        choices={[
          { value: "new", label: "New destination", hint: "An endpoint, your machine, or a mock" },
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
          <DestinationDetailFields at="destination." />
          <DestinationConfigurationFields at="destination." />
        </>
      ) : destinations.error ? (
        <LoadFailedLine what="The destinations" error={destinations.error} onRetry={destinations.onRetry} />
      ) : (
        <EndPicker
          name="destination_id"
          label="Destination"
          ends={ends}
          isLoading={destinations.isPending}
          isChosenGone={destinations.isChosenGone}
          search={destinations.search}
        />
      )}
    </NumberedSection>
  );
}
