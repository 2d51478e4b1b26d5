/** What do the mails about an invoice say? The invoice itself is on the billing page, for people who may see it. */
import type { PaymentProblem } from "@posthorn/contract/billing";
import type { Letter } from "./letter.ts";

interface MailedInvoice {
  number: string;
  organization_name: string;
  period_start: string;
  period_end: string;
  charged_by: string | null;
  is_paid: boolean;
}

/** `amount` as it is printed: `$174.00`. */
export function invoiceLetter(
  { number, organization_name, period_start, period_end, charged_by, is_paid }: MailedInvoice,
  { amount, publicUrl }: { amount: string; publicUrl: string },
): Letter {
  const organization = onOneLine(organization_name);
  const payment =
    charged_by === null ? "How to pay is on the invoice." : "It is charged to the card on file.";
  return {
    title: `Invoice ${number}: ${amount}`,
    lines: [
      `The invoice of ${organization} for the period from ${period_start} to ${period_end} is ready.`,
      `Amount due: ${amount}. ${is_paid ? "Nothing is to be paid." : payment}`,
    ],
    link: { label: "Open billing", url: `${publicUrl}/settings/organization/billing` },
    reason: reasonOf(organization),
  };
}

interface MailedProblem {
  number: string;
  organization_name: string;
  kind: PaymentProblem["kind"];
  /** Why, in a sentence. */
  text: string;
  /** Days: `1970-01-31`. Null: the card is not charged again by itself. */
  next: string | null;
  last: string;
}

/** The mail that says that an invoice could not be charged, and what happens next. */
export function paymentProblemLetter(
  { number, organization_name, kind, text, next, last }: MailedProblem,
  { amount, publicUrl }: { amount: string; publicUrl: string },
): Letter {
  const organization = onOneLine(organization_name);
  const again =
    next === null
      ? "Posthorn does not try again by itself."
      : `Posthorn tries again on ${next}${next === last ? ", for the last time" : `, and for the last time on ${last}`}.`;
  return {
    title: `Invoice ${number} of ${amount} is not paid`,
    lines: [`The invoice ${number} of ${organization} is due: ${amount}.`, text, again, WAYS_OUT[kind]],
    link: { label: "Open billing", url: `${publicUrl}/settings/organization/billing` },
    reason: reasonOf(organization),
  };
}

const WAYS_OUT: Readonly<Record<PaymentProblem["kind"], string>> = {
  no_card: "An admin can add a card on the billing page. It is charged then.",
  declined: "An admin can pay, or use another card, on the billing page.",
  authentication_required: "An admin can pay on the billing page, and confirm the payment there.",
};

function onOneLine(name: string): string {
  return name.replaceAll(/\s+/g, " ").trim();
}

function reasonOf(organization: string): string {
  return `You get this mail because your address is the billing email of ${organization}. An admin can change it on the billing page.`;
}
