/**
 * How does money get from a card to the operator?
 *
 * One seam with one suite (card-provider.suite.ts): `test` moves none, `stripe` is Stripe's. Posthorn decides what is charged
 * and when; a provider keeps cards and charges them. The number of a card goes from the browser to the provider and is
 * never seen here.
 *
 * A process can die after the provider has acted, and days can go by until another one asks again. So every method but
 * `startSetup` may be called twice with the same arguments: the second call does nothing more and gives the same answer, or
 * says how the payment stands by then. A provider that cannot be reached throws. No call takes longer than a minute.
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
  /** Final: nobody can complete this payment any more, also not in a form that is still open. `text` is for people. */
  | { kind: "declined"; payment_id: string | null; text: string }
  /** The person must confirm it in the form. Until it is cancelled, they can do so at any time. */
  | { kind: "authentication_required"; payment_id: string; client_secret: string };

export interface CardProvider {
  name: CardProviderName;
  /** What the form in the browser needs; null where the form is built in. */
  form: { publishable_key: string | null; script_url: string | null };
  /** Returns the provider's name for the organization as a customer. An organization that is known gets the same one again. */
  createCustomer(organization: { id: string; name: string; email: string }): Promise<string>;
  /** Throws `UnknownCustomer` if there is no such customer any more: then the organization must become one again. */
  startSetup(customer_id: string): Promise<{ id: string; client_secret: string }>;
  /** The card that the person gave, or why there is none. A setup of another customer is refused like an unknown one, and so is a card that was forgotten. */
  cardOfSetup(customer_id: string, setup_id: string): Promise<StoredCard | { refused: string }>;
  /** From now on the provider charges this card, and forgets the others of the customer. */
  useCard(customer_id: string, card_id: string): Promise<void>;
  /** The key names the try: the same key never charges twice, however much later it comes again. */
  charge(of: {
    customer_id: string;
    card_id: string;
    invoice: { id: string; number: string; amount_due: number };
    key: string;
  }): Promise<Payment>;
  readPayment(payment_id: string): Promise<Payment>;
  /**
   * Ends a payment that waits for its person, so that it cannot be completed beside the next one: it is declined then. Any
   * other payment stays, and the answer says how it stands: somebody may have been quicker.
   */
  cancelPayment(payment_id: string): Promise<Payment>;
}

/** Somebody has deleted the customer at the provider, or the operator has moved to another account there. */
export class UnknownCustomer extends Error {
  constructor() {
    super("The provider of cards does not know this customer any more");
  }
}

/** It could not be asked, or its answer made no sense; `cause` says what happened. */
export class CardProviderFailed extends Error {
  constructor(cause: unknown) {
    super("The provider of cards did not answer as expected", { cause });
  }
}
