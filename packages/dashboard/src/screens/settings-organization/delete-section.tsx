/** How the owner deletes the organization for good: by typing its name. */
import { ORGANIZATION_NAME_DIFFERS } from "@posthorn/contract/settings-texts";
import { useState } from "react";
import { ownRefusalOf } from "../../resources/api/save-refusal.ts";
import { useDeleteOrganization } from "../../resources/organizations/organization-actions.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { Button } from "../../ui/button.tsx";
import { Refusal } from "../../ui/form/refusal.tsx";
import { Section } from "../../ui/form/section.tsx";
import { later } from "../../ui/later.tsx";

const dialog = later(() => import("../../ui/form/type-name-dialog.tsx"));
const TypeNameDialog = dialog.component((loaded) => loaded.TypeNameDialog);

export function DeleteSection() {
  const { organization, projects } = useSession();
  const refusal = useRefusal("deleteOrganization");
  const { mutateAsync: remove } = useDeleteOrganization();
  const [isAsking, setIsAsking] = useState(false);
  const count = projects.filter(({ organization_id }) => organization_id === organization.id).length;
  return (
    <Section title="Delete organization" text="With all its projects. This cannot be undone.">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button
          variant="danger"
          disabledReason={refusal}
          onPointerEnter={dialog.load}
          onClick={() => setIsAsking(true)}
        >
          Delete organization…
        </Button>
        {refusal === undefined ? null : <Refusal>{refusal}</Refusal>}
      </div>
      {isAsking ? (
        <TypeNameDialog
          title="Delete organization"
          description={`${count === 1 ? "Its project stops" : `Its ${count} projects stop`} receiving at once. Connections, events and keys are deleted, and everybody loses access. This cannot be undone.`}
          name={organization.name}
          label="Organization name"
          differs={ORGANIZATION_NAME_DIFFERS}
          onConfirm={(name) =>
            ownRefusalOf(remove({ name }), "The organization could not be deleted, please contact us.")
          }
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </Section>
  );
}
