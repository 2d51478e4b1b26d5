/** Which card is charged? The dialog that changes it has an address: /settings/organization/billing/payment-method. */
import type { BillingDetails, Card } from "@posthorn/contract/billing";
import { Link } from "@tanstack/react-router";
import { CardMark } from "../../resources/billing/card-mark.tsx";
import { brandName, expiryDay, expiryState } from "../../resources/billing/card-text.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Section } from "../../ui/form/section.tsx";
import { useNow } from "../../ui/use-now.ts";

export function PaymentMethodSection({ provider, card }: Pick<BillingDetails, "provider" | "card">) {
  const refusal = useRefusal("managePlan");
  const label = card === null ? "Add card" : "Change card";
  return (
    <Section
      title="Payment method"
      text={refusal === undefined ? "Charged when an invoice is made." : "Changing it needs the role admin."}
    >
      <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
          {card === null ? <span className="text-ink-2">No card yet.</span> : <CardLine card={card} />}
          {provider === "test" ? <Badge>Test mode</Badge> : null}
        </div>
        {refusal === undefined ? (
          <Link to="/settings/organization/billing/payment-method" className={buttonClass()}>
            {label}
          </Link>
        ) : (
          <Button disabledReason={refusal}>{label}</Button>
        )}
      </div>
      {card === null ? null : <Expiry card={card} />}
      {provider === "test" ? (
        <p className="mt-2 text-xs text-ink-2">Only test cards can be used, and no money moves.</p>
      ) : null}
    </Section>
  );
}

function CardLine({ card: { brand, last4 } }: { card: Card }) {
  return (
    <>
      <CardMark brand={brand} />
      <span>
        <span className="sr-only">{brandName(brand)} </span>ending in {last4}
      </span>
    </>
  );
}

function Expiry({ card }: { card: Card }) {
  const state = expiryState(card, useNow());
  if (state === "fine") return null;
  return (
    <p className={`mt-2 text-sm ${state === "expired" ? "text-bad" : "text-hold"}`}>
      {state === "expired"
        ? `This card expired at the end of ${expiryDay(card)}. Invoices cannot be charged to it.`
        : `This card expires at the end of ${expiryDay(card)}. Change it before then.`}
    </p>
  );
}
