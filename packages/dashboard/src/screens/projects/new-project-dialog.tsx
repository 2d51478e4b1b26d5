/** Asks for the name of a new project. */
import { TITLE_MAX_CHARACTERS } from "@posthorn/contract/limits";
import { REQUIRED } from "@posthorn/contract/texts";
import * as z from "zod/mini";
import { refusalOf } from "../../resources/api/save-refusal.ts";
import { useCreateProject } from "../../resources/projects/project-actions.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormMessages } from "../../ui/form/form-messages.tsx";
import { Form } from "../../ui/form/form.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";

export interface NewProjectDialogProps {
  organization: { id: string; name: string };
  onCreated: (id: string) => Promise<void>;
  onClose: () => void;
}

const Values = z.object({
  name: z.string().check(
    z.refine((name) => name.trim() !== "", REQUIRED),
    z.maxLength(TITLE_MAX_CHARACTERS, `Name is longer than ${TITLE_MAX_CHARACTERS} characters`),
  ),
});

export function NewProjectDialog({ organization, onClose, ...asking }: NewProjectDialogProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title="New project"
      description={`It has its own sources, connections, keys and history. Everybody of ${organization.name} can see it.`}
    >
      <NameForm {...asking} onClose={onClose} />
    </Dialog>
  );
}

function NameForm({ onCreated, onClose }: Omit<NewProjectDialogProps, "organization">) {
  const { mutateAsync: create } = useCreateProject();
  const form = useSaveForm({
    schema: Values,
    stored: { name: "" },
    isNew: true,
    save: ({ name }) =>
      refusalOf(
        create({ name: name.trim() }).then(({ id }) => onCreated(id)),
        { failed: "Failed to create the project" },
      ),
  });
  return (
    <Form form={form} label="New project" isGuarded={false} className="flex flex-col gap-4">
      <TextField name="name" label="Name" isRequired autoComplete="off" />
      <FormMessages />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton>Create project</SubmitButton>
      </div>
    </Form>
  );
}
