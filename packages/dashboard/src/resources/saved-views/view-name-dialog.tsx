/** Asks for the name of a view: of a new one, or to rename one. Loads with the first press, because forms are heavy. */
import { ViewName } from "@posthorn/contract/saved-views";
import { NAME_MAX_CHARACTERS } from "@posthorn/contract/limits";
import { REQUIRED } from "@posthorn/contract/texts";
import * as z from "zod/mini";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form/form.tsx";
import { FormMessages } from "../../ui/form/form-messages.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import { refusalOf } from "../api/save-refusal.ts";
import { SAVE_FAILED } from "./use-save-filters.ts";

export interface ViewNameDialogProps {
  title: string;
  description: string;
  /** Empty for a new view. */
  name: string;
  saveLabel: string;
  onName: (name: string) => Promise<unknown>;
  onClose: () => void;
}

const Values = z.object({ name: z.string().check(z.refine((name) => name.trim() !== "", REQUIRED)) });

export function ViewNameDialog({ title, description, onClose, ...asking }: ViewNameDialogProps) {
  return (
    <Dialog isOpen onClose={onClose} size="sm" title={title} description={description}>
      <NameForm {...asking} onClose={onClose} />
    </Dialog>
  );
}

function NameForm({ name, saveLabel, onName, onClose }: Omit<ViewNameDialogProps, "title" | "description">) {
  const form = useSaveForm({
    schema: Values,
    stored: { name },
    isNew: name === "",
    save: (values) => refusalOf(onName(ViewName.parse(values.name)), { failed: SAVE_FAILED }),
    onSaved: onClose,
  });
  return (
    <Form form={form} label="Name" isGuarded={false} className="flex flex-col gap-4">
      <TextField name="name" label="Name" isRequired autoComplete="off" maxLength={NAME_MAX_CHARACTERS} />
      <FormMessages />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton>{saveLabel}</SubmitButton>
      </div>
    </Form>
  );
}
