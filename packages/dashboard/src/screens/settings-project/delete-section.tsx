/** Ends the project, once the person has typed its name. */
import { useState } from "react";
import { ownRefusalOf } from "../../resources/api/save-refusal.ts";
import { useDeleteProject } from "../../resources/projects/project-actions.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { Button } from "../../ui/button.tsx";
import { Refusal } from "../../ui/form/refusal.tsx";
import { Section } from "../../ui/form/section.tsx";
import { later } from "../../ui/later.tsx";

const dialog = later(() => import("../../ui/form/type-name-dialog.tsx"));
const TypeNameDialog = dialog.component((loaded) => loaded.TypeNameDialog);

export function DeleteSection() {
  const { project } = useSession();
  const refusal = useRefusal("deleteProjects");
  const { mutateAsync: remove } = useDeleteProject();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Section title="Delete project" text="Sources stop receiving at once. This cannot be undone.">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button
          variant="danger"
          disabledReason={refusal}
          onPointerEnter={dialog.load}
          onClick={() => setIsAsking(true)}
        >
          Delete project…
        </Button>
        {refusal === undefined ? null : <Refusal>{refusal}</Refusal>}
      </div>
      {isAsking ? (
        <TypeNameDialog
          title="Delete project"
          description="Its sources, connections, events, issues and keys are deleted for everybody. This cannot be undone."
          name={project.name}
          label="Project name"
          differs="Project name does not match."
          onConfirm={() => ownRefusalOf(remove(), "The project could not be deleted, please contact us.")}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </Section>
  );
}
