/** Asks for the label of a new bookmark. Loads when it opens, because most visits never bookmark anything. */
import * as z from "zod/mini";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form/form.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import { BookmarkLabel } from "./bookmark-label.ts";

export interface BookmarkDialogProps {
  onLabel: (label: string) => void;
  onClose: () => void;
}

const LabelSchema = z.object({ label: BookmarkLabel });

export function BookmarkDialog({ onLabel, onClose }: BookmarkDialogProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title="Bookmark event"
      description="A bookmark keeps the request data beyond your archival window, so that you can replay it later."
    >
      <LabelForm onLabel={onLabel} onClose={onClose} />
    </Dialog>
  );
}

function LabelForm({ onLabel, onClose }: BookmarkDialogProps) {
  const form = useSaveForm({
    schema: LabelSchema,
    stored: { label: "" },
    isNew: true,
    save: ({ label }) => {
      onLabel(label);
      onClose();
      return Promise.resolve(null);
    },
  });
  return (
    <Form form={form} label="Bookmark" isGuarded={false} className="flex flex-col gap-4">
      <TextField name="label" label="Label" isRequired placeholder="Refund without a charge" />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton>Bookmark</SubmitButton>
      </div>
    </Form>
  );
}
