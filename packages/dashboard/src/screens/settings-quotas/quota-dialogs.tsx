/** Changes the throughput or the retention. Less retention deletes data, so its dialog says how much stays. */
import { RETENTION_MAX_DAYS, THROUGHPUT_MAX_PER_SECOND } from "@posthorn/contract/limits";
import type { Quotas } from "@posthorn/contract/quotas";
import { REQUIRED } from "@posthorn/contract/texts";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { refusalOf } from "../../resources/api/save-refusal.ts";
import { useUpdateQuotas } from "../../resources/quotas/quota-actions.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormMessages } from "../../ui/form/form-messages.tsx";
import { Form } from "../../ui/form/form.tsx";
import { NumberField } from "../../ui/form/number-field.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";

interface QuotaDialogProps {
  quotas: Quotas;
  onClose: () => void;
}

const Throughput = z.object({
  max_events_per_second: z.nullable(z.int().check(z.minimum(1), z.maximum(THROUGHPUT_MAX_PER_SECOND))),
});

const FAILED = "Failed to update project throughput.";

export interface ThroughputDialogProps extends QuotaDialogProps {
  /** What a project has that can buy throughput: its own limit is below. Null: there is nothing to buy. */
  throughput: number | null;
}

export function ThroughputDialog({
  quotas: { max_events_per_second },
  throughput,
  onClose,
}: ThroughputDialogProps) {
  const { plan } = useSession().organization;
  const { mutateAsync: update } = useUpdateQuotas();
  const form = useSaveForm({
    schema: Throughput,
    // As much as the project has is no limit of its own.
    stored: { max_events_per_second: max_events_per_second === throughput ? null : max_events_per_second },
    save: (values) => refusalOf(update(values), { failed: FAILED }),
    onSaved: onClose,
  });
  const [title, change] =
    throughput === null ? ["Throughput", "Change throughput"] : ["Own limit", "Change own limit"];
  const none =
    throughput !== null
      ? `no own limit, so the project has its ${throughput}`
      : plan === null
        ? "no limit"
        : `as many as your plan, ${plan.name}, allows`;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title={title}
      description={`How many events per second this project may deliver${throughput === null ? "" : " at most, below what it has"}. More than that waits; nothing is lost.`}
    >
      <Form form={form} label={title} isGuarded={false} className="flex flex-col gap-4">
        <NumberField
          name="max_events_per_second"
          label="Events per second"
          hint={`Empty: ${none}. It takes effect at once.`}
          placeholder={throughput === null && plan !== null ? "As the plan allows" : "No limit"}
          min={1}
          max={throughput ?? THROUGHPUT_MAX_PER_SECOND}
        />
        <FormMessages />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton>{change}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

const Retention = z.object({
  retention_days: z
    .nullable(z.int().check(z.minimum(1), z.maximum(RETENTION_MAX_DAYS)))
    .check(z.refine((days) => days !== null, REQUIRED)),
});

export function RetentionDialog({ quotas: { retention_days }, onClose }: QuotaDialogProps) {
  const { mutateAsync: update } = useUpdateQuotas();
  const form = useSaveForm<z.output<typeof Retention>>({
    schema: Retention,
    stored: { retention_days },
    save: ({ retention_days: days }) =>
      refusalOf(update({ retention_days: days ?? retention_days }), { failed: "Failed to update project" }),
    onSaved: onClose,
  });
  const days = useWatch({ control: form.state.control, name: "retention_days" });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title="Retention"
      description="For how long payloads and attempts are kept. Bookmarks stay."
    >
      <Form form={form} label="Retention" isGuarded={false} className="flex flex-col gap-4">
        <NumberField name="retention_days" label="Days" isRequired min={1} max={RETENTION_MAX_DAYS} />
        {days !== null && days > 0 && days < retention_days ? (
          <Callout
            tone="bad"
            title={`Data that are older than ${days === 1 ? "a day" : `${days} days`} will be deleted`}
          >
            Posthorn deletes them soon after you save, and they cannot be restored.
          </Callout>
        ) : null}
        <FormMessages />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton>Change retention</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
