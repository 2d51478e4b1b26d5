/** How is a passkey added, and how does it get another name? */
import type { Passkey } from "@posthorn/contract/account";
import { NAME_MAX_CHARACTERS } from "@posthorn/contract/limits";
import * as z from "zod/mini";
import { browserName } from "../../resources/account/browser-name.ts";
import { useAccountActs, type Acted } from "../../resources/account/use-account-acts.ts";
import { GivenPassword } from "../../resources/session/credentials.ts";
import { createPasskey } from "../../resources/session/passkeys.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormMessages } from "../../ui/form/form-messages.tsx";
import { Form } from "../../ui/form/form.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import { toast } from "../../ui/toast.ts";
import { PasswordDialog } from "./password-dialog.tsx";

const PasskeyName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, "Enter a name"),
    z.maxLength(NAME_MAX_CHARACTERS, `Use at most ${NAME_MAX_CHARACTERS} characters`),
  );
const AddForm = z.object({ password: GivenPassword, name: PasskeyName });
type NewPasskey = z.output<typeof AddForm>;
const RenameForm = z.object({ name: PasskeyName });

export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const act = useAccountActs();
  const add = async ({ password, name }: NewPasskey): Promise<Acted> => {
    const begun = await act("beginPasskey", { password });
    if (begun.refusal) return begun;
    const created = await createPasskey(begun.reply);
    if ("refusal" in created) return { refusal: created.refusal, reply: null };
    return act("addPasskey", { name, response: created.response });
  };
  return (
    <PasswordDialog
      title="Add passkey"
      description="Your browser asks for your fingerprint, your face, a PIN or a security key next. Then you can sign in with it, without the password and without a code."
      submitLabel="Continue"
      schema={AddForm}
      stored={{ password: "", name: browserName(navigator.userAgent) }}
      act={add}
      onDone={() => {
        onClose();
        toast.success("The passkey was added");
      }}
      onClose={onClose}
    >
      <TextField
        name="name"
        label="Name"
        hint="So that you know it again in the list."
        autoComplete="off"
        isRequired
      />
    </PasswordDialog>
  );
}

export interface RenamePasskeyDialogProps {
  passkey: Passkey;
  onClose: () => void;
}

export function RenamePasskeyDialog({ passkey: { id, name }, onClose }: RenamePasskeyDialogProps) {
  const act = useAccountActs();
  const form = useSaveForm({
    schema: RenameForm,
    stored: { name },
    save: async (values) => (await act("renamePasskey", { ...values, id })).refusal,
    onSaved: onClose,
  });
  return (
    <Dialog isOpen size="sm" title="Rename passkey" onClose={onClose}>
      <Form
        form={form}
        label="Rename passkey"
        isGuarded={false}
        startsInFirstField
        className="flex flex-col gap-4"
      >
        <FormMessages />
        <TextField name="name" label="Name" autoComplete="off" isRequired />
        <div className="flex justify-end gap-2 pt-1">
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton>Rename</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
