/**
 * What does an organization pay, and which invoices has it got?
 *
 * Posthorn counts the money: in integer cents, in arrears, by the day. The operator chooses how invoices are paid. Without
 * billing, plans have prices that are only shown.
 */
import * as z from "zod/mini";
import { Attachment, defineEndpoint } from "./endpoint.ts";
import { INVOICES_PER_PAGE } from "./limits.ts";
import { Timestamp } from "./lists.ts";
import { EmailAddress } from "./organizations.ts";
import { Subscription } from "./plans.ts";

/**
 * How invoices are paid. With `ledger` people transfer the money, and the operator marks invoices as paid. The others charge
 * a card; `test` moves no money, and is for an installation on the operator's own machine.
 */
export const BILLING_PROVIDERS = ["none", "ledger", "test", "stripe"] as const;
export type BillingProvider = (typeof BILLING_PROVIDERS)[number];

export const CARD_PROVIDERS = ["test", "stripe"] as const;
export type CardProviderName = (typeof CARD_PROVIDERS)[number];

export function isCardProvider(provider: BillingProvider): provider is CardProviderName {
  return CARD_PROVIDERS.some((name) => name === provider);
}

export const CARD_REQUIRED = "Credit card is required";

/** What people may see of a card. Its number never reaches Posthorn. */
export const Card = z.object({
  /** As the provider names it: `visa`. */
  brand: z.string(),
  last4: z.string(),
  exp_month: z.int(),
  exp_year: z.int(),
});
export type Card = z.output<typeof Card>;

/** Why an invoice that is charged to a card is not paid yet. */
export const PAYMENT_PROBLEMS = ["no_card", "declined", "authentication_required"] as const;

export const PaymentProblem = z.object({
  kind: z.enum(PAYMENT_PROBLEMS),
  /** A sentence for people; for a declined card the provider's. */
  text: z.string(),
  /** When the card is charged again. Null: this was the last try, and an admin has to pay. */
  next_try_at: z.nullable(Timestamp),
});
export type PaymentProblem = z.output<typeof PaymentProblem>;

export const InvoiceLine = z.object({
  name: z.string(),
  /** How the amount came about: `3,840,211 − 1,000,000 included → 3 × 1 million at $15.00`. */
  explanation: z.string(),
  /** Cents. */
  amount: z.int(),
});
export type InvoiceLine = z.output<typeof InvoiceLine>;

export const Invoice = z.object({
  id: z.string(),
  /** `INV-2026-0112` */
  number: z.string(),
  /** A day in UTC: `2026-12-01`. */
  issue_date: z.string(),
  /** The first day of the period, and the first day after it. */
  period_start: z.string(),
  period_end: z.string(),
  lines: z.array(InvoiceLine),
  /** Cents; more than 0. */
  amount_due: z.int(),
  is_paid: z.boolean(),
  /** Null: it is paid, or nobody has tried yet, or it is paid by transfer. */
  payment_problem: z.nullable(PaymentProblem),
  /** Below the address of the dashboard. */
  pdf_url: z.string(),
});
export type Invoice = z.output<typeof Invoice>;

export const BillingDetails = z.object({
  provider: z.enum(BILLING_PROVIDERS),
  period_start: Timestamp,
  period_end: Timestamp,
  /** What the period costs if nothing more happens in it; empty without billing. */
  lines: z.array(InvoiceLine),
  amount_so_far: z.int(),
  /** What is charged. Null: there is none, or invoices are paid by transfer. */
  card: z.nullable(Card),
  /** Where invoices go. Until an admin has chosen an address, the owner's. */
  billing_email: z.string(),
});
export type BillingDetails = z.output<typeof BillingDetails>;

const ofOrganization = { isForDashboard: true, actsOn: "organization", callers: "sessions" } as const;

export const getBilling = defineEndpoint({
  ...ofOrganization,
  method: "GET",
  path: "/organizations/{organization_id}/billing",
  summary: "What the period of an organization costs so far, and where invoices go",
  right: "seeBilling",
  reply: BillingDetails,
  errors: [404],
});

export const updateBillingEmail = defineEndpoint({
  ...ofOrganization,
  method: "PUT",
  path: "/organizations/{organization_id}/billing-email",
  summary: "Change where invoices go",
  right: "managePlan",
  body: z.strictObject({ billing_email: EmailAddress }),
  reply: z.object({ billing_email: z.string() }),
  errors: [404],
});

/** What the browser needs to ask for a card: the number goes from the form to the provider. */
export const CardSetup = z.object({
  provider: z.enum(CARD_PROVIDERS),
  id: z.string(),
  client_secret: z.string(),
  /** Null with `test`, whose form is built in. */
  publishable_key: z.nullable(z.string()),
  /** The address of the provider's script for forms. Null with `test`. */
  script_url: z.nullable(z.string()),
});
export type CardSetup = z.output<typeof CardSetup>;

export const startCardSetup = defineEndpoint({
  ...ofOrganization,
  method: "POST",
  path: "/organizations/{organization_id}/card-setups",
  summary: "Begin to save a card; the form then gives the number to the provider",
  right: "managePlan",
  reply: CardSetup,
  errors: [404],
});

export const setPaymentMethod = defineEndpoint({
  ...ofOrganization,
  method: "PUT",
  path: "/organizations/{organization_id}/payment-method",
  summary:
    "Charge the card of a setup that the provider has confirmed, from now on; invoices whose payment failed are charged again",
  right: "managePlan",
  body: z.strictObject({ setup_id: z.string().check(z.minLength(1)) }),
  reply: z.object({ card: Card }),
  errors: [404],
});

/** What a person types into the form of the provider `test`. It stands for a provider's own form and server. */
export const confirmTestCard = defineEndpoint({
  ...ofOrganization,
  method: "POST",
  path: "/organizations/{organization_id}/test-cards",
  summary: "Confirm a card setup of the provider `test` with one of its card numbers",
  right: "managePlan",
  body: z.strictObject({
    client_secret: z.string(),
    /** Digits, spaces are ignored. */
    number: z.string(),
    exp_month: z.int(),
    exp_year: z.int(),
    cvc: z.string(),
    /** What the person answered when the card asked for it. Absent: nothing was asked yet. */
    authentication: z.optional(z.enum(["complete", "fail"])),
  }),
  reply: z.object({
    status: z.enum(["succeeded", "authentication_required", "declined"]),
    /** Why it was declined, for people. */
    message: z.nullable(z.string()),
  }),
  errors: [404],
});

/** The same for a payment of an invoice that needs authentication. */
export const confirmTestPayment = defineEndpoint({
  ...ofOrganization,
  method: "POST",
  path: "/organizations/{organization_id}/test-payments",
  summary: "Answer the authentication that a payment of the provider `test` asks for",
  right: "managePlan",
  body: z.strictObject({ client_secret: z.string(), authentication: z.enum(["complete", "fail"]) }),
  reply: z.object({ status: z.enum(["succeeded", "declined"]), message: z.nullable(z.string()) }),
  errors: [404],
});

export const payInvoice = defineEndpoint({
  ...ofOrganization,
  method: "POST",
  path: "/organizations/{organization_id}/invoices/{id}/pay",
  summary: "Charge the card for an invoice now; after an authentication, ask how it ended",
  right: "managePlan",
  reply: z.object({
    invoice: Invoice,
    /** For the form, if the bank wants the person to confirm this payment. */
    authentication: z.nullable(z.omit(CardSetup, { id: true })),
  }),
  errors: [404],
});

export const listInvoices = defineEndpoint({
  ...ofOrganization,
  method: "GET",
  path: "/organizations/{organization_id}/invoices",
  summary: `The invoices of an organization, the newest first, ${INVOICES_PER_PAGE} a page`,
  right: "seeBilling",
  query: z.object({
    page: z.optional(z.string().check(z.regex(/^[1-9]\d{0,5}$/, "must be a number from 1"))),
  }),
  reply: z.object({ models: z.array(Invoice), count: z.int() }),
  errors: [404],
});

export const downloadInvoice = defineEndpoint({
  ...ofOrganization,
  method: "GET",
  path: "/organizations/{organization_id}/invoices/{id}/pdf",
  summary: "An invoice as PDF",
  right: "seeBilling",
  reply: Attachment,
  errors: [404],
});

export const changePlan = defineEndpoint({
  ...ofOrganization,
  method: "PUT",
  path: "/organizations/{organization_id}/plan",
  summary:
    "Choose another plan, at once; the free default plan begins with the next period. Choosing the present plan takes a cancellation back; if there is none, it moves a legacy plan to its current version",
  right: "managePlan",
  /** The id of a plan that is offered. */
  body: z.strictObject({ plan: z.string() }),
  reply: Subscription,
  errors: [404],
});

export const cancelPlan = defineEndpoint({
  ...ofOrganization,
  method: "POST",
  path: "/organizations/{organization_id}/plan/cancel",
  summary: "Cancel the plan: it counts until the end of its period, and then the free default plan begins",
  right: "managePlan",
  reply: Subscription,
  errors: [404],
});

export const BILLING_ENDPOINTS = [
  getBilling,
  updateBillingEmail,
  startCardSetup,
  setPaymentMethod,
  confirmTestCard,
  confirmTestPayment,
  listInvoices,
  payInvoice,
  downloadInvoice,
  changePlan,
  cancelPlan,
] as const;
