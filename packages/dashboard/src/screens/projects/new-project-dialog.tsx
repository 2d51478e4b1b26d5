/** Asks for the name of a new project. */
import { refusalOf } from "../../resources/api/save-refusal.ts";
import { TitleDialog } from "../../resources/names/title-dialog.tsx";
import { useCreateProject } from "../../resources/projects/project-actions.ts";

export interface NewProjectDialogProps {
  organization: { id: string; name: string };
  onCreated: (id: string) => Promise<void>;
  onClose: () => void;
}

export function NewProjectDialog({ organization, onCreated, onClose }: NewProjectDialogProps) {
  const { mutateAsync: create } = useCreateProject(organization.id);
  return (
    <TitleDialog
      title="New project"
      description={`It has its own sources, connections, keys and history. Everybody of ${organization.name} can see it.`}
      submitLabel="Create project"
      create={(name) =>
        refusalOf(
          create({ name }).then(({ id }) => onCreated(id)),
          { failed: "Failed to create the project" },
        )
      }
      onClose={onClose}
    />
  );
}
