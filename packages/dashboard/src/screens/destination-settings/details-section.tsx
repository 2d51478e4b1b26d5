/** Name and description of a destination, saved on their own. */
import type { Destination } from "@posthorn/contract/destinations";
import { useQueryClient } from "@tanstack/react-query";
import { refusalOf } from "../../resources/api/save-refusal.ts";
import { useSaveDestination } from "../../resources/destinations/destination-actions.ts";
import { DestinationDetailFields } from "../../resources/destinations/destination-fields.tsx";
import {
  destinationDetailsOf,
  DetailsForm,
  type DestinationDetails,
} from "../../resources/destinations/destination-form.ts";
import { destinationQuery } from "../../resources/destinations/destination-queries.ts";
import { FormSection } from "../../ui/form/form-section.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";

function storedDetails({ name, description, updated_at }: Destination): {
  stored: DestinationDetails;
  version: string;
} {
  return { stored: { name, description: description ?? "" }, version: updated_at };
}

export function DetailsSection({ destination }: { destination: Destination }) {
  const { id } = destination;
  const client = useQueryClient();
  const saving = useSaveDestination();
  const form = useSaveForm({
    schema: DetailsForm,
    ...storedDetails(destination),
    save: (values, version) =>
      refusalOf(saving.mutateAsync({ id, change: destinationDetailsOf(values), version }), {
        failed: "An error occurred while saving the destination",
      }),
    newest: async () => storedDetails(await client.fetchQuery({ ...destinationQuery(id), staleTime: 0 })),
  });
  return (
    <FormSection form={form} title="Details" text="How the destination is called in lists and links.">
      <DestinationDetailFields at="" />
    </FormSection>
  );
}
