/** Asks for the name of a new organization, and creates it with its first project. The person becomes its owner. */
import { firstMessage } from "../api/api-failure.ts";
import { TitleDialog } from "../names/title-dialog.tsx";
import { ORGANIZATION_CREATION_FAILED, useCreateOrganization } from "./create-organization.ts";

export interface NewOrganizationDialogProps {
  /** The session knows the organization and its project by then. */
  onCreated: (projectId: string) => unknown;
  onClose: () => void;
}

export function NewOrganizationDialog({ onCreated, onClose }: NewOrganizationDialogProps) {
  const { mutateAsync: create } = useCreateOrganization();
  return (
    <TitleDialog
      title="New organization"
      description="It has its own people and projects. You become its owner, and it begins with one project."
      submitLabel="Create organization"
      create={async (name) => {
        try {
          const { project } = await create({ name });
          await onCreated(project.id);
          return null;
        } catch (error) {
          return { title: ORGANIZATION_CREATION_FAILED, text: firstMessage(error) };
        }
      }}
      onClose={onClose}
    />
  );
}
