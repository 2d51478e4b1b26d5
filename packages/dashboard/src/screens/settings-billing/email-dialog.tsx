/** /settings/organization/billing/email: changes where invoices go. */
import * as z from "zod/mini";
import { useChangeBillingEmail } from "../../resources/billing/billing-actions.ts";
import { BillingEmail } from "../../resources/billing/billing-email.ts";
import { refusalOf } from "../../resources/api/save-refusal.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormMessages } from "../../ui/form/form-messages.tsx";
import { Form } from "../../ui/form/form.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";

const EmailForm = z.object({ billing_email: BillingEmail });

export function EmailDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const refusal = useRefusal("managePlan");
  const { mutateAsync: change } = useChangeBillingEmail();
  const form = useSaveForm({
    schema: EmailForm,
    stored: { billing_email: email },
    save: (values) =>
      refusalOf(change(values), { failed: "Failed to update billing email, please contact us." }),
    onSaved: onClose,
  });
  return (
    <Dialog
      isOpen
      size="sm"
      title="Change billing email"
      description="New invoices go to this address. Those that were made stay as they are."
      onClose={onClose}
    >
      <Form form={form} label="Change billing email" startsInFirstField className="flex flex-col gap-4">
        <FormMessages />
        <TextField name="billing_email" label="Email" type="email" autoComplete="email" isRequired />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton disabledReason={refusal}>Save</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
