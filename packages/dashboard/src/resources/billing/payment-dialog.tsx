/**
 * The dialog in which a person gives a card: to change the one that is charged, or to choose a plan with it.
 *
 * While the steps run it stays open, and the page stays: a person who leaves in the middle would not learn how it ended.
 */
import type { Plan } from "@posthorn/contract/plans";
import { useBlocker } from "@tanstack/react-router";
import { useRef, type ReactNode } from "react";
import * as z from "zod/mini";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormMessages } from "../../ui/form/form-messages.tsx";
import { Form } from "../../ui/form/form.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import { toast } from "../../ui/toast.ts";
import { useRefusal } from "../session/use-refusal.ts";
import { BillingEmail } from "./billing-email.ts";
import { CardEntry, NO_CARD_YET } from "./card-entry.ts";
import { CardForm, type CardFormHandle } from "./card-form.tsx";
import { CARD_NUMBER_FIELD } from "./test-card-form.tsx";
import { refusalOfPayment, usePayment } from "./use-payment.ts";

export interface PaymentDialogProps {
  title: string;
  description: ReactNode;
  submitLabel: string;
  /** What is chosen with the card, and where invoices go by now. Null: only the card changes. */
  choice: { plan: Plan; billing_email: string } | null;
  /** Above the form. */
  children?: ReactNode;
  onClose: () => void;
}

const OnlyCard = z.object({ card: CardEntry, billing_email: z.string() });
const CardAndEmail = z.object({ card: CardEntry, billing_email: BillingEmail });

export function PaymentDialog(props: PaymentDialogProps) {
  const { title, onClose } = props;
  const refusal = useRefusal("managePlan");
  if (refusal === undefined) return <CardDialog {...props} />;
  return (
    <Dialog
      isOpen
      size="sm"
      title={title}
      description={refusal}
      footer={<Button onClick={onClose}>Close</Button>}
      onClose={onClose}
    />
  );
}

function CardDialog({ title, description, submitLabel, choice, children, onClose }: PaymentDialogProps) {
  const card = useRef<CardFormHandle>(null);
  const { pay, progress, isRunning } = usePayment();
  const form = useSaveForm({
    schema: choice === null ? OnlyCard : CardAndEmail,
    stored: { card: NO_CARD_YET, billing_email: choice?.billing_email ?? "" },
    isNew: true,
    save: async ({ billing_email }) => {
      const outcome = await pay({
        saveCard: async () => {
          if (!card.current) throw new Error("The card form is not there");
          return card.current.save();
        },
        billing_email: choice === null || billing_email === choice.billing_email ? null : billing_email,
        plan: choice?.plan.id ?? null,
      });
      return refusalOfPayment(outcome, CARD_NUMBER_FIELD);
    },
    onSaved: () => {
      toast.success(choice === null ? "Payment method updated." : `Your plan is ${choice.plan.name}`);
      onClose();
    },
  });
  useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isRunning(),
    enableBeforeUnload: isRunning,
  });
  const close = () => {
    if (!isRunning()) onClose();
  };
  const isBusy = progress !== null;
  return (
    <Dialog isOpen title={title} description={description} onClose={close}>
      {children}
      <Form form={form} label={title} isGuarded={!isBusy} className="flex flex-col gap-4">
        <FormMessages />
        <CardForm ref={card} />
        {choice === null ? null : (
          <TextField
            name="billing_email"
            label="Billing email"
            type="email"
            autoComplete="email"
            hint="Invoices and payment notices go here."
            isRequired
          />
        )}
        <div className="flex flex-wrap items-center justify-end gap-2">
          <output className="min-w-0 flex-1 text-xs text-ink-2 max-sm:basis-full">{progress}</output>
          <Button disabledReason={isBusy ? "Wait until it is done" : undefined} onClick={close}>
            Cancel
          </Button>
          <SubmitButton>{submitLabel}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
