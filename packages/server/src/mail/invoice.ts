/** The mail that says that there is a new invoice. The invoice itself is on the billing page, for people who may see it. */
import type { Letter } from "./letter.ts";

interface MailedInvoice {
  number: string;
  organization_name: string;
  period_start: string;
  period_end: string;
}

/** `amount` as it is printed: `$174.00`. */
export function invoiceLetter(
  { number, organization_name, period_start, period_end }: MailedInvoice,
  { amount, publicUrl }: { amount: string; publicUrl: string },
): Letter {
  const organization = organization_name.replaceAll(/\s+/g, " ").trim();
  return {
    title: `Invoice ${number}: ${amount}`,
    lines: [
      `The invoice of ${organization} for the period from ${period_start} to ${period_end} is ready.`,
      `Amount due: ${amount}. How to pay is on the invoice.`,
    ],
    link: { label: "Open billing", url: `${publicUrl}/settings/organization/billing` },
    reason: `You get this mail because your address is the billing email of ${organization}. An admin can change it on the billing page.`,
  };
}
