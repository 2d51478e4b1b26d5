/**
 * A dialog for a change that protects the account: it asks for the current password, and for what else the change needs.
 *
 * It stays open until the server has agreed. A wrong password leaves what was typed in the other fields.
 */
import type { ReactNode } from "react";
import * as z from "zod/mini";
import type { Acted } from "../../resources/account/use-account-acts.ts";
import { GivenPassword } from "../../resources/session/credentials.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormMessages } from "../../ui/form/form-messages.tsx";
import { Form } from "../../ui/form/form.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useSaveForm, type SaveFormOptions } from "../../ui/form/use-save-form.ts";

export interface PasswordValues {
  password: string;
}

interface PasswordDialogProps<Values extends PasswordValues> {
  title: string;
  /** What the change does. */
  description: ReactNode;
  /** The act: "Change email". */
  submitLabel: string;
  schema: SaveFormOptions<Values>["schema"];
  stored: Values;
  act: (values: Values) => Promise<Acted>;
  /** With the server's reply. */
  onDone: (reply: unknown) => void | Promise<void>;
  onClose: () => void;
  /** Further fields, below the password. */
  children?: ReactNode;
}

/** For a change that needs nothing but the password. */
export const PasswordOnly = z.object({ password: GivenPassword });
export const NO_PASSWORD = { password: "" };

export function PasswordDialog<Values extends PasswordValues>({
  title,
  description,
  submitLabel,
  schema,
  stored,
  act,
  onDone,
  onClose,
  children,
}: PasswordDialogProps<Values>) {
  const form = useSaveForm<Values>({
    schema,
    stored,
    isNew: true,
    save: async (values) => {
      const { refusal, reply } = await act(values);
      if (refusal === null) await onDone(reply);
      return refusal;
    },
  });
  return (
    <Dialog isOpen size="sm" title={title} description={description} onClose={onClose}>
      <Form form={form} label={title} isGuarded={false} startsInFirstField className="flex flex-col gap-4">
        <FormMessages />
        <TextField
          name="password"
          label="Current password"
          type="password"
          autoComplete="current-password"
          isRequired
        />
        {children}
        <div className="flex justify-end gap-2 pt-1">
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton>{submitLabel}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
