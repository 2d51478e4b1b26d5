/**
 * The bank wants to know whether a payment of an invoice is meant. It asks in a window of the provider; with `test`, in ours.
 */
import { confirmTestPayment, type payInvoice } from "@posthorn/contract/billing";
import type { ReplyOf } from "@posthorn/contract/endpoint";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { useSession } from "../session/use-session.ts";
import { stripeQuery } from "./card-queries.ts";
import type { CardConfirmation } from "./card-form.tsx";
import { StripeMissing } from "./stripe-missing.tsx";
import { stripeOutcome, type MakeStripe } from "./stripe-script.ts";
import { TestBankDialog, type BankAnswer } from "./test-bank-dialog.tsx";

export type PaymentAuthentication = NonNullable<ReplyOf<typeof payInvoice>["authentication"]>;

export interface ConfirmPaymentProps {
  authentication: PaymentAuthentication;
  onEnd: (answer: CardConfirmation) => void;
}

export function ConfirmPayment(props: ConfirmPaymentProps) {
  return props.authentication.provider === "test" ? <ByTest {...props} /> : <ByStripe {...props} />;
}

const refused = (error: unknown): CardConfirmation => ({ kind: "refused", text: firstMessage(error) });

function ByTest({ authentication: { client_secret }, onEnd }: ConfirmPaymentProps) {
  const { organization } = useSession();
  const isAnswered = useRef(false);
  const answer = async (authentication: BankAnswer) => {
    if (isAnswered.current) return;
    isAnswered.current = true;
    const params = { organization_id: organization.id };
    const body = { client_secret, authentication };
    onEnd(
      await call(confirmTestPayment, { params, body }).then(
        ({ status, message }) =>
          status === "succeeded"
            ? { kind: "confirmed" }
            : { kind: "refused", text: message ?? "The payment was not confirmed." },
        refused,
      ),
    );
  };
  return <TestBankDialog onAnswer={(given) => void answer(given)} />;
}

function ByStripe({ authentication, onEnd }: ConfirmPaymentProps) {
  const { client_secret, publishable_key, script_url } = authentication;
  const script = useQuery(stripeQuery(script_url ?? ""));
  const end = useEffectEvent(onEnd);
  const { data: makeStripe } = script;
  useEffect(() => {
    const confirm = async (make: MakeStripe) =>
      stripeOutcome(await make(publishable_key ?? "").confirmCardPayment(client_secret));
    if (makeStripe)
      void confirm(makeStripe)
        .catch(refused)
        .then((answer) => end(answer));
  }, [makeStripe, publishable_key, client_secret]);
  if (!script.isError) return null;
  const giveUp = () => onEnd({ kind: "refused", text: "The payment was not confirmed." });
  return (
    <Dialog
      isOpen
      size="sm"
      title="Your bank asks to confirm this payment"
      onClose={giveUp}
      footer={<Button onClick={giveUp}>Cancel</Button>}
    >
      <StripeMissing scriptUrl={script_url ?? ""} onRetry={script.refetch} />
    </Dialog>
  );
}
