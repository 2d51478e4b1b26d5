/**
 * Type, address, authentication, rate and the rest of a destination's configuration, saved together.
 *
 * A person who may save also reads the credentials, so that the fields which are not secret are filled in. Secrets stay
 * out of the form: an empty secret field keeps the stored one, which the save reads again right before it sends it.
 */
import type { Destination } from "@posthorn/contract/destinations";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { refusalOf } from "../../resources/api/save-refusal.ts";
import { FailedEventsOffer } from "../../resources/bulk/failed-events-offer.tsx";
import { keepsSecret } from "../../resources/destinations/auth-methods.ts";
import { useSaveDestination } from "../../resources/destinations/destination-actions.ts";
import { DestinationConfigurationFields } from "../../resources/destinations/destination-fields.tsx";
import {
  ConfigurationForm,
  destinationConfigOf,
  destinationFieldOf,
  destinationValuesOf,
  type DestinationConfiguration,
} from "../../resources/destinations/destination-form.ts";
import { destinationWithAuthQuery } from "../../resources/destinations/destination-queries.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { FormSection } from "../../ui/form/form-section.tsx";
import { Section } from "../../ui/form/section.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";

const TITLE = "Configuration";
const TEXT = "Where events are sent, and how.";

export function ConfigurationSection({ destination }: { destination: Destination }) {
  const refusal = useRefusal("configure");
  const withAuth = useQuery({ ...destinationWithAuthQuery(destination.id), enabled: refusal === undefined });
  // The API shows credentials to members only. Others see the form without them.
  if (refusal !== undefined) return <ConfigurationOf destination={destination} />;
  if (withAuth.data) return <ConfigurationOf destination={withAuth.data} />;
  return (
    <Section title={TITLE} text={TEXT}>
      {withAuth.isError ? (
        <LoadFailed error={withAuth.error} onRetry={withAuth.refetch} />
      ) : (
        <TextSkeleton label={TITLE} lines={6} />
      )}
    </Section>
  );
}

function storedConfiguration(destination: Destination): {
  stored: DestinationConfiguration;
  version: string;
} {
  const { name: _name, description: _description, ...stored } = destinationValuesOf(destination);
  return { stored, version: destination.updated_at };
}

function ConfigurationOf({ destination }: { destination: Destination }) {
  const { id } = destination;
  const client = useQueryClient();
  const saving = useSaveDestination();
  const read = () => client.fetchQuery({ ...destinationWithAuthQuery(id), staleTime: 0 });
  const save = async (values: DestinationConfiguration, version: string | undefined) => {
    const kept = keepsSecret(values.auth[values.auth_type]) ? (await read()).config.auth : {};
    const change = { type: values.type, config: destinationConfigOf(values, kept) };
    return saving.mutateAsync({ id, change, version });
  };
  const form = useSaveForm({
    schema: ConfigurationForm,
    ...storedConfiguration(destination),
    save: (values, version) =>
      refusalOf(save(values, version), {
        failed: "An error occurred while saving the destination",
        fieldOf: (path) => destinationFieldOf(path, values.auth_type),
      }),
    newest: async () => storedConfiguration(await read()),
  });
  return (
    <>
      <FormSection form={form} title={TITLE} text={TEXT}>
        <DestinationConfigurationFields at="" />
      </FormSection>
      {saving.isSuccess ? (
        <div className="my-4">
          <FailedEventsOffer destinationId={id} />
        </div>
      ) : null}
    </>
  );
}
