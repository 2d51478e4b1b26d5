/**
 * How does Stripe keep the cards of organizations?
 *
 * Posthorn makes the invoices, so of Stripe it needs customers, cards and payments only; stripe-payments.ts has the payments.
 * What a customer can change, such as another card, is an answer. What only the operator can change, or time, throws.
 */
import type { Stripe } from "stripe";
import type { StripeConfig } from "../config/billing.ts";
import type { StripeAccess } from "../outbound/stripe.ts";
import { type CardProvider, type StoredCard, UnknownCustomer } from "./card-provider.ts";
import {
  cancelPayment,
  CARD_GONE,
  chargeInvoice,
  isUnknownCustomer,
  readPayment,
} from "./stripe-payments.ts";

/** A customer has one card, and for a moment two. */
const CARDS_MOST = 100;
/** It comes from a browser, and becomes a part of an address. */
const SETUP_ID = /^seti_\w{1,200}$/;
const UNKNOWN_SETUP = "This card was not saved. Enter it again.";
const UNCONFIRMED = "The card was not confirmed. Enter it again.";

export interface StripeProvider extends CardProvider {
  /** How a card looks now. Null: it is no longer any customer's. */
  readCard(card_id: string): Promise<StoredCard | null>;
  readEvent: StripeAccess["readEvent"];
}

export function createStripeProvider(
  { asking, readEvent }: Pick<StripeAccess, "asking" | "readEvent">,
  { publishableKey, scriptUrl }: Pick<StripeConfig, "publishableKey" | "scriptUrl">,
): StripeProvider {
  return {
    name: "stripe",
    form: { publishable_key: publishableKey, script_url: scriptUrl },

    async createCustomer({ id, name, email }) {
      const ask = asking();
      const create = (options: Stripe.RequestOptions = {}) =>
        ask((stripe) => stripe.customers.create({ metadata: { organization_id: id } }, options));
      // Not with the creation: an idempotency key stands for one text, and the second call may bring another name.
      const named = (customer_id: string) =>
        ask<Stripe.Customer | null>(
          (stripe) => stripe.customers.update(customer_id, { name, email }),
          (refusal) => (isUnknownCustomer(refusal) ? null : undefined),
        );
      // The search knows what is older than a minute, and the idempotency key what is younger than a day.
      const found = await ask(
        async (stripe) =>
          (await stripe.customers.search({ query: `metadata['organization_id']:'${id}'` })).data,
        () => [], // Stripe has no search in some countries
      );
      const known = found[0] ?? (await create({ idempotencyKey: `customer/${id}` }));
      if (await named(known.id)) return known.id;
      const successor = await create(); // the first one was deleted
      await named(successor.id);
      return successor.id;
    },

    startSetup: (customer) =>
      asking()(
        async (stripe) => {
          const { id, client_secret } = await stripe.setupIntents.create({
            customer,
            usage: "off_session",
            allowed_payment_method_types: ["card"],
          });
          return { id, client_secret: client_secret ?? "" };
        },
        (refusal) => {
          if (isUnknownCustomer(refusal)) throw new UnknownCustomer();
          return undefined;
        },
      ),

    async cardOfSetup(customer_id, setup_id) {
      if (!SETUP_ID.test(setup_id)) return { refused: UNKNOWN_SETUP };
      return asking()<StoredCard | { refused: string }>(
        async (stripe) => {
          const setup = await stripe.setupIntents.retrieve(setup_id, { expand: ["payment_method"] });
          if (setup.customer !== customer_id) return { refused: UNKNOWN_SETUP };
          if (setup.status !== "succeeded")
            return { refused: setup.last_setup_error?.message ?? UNCONFIRMED };
          const { payment_method: method } = setup;
          const card = method !== null && typeof method !== "string" ? cardOf(method) : null;
          return card ?? { refused: CARD_GONE };
        },
        ({ status }) => (status === 404 ? { refused: UNKNOWN_SETUP } : undefined),
      );
    },

    async useCard(customer_id, card_id) {
      const ask = asking();
      await ask((stripe) =>
        stripe.customers.update(customer_id, { invoice_settings: { default_payment_method: card_id } }),
      );
      const { data: cards } = await ask((stripe) =>
        stripe.paymentMethods.list({ customer: customer_id, type: "card", limit: CARDS_MOST }),
      );
      for (const { id } of cards.filter((card) => card.id !== card_id))
        await ask<unknown>(
          (stripe) => stripe.paymentMethods.detach(id),
          ({ status }) => (status === 400 ? "detached by another call" : undefined),
        );
    },

    charge: (of) => chargeInvoice(asking(), of),
    readEvent,
    readPayment: (payment_id) => readPayment(asking(), payment_id),
    cancelPayment: (payment_id) => cancelPayment(asking(), payment_id),

    readCard: (card_id) =>
      asking()(
        async (stripe) => cardOf(await stripe.paymentMethods.retrieve(card_id)),
        ({ status }) => (status === 404 ? null : undefined),
      ),
  };
}

/** Null: it belongs to no customer any more, or it is no card. */
function cardOf({ id, customer, card }: Stripe.PaymentMethod): StoredCard | null {
  if (customer === null || !card) return null;
  const { brand, last4, exp_month, exp_year } = card;
  return { id, brand, last4, exp_month, exp_year };
}
