/** How does a dialog save a card, and choose a plan with it? The order is in payment-flow.ts, the calls are here. */
import { changePlan, setPaymentMethod, updateBillingEmail } from "@posthorn/contract/billing";
import { useRef, useState } from "react";
import type { SaveRefusal } from "../../ui/form/form-status.ts";
import { firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { useSession } from "../session/use-session.ts";
import { useReadAgain } from "./billing-actions.ts";
import {
  payInOrder,
  RETRY_AFTER_MS,
  type PaymentOutcome,
  type PaymentStep,
  type SavedCard,
} from "./payment-flow.ts";

export interface Payment {
  saveCard: () => Promise<SavedCard>;
  /** Null: invoices go where they went. */
  billing_email: string | null;
  /** The id of a plan. Null: only the card changes. */
  plan: string | null;
}

const PROGRESS: Record<PaymentStep, string> = {
  save_card: "Saving the card…",
  set_default: "Making it the payment method…",
  update_email: "Changing the billing email…",
  settle: "Waiting until the card can be charged…",
  change_plan: "Changing the plan…",
};
const AGAIN = `That did not work. Trying once more in ${RETRY_AFTER_MS / 1000} seconds…`;

const wait = (ms: number) =>
  new Promise<void>((resolve) => {
    window.setTimeout(resolve, ms);
  });

export function usePayment() {
  const { organization } = useSession();
  const readAgain = useReadAgain();
  const [progress, setProgress] = useState<string | null>(null);
  const running = useRef(false);
  const of = { params: { organization_id: organization.id } };
  const pay = async ({ saveCard, billing_email, plan }: Payment): Promise<PaymentOutcome> => {
    running.current = true;
    const outcome = await payInOrder({
      saveCard,
      setDefault: (setup_id) => call(setPaymentMethod, { ...of, body: { setup_id } }),
      updateEmail:
        billing_email === null ? null : () => call(updateBillingEmail, { ...of, body: { billing_email } }),
      changePlan: plan === null ? null : () => call(changePlan, { ...of, body: { plan } }),
      wait,
      onStep: (step, isRetry) => setProgress(isRetry ? AGAIN : PROGRESS[step]),
    });
    await readAgain();
    running.current = false;
    setProgress(null);
    return outcome;
  };
  return {
    pay,
    /** What it does now, for the person; null: nothing. */ progress,
    isRunning: () => running.current,
  };
}

const NOT_SAVED = "Payment method could not be saved successfully.";
const WENT_WRONG = "Something went wrong, please try again or contact us.";

/** Null: it is done. */
export function refusalOfPayment(outcome: PaymentOutcome, cardNumberField: string): SaveRefusal | null {
  if (outcome.kind === "done") return null;
  if (outcome.kind === "refused") return { title: NOT_SAVED, text: outcome.text, focusOn: cardNumberField };
  const text = firstMessage(outcome.error);
  switch (outcome.step) {
    case "save_card":
      return { title: NOT_SAVED, text };
    case "set_default":
      return { title: WENT_WRONG, text };
    case "update_email":
      return {
        title: "Failed to update billing email, please contact us.",
        text: `The card is saved, and the plan is as before. ${text}`,
        fields: [{ name: "billing_email", message: text }],
      };
    case "settle":
    case "change_plan":
      return { title: WENT_WRONG, text: `The card is saved, and the plan is as before. ${text}` };
  }
}
