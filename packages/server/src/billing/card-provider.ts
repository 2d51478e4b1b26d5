/**
 * How does money get from a card to the operator?
 *
 * One seam with one suite (card-provider.suite.ts): `test` moves none, `stripe` is Stripe's. Posthorn decides what is charged
 * and when; a provider keeps cards and charges them. The number of a card goes from the browser to the provider and is
 * never seen here.
 *
 * Every method may be called twice with the same arguments, because a process can die after the provider has acted: the
 * second call does nothing more and gives the same answer. A provider that cannot be reached throws.
 */
import type { Card, CardProviderName } from "@posthorn/contract/billing";

export interface StoredCard extends Card {
  /** The provider's name for it. */
  id: string;
}

/** How a payment stands. A provider that is asked again says how it stands by then. */
export type Payment =
  | { kind: "paid"; payment_id: string }
  /** The bank takes its time; the provider says later how it ended. */
  | { kind: "pending"; payment_id: string }
  | { kind: "declined"; payment_id: string | null; text: string }
  /** The person must confirm it in the form. */
  | { kind: "authentication_required"; payment_id: string; client_secret: string };

export interface CardProvider {
  name: CardProviderName;
  /** What the form in the browser needs; null where the form is built in. */
  form: { publishable_key: string | null; script_url: string | null };
  /** Returns the provider's name for the organization as a customer. */
  createCustomer(organization: { id: string; name: string; email: string }): Promise<string>;
  startSetup(customer_id: string): Promise<{ id: string; client_secret: string }>;
  /** The card that the person gave, or why there is none. A setup of another customer is refused like an unknown one. */
  cardOfSetup(customer_id: string, setup_id: string): Promise<StoredCard | { refused: string }>;
  /** From now on the provider charges this card, and forgets the others of the customer. */
  useCard(customer_id: string, card_id: string): Promise<void>;
  /** `key` names the try: the same key never charges twice. */
  charge(of: {
    customer_id: string;
    card_id: string;
    invoice: { id: string; number: string; amount_due: number };
    key: string;
  }): Promise<Payment>;
  readPayment(payment_id: string): Promise<Payment>;
}
