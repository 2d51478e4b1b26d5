/**
 * The button that charges the card for an invoice now. If the bank wants to know whether that is meant, it asks; then the
 * server says how it ended. Without a card, the button leads to the dialog that adds one.
 */
import type { Card, Invoice } from "@posthorn/contract/billing";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { usePayInvoice } from "../../resources/billing/billing-actions.ts";
import type { PaymentAuthentication } from "../../resources/billing/confirm-payment.tsx";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { later } from "../../ui/later.tsx";
import { toast } from "../../ui/toast.ts";

const ConfirmPayment = later(() => import("../../resources/billing/confirm-payment.tsx")).component(
  (loaded) => loaded.ConfirmPayment,
);

export interface PayNowProps {
  invoice: Pick<Invoice, "id" | "number">;
  card: Card | null;
}

export function PayNow({ invoice: { id, number }, card }: PayNowProps) {
  const refusal = useRefusal("managePlan");
  const { mutateAsync: pay, isPending } = usePayInvoice();
  const [authentication, setAuthentication] = useState<PaymentAuthentication | null>(null);
  const tellFailed = (description: string) => toast.error(`${number} could not be paid`, { description });
  /**
   * After the bank has asked, the server is told to look, and `refused` is why the bank did not confirm it. An invoice that is
   * paid has no such button any more, and the person is still told.
   */
  const payNow = async (refused?: string) => {
    const reply = await pay(id).catch(() => null); // the action says so
    if (reply === null) return;
    const { invoice, authentication: asked } = reply;
    if (refused !== undefined) tellFailed(refused);
    else if (asked !== null) setAuthentication(asked);
    else if (invoice.is_paid) toast.success(`${number} is paid`);
    else if (invoice.payment_problem) tellFailed(invoice.payment_problem.text);
    else toast.message(`${number} is being paid`, { description: "The bank takes its time." });
  };
  if (card === null && refusal === undefined)
    return (
      <Link
        to="/settings/organization/billing/payment-method"
        className={buttonClass({ size: "sm", variant: "primary" })}
      >
        Add card
      </Link>
    );
  return (
    <>
      <Button
        size="sm"
        variant="primary"
        aria-label={`Pay now: ${number}`}
        isPending={isPending || authentication !== null}
        disabledReason={refusal}
        onClick={() => void payNow()}
      >
        Pay now
      </Button>
      {authentication === null ? null : (
        <ConfirmPayment
          authentication={authentication}
          onEnd={(answer) => {
            setAuthentication(null);
            void payNow(answer.kind === "refused" ? answer.text : undefined);
          }}
        />
      )}
    </>
  );
}
