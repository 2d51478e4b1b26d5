/**
 * Asks a person to type the name of what they delete for good: nobody does that by accident.
 *
 *     <TypeNameDialog title="Delete organization" name={name} differs="Organization name does not match." … />
 */
import { useMemo, type ReactNode } from "react";
import * as z from "zod/mini";
import { Button } from "../button.tsx";
import { Dialog } from "../dialog.tsx";
import { FormMessages } from "./form-messages.tsx";
import type { SaveRefusal } from "./form-status.ts";
import { Form } from "./form.tsx";
import { SubmitButton } from "./submit-button.tsx";
import { TextField } from "./text-field.tsx";
import { useSaveForm } from "./use-save-form.ts";

export interface TypeNameDialogProps {
  /** Also the button: "Delete organization". */
  title: string;
  /** Names the consequence. */
  description: ReactNode;
  /** What the person has to type. */
  name: string;
  label: string;
  /** Said while another name is typed. */
  differs: string;
  /** Null if it is done. */
  onConfirm: (name: string) => Promise<SaveRefusal | null>;
  onClose: () => void;
}

const EMPTY = { name: "" };

export function TypeNameDialog({ title, description, onClose, ...asked }: TypeNameDialogProps) {
  return (
    <Dialog isOpen size="sm" title={title} description={description} onClose={onClose}>
      <NameForm title={title} onClose={onClose} {...asked} />
    </Dialog>
  );
}

function NameForm({
  title,
  name,
  label,
  differs,
  onConfirm,
  onClose,
}: Omit<TypeNameDialogProps, "description">) {
  const schema = useMemo(
    () => z.object({ name: z.string().check(z.refine((typed) => typed.trim() === name, differs)) }),
    [name, differs],
  );
  const form = useSaveForm({
    schema,
    stored: EMPTY,
    isNew: true,
    save: (typed) => onConfirm(typed.name.trim()),
  });
  return (
    <Form form={form} label={title} isGuarded={false} startsInFirstField className="flex flex-col gap-4">
      <TextField
        name="name"
        label={label}
        hint={`Type ${name} to confirm.`}
        isRequired
        autoComplete="off"
        spellCheck={false}
      />
      <FormMessages />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton>{title}</SubmitButton>
      </div>
    </Form>
  );
}
