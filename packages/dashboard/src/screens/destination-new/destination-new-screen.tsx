/** /destinations/new: creates a destination, then opens its page. */
import { getRouteApi, Link } from "@tanstack/react-router";
import { useRef } from "react";
import { refusalOf } from "../../resources/api/save-refusal.ts";
import { useCreateDestination } from "../../resources/destinations/destination-actions.ts";
import {
  DestinationConfigurationFields,
  DestinationDetailFields,
} from "../../resources/destinations/destination-fields.tsx";
import {
  destinationFieldOf,
  DestinationForm,
  destinationInputOf,
  emptyDestination,
} from "../../resources/destinations/destination-form.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { Section } from "../../ui/form/section.tsx";
import { NewPage } from "../../ui/form/new-page.tsx";
import { SettingsMain } from "../../ui/form/settings-main.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";

const route = getRouteApi("/_app/destinations/new");

export function DestinationNewScreen() {
  const navigate = route.useNavigate();
  const refusal = useRefusal("configure");
  const { mutateAsync: create } = useCreateDestination();
  const createdId = useRef("");
  const form = useSaveForm({
    schema: DestinationForm,
    stored: EMPTY,
    isNew: true,
    save: async (values) => {
      const creation = create(destinationInputOf(values));
      const refused = await refusalOf(creation, {
        failed: "An error occurred while saving the destination",
        fieldOf: (path) => destinationFieldOf(path, values.auth_type),
      });
      if (refused === null) createdId.current = (await creation).id;
      return refused;
    },
    onSaved: () => navigate({ to: "/destinations/$id", params: { id: createdId.current }, replace: true }),
  });
  return (
    <NewPage
      form={form}
      title="New destination"
      listLabel="Destinations"
      renderListLink={(link) => <Link to="/destinations" {...link} />}
      createLabel="Create destination"
      disabledReason={refusal}
    >
      <SettingsMain>
        <Section title="Details" text="How the destination is called in lists and links.">
          <div className="flex flex-col gap-4">
            <DestinationDetailFields at="" />
          </div>
        </Section>
        <Section title="Configuration" text="Where events are sent, and how.">
          <div className="flex flex-col gap-4">
            <DestinationConfigurationFields at="" />
          </div>
        </Section>
      </SettingsMain>
    </NewPage>
  );
}

const EMPTY = emptyDestination();
