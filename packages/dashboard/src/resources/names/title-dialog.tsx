/** Asks for the name of something new that a person calls what they like: a project, an organization. */
import * as z from "zod/mini";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormMessages } from "../../ui/form/form-messages.tsx";
import type { SaveRefusal } from "../../ui/form/form-status.ts";
import { Form } from "../../ui/form/form.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import { Title } from "./title.ts";

export interface TitleDialogProps {
  title: string;
  /** What the person gets. */
  description: string;
  submitLabel: string;
  /** Null if it was created. */
  create: (name: string) => Promise<SaveRefusal | null>;
  onClose: () => void;
}

const Values = z.object({ name: Title });

export function TitleDialog({ title, description, onClose, ...asking }: TitleDialogProps) {
  return (
    <Dialog isOpen onClose={onClose} size="sm" title={title} description={description}>
      <NameForm {...asking} label={title} onClose={onClose} />
    </Dialog>
  );
}

interface NameFormProps extends Pick<TitleDialogProps, "submitLabel" | "create" | "onClose"> {
  label: string;
}

function NameForm({ label, submitLabel, create, onClose }: NameFormProps) {
  const form = useSaveForm({
    schema: Values,
    stored: { name: "" },
    isNew: true,
    save: ({ name }) => create(name.trim()),
  });
  return (
    <Form form={form} label={label} isGuarded={false} className="flex flex-col gap-4">
      <TextField name="name" label="Name" isRequired autoComplete="off" />
      <FormMessages />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton>{submitLabel}</SubmitButton>
      </div>
    </Form>
  );
}
