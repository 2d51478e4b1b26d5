/**
 * How does Stripe charge a card for an invoice?
 *
 * An invoice has one payment intent at Stripe, whatever number of tries: an intent can succeed once, so no crash, no second
 * process and no page that was left open charges an invoice twice, also after Stripe has forgotten the idempotency keys. Each
 * try confirms that intent with the card of the day. An intent that was cancelled gets a successor.
 */
import type { Stripe } from "stripe";
import type { Ask, StripeRefusal } from "../outbound/stripe.ts";
import type { CardProvider, Payment } from "./card-provider.ts";

type PaymentIntent = Stripe.PaymentIntent;
type Charge = Parameters<CardProvider["charge"]>[0];

/** Far more than the payments of a customer in years. */
const PAYMENTS_MOST = 1_000;

export const CARD_GONE = "This card is no longer stored. Enter it again, or use another card.";
const NOT_CHARGED = "The card was not charged.";
const CANCELLED = "This payment was cancelled.";

export async function chargeInvoice(ask: Ask, of: Charge): Promise<Payment> {
  const intent = await intentOf(ask, of);
  if (intent === null) return { kind: "declined", payment_id: null, text: CARD_GONE };
  if (intent.status === "succeeded" || intent.status === "processing") return paymentOf(ask, intent);
  return ask<Payment>(
    async (stripe) => {
      const confirmed = await stripe.paymentIntents.confirm(
        intent.id,
        { payment_method: of.card_id, off_session: true },
        // A key stands for one text, and the card may be another one by the second call.
        { idempotencyKey: `charge/${of.key}/${of.card_id}/${intent.id}` },
      );
      return paymentOf(ask, confirmed);
    },
    (refusal) => whyNotCharged(ask, of, intent, refusal),
  );
}

/** How it stands by now. A payment of another account, or of test mode after the move to live mode, is nobody's any more. */
export async function readPayment(ask: Ask, payment_id: string): Promise<Payment> {
  return ask<Payment>(
    async (stripe) => paymentOf(ask, await stripe.paymentIntents.retrieve(payment_id)),
    ({ status }) => (status === 404 ? { kind: "declined", payment_id, text: NOT_CHARGED } : undefined),
  );
}

export async function cancelPayment(ask: Ask, payment_id: string): Promise<Payment> {
  const payment = await readPayment(ask, payment_id);
  if (payment.kind !== "authentication_required") return payment;
  return ask(
    async (stripe) => paymentOf(ask, await stripe.paymentIntents.cancel(payment_id)),
    () => readPayment(ask, payment_id), // its person was quicker
  );
}

/**
 * The list is asked, not the search, which finds a payment only a minute after it was made. Null: Stripe does not know the
 * customer.
 */
async function intentOf(ask: Ask, { customer_id, invoice }: Charge): Promise<PaymentIntent | null> {
  const payments = await ask<PaymentIntent[] | null>(
    (stripe) =>
      stripe.paymentIntents
        .list({ customer: customer_id, limit: 100 })
        .autoPagingToArray({ limit: PAYMENTS_MOST }),
    (refusal) => (isUnknownCustomer(refusal) ? null : undefined),
  );
  if (payments === null) return null;
  const ofInvoice = payments.filter(({ metadata }) => metadata["invoice_id"] === invoice.id);
  const present =
    ofInvoice.find(({ status }) => status === "succeeded") ??
    ofInvoice.find(({ status }) => status !== "canceled");
  if (present) return present;
  return ask<PaymentIntent | null>(
    (stripe) =>
      stripe.paymentIntents.create(
        {
          amount: invoice.amount_due,
          currency: "usd",
          customer: customer_id,
          allowed_payment_method_types: ["card"],
          description: `Invoice ${invoice.number}`,
          metadata: { invoice_id: invoice.id, invoice_number: invoice.number },
        },
        { idempotencyKey: `payment/${invoice.id}/${customer_id}/${ofInvoice.length}` },
      ),
    (refusal) => (isUnknownCustomer(refusal) ? null : undefined),
  );
}

/** Somebody has deleted it at Stripe, or it is one of another account or mode. */
export function isUnknownCustomer({ code, param }: StripeRefusal): boolean {
  return code === "resource_missing" && (param === "customer" || param === "id");
}

/** Its status decides, so that the same payment always gets the same answer. */
async function paymentOf(ask: Ask, intent: PaymentIntent): Promise<Payment> {
  const { id: payment_id, status, client_secret, last_payment_error: failure } = intent;
  if (status === "succeeded") return { kind: "paid", payment_id };
  if (status === "processing") return { kind: "pending", payment_id };
  if (status === "canceled") return { kind: "declined", payment_id, text: CANCELLED };
  if (status === "requires_action" || status === "requires_confirmation")
    return { kind: "authentication_required", payment_id, client_secret: client_secret ?? "" };
  const card_id = failure?.payment_method?.id;
  if (failure?.code !== "authentication_required" || card_id === undefined)
    return { kind: "declined", payment_id, text: failure?.message ?? NOT_CHARGED };
  // Stripe takes the card out of an intent that failed. Without it, the form in the browser could not confirm the payment.
  return ask(
    async (stripe) =>
      paymentOf(ask, await stripe.paymentIntents.update(payment_id, { payment_method: card_id })),
    () => ({ kind: "declined", payment_id, text: CARD_GONE }),
  );
}

async function whyNotCharged(
  ask: Ask,
  { customer_id, card_id, invoice }: Charge,
  { id: payment_id }: PaymentIntent,
  { status, code, message }: StripeRefusal,
): Promise<Payment> {
  // 402 is about the card. In the other state somebody else has moved it meanwhile.
  if (status === 402 || code === "payment_intent_unexpected_state") return readPayment(ask, payment_id);
  const owner = await ask(
    async (stripe) => (await stripe.paymentMethods.retrieve(card_id)).customer,
    ({ status: notFound }) => (notFound === 404 ? null : undefined),
  );
  if (owner !== customer_id) return { kind: "declined", payment_id, text: CARD_GONE };
  throw new Error(`Stripe refused to charge invoice ${invoice.number}: ${message}`);
}
