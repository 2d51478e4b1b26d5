/** Changes how many calls per minute a further key may make. */
import type { ApiKey } from "@posthorn/contract/keys";
import * as z from "zod/mini";
import { refusalOf } from "../../resources/api/save-refusal.ts";
import { useLimitApiKey } from "../../resources/keys/key-actions.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormMessages } from "../../ui/form/form-messages.tsx";
import { Form } from "../../ui/form/form.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import { RateLimit, RateLimitField } from "./rate-limit-field.tsx";

export interface LimitDialogProps {
  apiKey: Pick<ApiKey, "id" | "name" | "rate_limit">;
  onClose: () => void;
}

const Values = z.object({ rate_limit: RateLimit });

export function LimitDialog({ apiKey: { id, name, rate_limit }, onClose }: LimitDialogProps) {
  const { mutateAsync: limit } = useLimitApiKey();
  const form = useSaveForm({
    schema: Values,
    stored: { rate_limit },
    save: (values) => refusalOf(limit({ id, ...values }), { failed: "Failed to change the limit" }),
    onSaved: onClose,
  });
  const title = `Limit of the key ${name}`;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title={title}
      description="Calls beyond the limit get 429 until the minute is over."
    >
      <Form form={form} label={title} isGuarded={false} startsInFirstField className="flex flex-col gap-4">
        <RateLimitField />
        <FormMessages />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton>Change limit</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
