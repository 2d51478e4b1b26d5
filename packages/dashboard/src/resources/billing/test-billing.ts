/** What a period costs, a card and an invoice for component tests, as the server would send them, and the answers of a card form. */
import type { BillingDetails, Card, CardSetup, Invoice } from "@posthorn/contract/billing";
import type { Answers } from "../api/test-api.ts";

const ORGANIZATION = "/dashboard-api/organizations/org_1";

export const BILLING_CALLS = {
  billing: `GET ${ORGANIZATION}/billing`,
  email: `PUT ${ORGANIZATION}/billing-email`,
  setup: `POST ${ORGANIZATION}/card-setups`,
  card: `PUT ${ORGANIZATION}/payment-method`,
  testCard: `POST ${ORGANIZATION}/test-cards`,
  testPayment: `POST ${ORGANIZATION}/test-payments`,
  invoices: `GET ${ORGANIZATION}/invoices`,
  pay: `POST ${ORGANIZATION}/invoices/inv_1/pay`,
  plan: `PUT ${ORGANIZATION}/plan`,
} as const;

export const VISA: Card = { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2040 };

export function aBilling(change: Partial<BillingDetails> = {}): BillingDetails {
  return {
    provider: "test",
    period_start: "2026-11-01T00:00:00.000Z",
    period_end: "2026-12-01T00:00:00.000Z",
    lines: [{ name: "Team plan", explanation: "fixed price", amount: 3900 }],
    amount_so_far: 3900,
    card: null,
    billing_email: "ada@example.com",
    ...change,
  };
}

export function anInvoice(change: Partial<Invoice> = {}): Invoice {
  return {
    id: "inv_1",
    number: "INV-2026-0112",
    issue_date: "2026-11-01",
    period_start: "2026-10-01",
    period_end: "2026-11-01",
    lines: [],
    amount_due: 18900,
    is_paid: false,
    payment_problem: null,
    pdf_url: "/dashboard-api/organizations/org_1/invoices/inv_1/pdf",
    ...change,
  };
}

export function aSetup(change: Partial<CardSetup> = {}): CardSetup {
  return {
    provider: "test",
    id: "setup_1",
    client_secret: "secret_1",
    publishable_key: null,
    script_url: null,
    ...change,
  };
}

/** A card form whose card is saved at once. */
export const SAVES_CARD: Answers = {
  [BILLING_CALLS.setup]: aSetup(),
  [BILLING_CALLS.testCard]: { status: "succeeded", message: null },
  [BILLING_CALLS.card]: { card: VISA },
};
