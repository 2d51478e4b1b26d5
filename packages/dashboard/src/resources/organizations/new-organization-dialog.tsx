/** Asks for the name of a new organization, and creates it with its first project. The person becomes its owner. */
import { createOrganization } from "@posthorn/contract/organizations";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { TitleDialog } from "../names/title-dialog.tsx";
import { sessionQuery } from "../session/session-queries.ts";

export interface NewOrganizationDialogProps {
  /** The session knows the organization and its project by then. */
  onCreated: (projectId: string) => unknown;
  onClose: () => void;
}

export function NewOrganizationDialog({ onCreated, onClose }: NewOrganizationDialogProps) {
  const client = useQueryClient();
  const { mutateAsync: create } = useMutation({
    mutationFn: (name: string) => call(createOrganization, { body: { name } }),
    onSuccess: () => client.refetchQueries(sessionQuery),
  });
  return (
    <TitleDialog
      title="New organization"
      description="It has its own people and projects. You become its owner, and it begins with one project."
      submitLabel="Create organization"
      create={async (name) => {
        try {
          const { project } = await create(name);
          await onCreated(project.id);
          return null;
        } catch (error) {
          return { title: "Failed to create your organization, try again!", text: firstMessage(error) };
        }
      }}
      onClose={onClose}
    />
  );
}
