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

/** How invoices are paid. With `ledger` people transfer the money, and the operator marks invoices as paid. */
export const BILLING_PROVIDERS = ["none", "ledger"] as const;
export type BillingProvider = (typeof BILLING_PROVIDERS)[number];

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
  listInvoices,
  downloadInvoice,
  changePlan,
  cancelPlan,
] as const;
