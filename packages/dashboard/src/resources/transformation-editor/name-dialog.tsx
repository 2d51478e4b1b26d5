/** Asks for the name of the transformation: to rename it, or before the first save. */
import { Name } from "@posthorn/contract/names";
import * as z from "zod/mini";
import { NameField } from "../names/name-field.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form/form.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";

export interface NameDialogProps {
  onClose: () => void;
  /** The name as it is in the editor, and as it is stored. */
  name: string;
  storedName: string | undefined;
  /** On the button: "Done" or "Save". */
  doneLabel: string;
  onName: (name: string) => void;
}

const NameSchema = z.object({ name: Name });

export function NameDialog({ onClose, ...asking }: NameDialogProps) {
  return (
    <Dialog isOpen onClose={onClose} size="sm" title="Name the transformation">
      <NameForm {...asking} onClose={onClose} />
    </Dialog>
  );
}

function NameForm({ name, storedName, doneLabel, onName, onClose }: NameDialogProps) {
  const form = useSaveForm({
    schema: NameSchema,
    stored: { name },
    isNew: true,
    save: (values) => {
      onName(values.name);
      return Promise.resolve(null);
    },
  });
  return (
    // A press of Enter belongs to this form alone, not to what is around the dialog.
    <div onSubmit={(press) => press.stopPropagation()}>
      <Form form={form} label="Name" isGuarded={false} className="flex flex-col gap-4">
        <NameField
          name="name"
          label="Name"
          isRequired
          hint="Letters, digits, hyphens and underscores."
          question={(typed) => (typed === storedName ? null : { kind: "transformation", name: typed })}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton>{doneLabel}</SubmitButton>
        </div>
      </Form>
    </div>
  );
}
