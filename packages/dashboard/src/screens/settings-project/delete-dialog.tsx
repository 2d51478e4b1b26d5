/** Deletes the project, once the person has typed its name. */
import { useState } from "react";
import * as z from "zod/mini";
import { ownRefusalOf } from "../../resources/api/save-refusal.ts";
import { useDeleteProject } from "../../resources/projects/project-actions.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormMessages } from "../../ui/form/form-messages.tsx";
import { Form } from "../../ui/form/form.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";

function typedNameOf(name: string) {
  return z.object({
    name: z.string().check(z.refine((typed) => typed.trim() === name, "Project name does not match.")),
  });
}

export function DeleteDialog({ onClose }: { onClose: () => void }) {
  const { project } = useSession();
  const { mutateAsync: remove } = useDeleteProject();
  const [schema] = useState(() => typedNameOf(project.name));
  const form = useSaveForm({
    schema,
    stored: { name: "" },
    isNew: true,
    save: () => ownRefusalOf(remove(), "The project could not be deleted, please contact us."),
    onSaved: onClose,
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title={`Delete ${project.name}`}
      description="Its sources, connections, events, issues and keys are deleted for everybody. This cannot be undone."
    >
      <Form form={form} label="Delete project" isGuarded={false} className="flex flex-col gap-4">
        <TextField
          name="name"
          label="Project name"
          isRequired
          autoComplete="off"
          spellCheck={false}
          hint={`Type ${project.name} to confirm.`}
        />
        <FormMessages />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton>Delete project</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
