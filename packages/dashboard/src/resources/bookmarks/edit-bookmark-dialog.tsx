/** Changes the label and the connection of a bookmark. Loads when it opens, because most visits never edit one. */
import type { Bookmark } from "@posthorn/contract/bookmarks";
import { REQUIRED } from "@posthorn/contract/texts";
import * as z from "zod/mini";
import { Button } from "../../ui/button.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Form } from "../../ui/form/form.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useFormField } from "../../ui/form/use-form-field.ts";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import { refusalOf } from "../api/save-refusal.ts";
import { routeWithName } from "../connections/route-words.ts";
import { useChoices } from "../pickers/use-choices.ts";
import { useUpdateBookmark } from "./bookmark-actions.ts";
import { BookmarkLabel } from "./bookmark-label.ts";

export interface EditBookmarkDialogProps {
  bookmark: Bookmark;
  onClose: () => void;
}

const BookmarkSchema = z.object({
  label: BookmarkLabel,
  webhook_id: z.string().check(z.minLength(1, REQUIRED)),
});

export function EditBookmarkDialog(props: EditBookmarkDialogProps) {
  return (
    <Dialog isOpen onClose={props.onClose} size="sm" title="Edit bookmark">
      <BookmarkForm {...props} />
    </Dialog>
  );
}

function BookmarkForm({ bookmark, onClose }: EditBookmarkDialogProps) {
  const { mutateAsync } = useUpdateBookmark(bookmark.id);
  const form = useSaveForm({
    schema: BookmarkSchema,
    stored: { label: bookmark.label, webhook_id: bookmark.webhook_id },
    save: ({ label, webhook_id }) => {
      // The server refuses a deleted connection. A bookmark that has one can still get another label.
      const body = { label, ...(webhook_id !== bookmark.webhook_id && { webhook_id }) };
      return refusalOf(mutateAsync(body), { failed: "Bookmark failed to update" });
    },
    onSaved: onClose,
  });
  return (
    <Form form={form} label="Bookmark" isGuarded={false} className="flex flex-col gap-4">
      <TextField name="label" label="Label" isRequired />
      <ConnectionField />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton>Save</SubmitButton>
      </div>
    </Form>
  );
}

function ConnectionField() {
  const { value, set, error } = useFormField<string>("webhook_id", { label: "Connection" });
  const { models, chosen, search } = useChoices("connection", value);
  return (
    <Field label="Connection" error={error} hint="Where a replay sends the data." isRequired>
      <Combobox
        label="Connection"
        items={models}
        value={chosen}
        onChange={(connection) => set(connection?.id ?? "")}
        itemToText={routeWithName}
        itemToKey={({ id }) => id}
        placeholder="Choose a connection"
        emptyText="No such connection"
        search={search}
      />
    </Field>
  );
}
