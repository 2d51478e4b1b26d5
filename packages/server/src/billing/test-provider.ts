/**
 * How does the provider `test` keep cards and charge them?
 *
 * As Stripe would, and no money moves. It stands for another company: it keeps what it knows in a table that nothing else
 * reads, so it survives restarts and serves several processes. `TestForm` is what that company's form and server do with
 * the number that a person types; the number is kept nowhere.
 */
import { randomBytes } from "node:crypto";
import { newId } from "../ids.ts";
import type { Queryable } from "../store/database.ts";
import {
  findBySecret,
  findObject,
  forgetOtherCards,
  keepObject,
  type ProviderObject,
  replaceContent,
} from "../store/test-provider-objects.ts";
import type { CardProvider, Payment, StoredCard } from "./card-provider.ts";
import {
  type CardBehaviour,
  DECLINED,
  NOT_AUTHENTICATED,
  readTypedCard,
  type TypedCard,
  type TypedCardResult,
} from "./test-cards.ts";

type SetupState = { status: "open" } | { status: "saved"; card: StoredCard };

type PaymentState = { invoice_id: string; amount: number } & (
  | { status: "paid" | "open" }
  | { status: "declined"; text: string }
);

export interface TestForm {
  /** Null: the customer has no such setup. */
  confirmCard(
    customer_id: string,
    typed: TypedCard & { client_secret: string },
  ): Promise<TypedCardResult | null>;
  /** Null: the customer has no such payment. */
  confirmPayment(
    customer_id: string,
    answer: { client_secret: string; authentication: "complete" | "fail" },
  ): Promise<Payment | null>;
}

export function createTestProvider(db: Queryable): CardProvider & TestForm {
  async function endPayment(
    payment: ProviderObject<PaymentState>,
    end: { status: "paid" } | { status: "declined"; text: string },
  ): Promise<Payment> {
    const { invoice_id, amount, status } = payment.content;
    if (status === "open")
      await replaceContent(db, payment.id, {
        from: payment.content,
        to: { invoice_id, amount, ...end } satisfies PaymentState,
      });
    return readPayment(payment.id);
  }

  async function findPayment(payment_id: string): Promise<ProviderObject<PaymentState>> {
    const payment = await findObject<PaymentState>(db, "payment", payment_id);
    if (!payment) throw new Error("The provider test knows no such payment");
    return payment;
  }

  async function readPayment(payment_id: string): Promise<Payment> {
    const { content, client_secret } = await findPayment(payment_id);
    switch (content.status) {
      case "paid":
        return { kind: "paid", payment_id };
      case "declined":
        return { kind: "declined", payment_id, text: content.text };
      case "open":
        return { kind: "authentication_required", payment_id, client_secret: client_secret ?? "" };
    }
  }

  return {
    name: "test",
    form: { publishable_key: null, script_url: null },
    async createCustomer({ id: organization_id }) {
      const id = `test_cus_${organization_id.replaceAll("-", "")}`;
      await keepObject(db, { id, kind: "customer", customer_id: id, client_secret: null, content: {} });
      return id;
    },
    async startSetup(customer_id) {
      const id = `test_seti_${newId()}`;
      const client_secret = newSecret(id);
      const content: SetupState = { status: "open" };
      await keepObject(db, { id, kind: "setup", customer_id, client_secret, content });
      return { id, client_secret };
    },
    async cardOfSetup(customer_id, setup_id) {
      const setup = await findObject<SetupState>(db, "setup", setup_id);
      if (setup?.customer_id !== customer_id)
        return { refused: "The provider of cards knows no such setup." };
      if (setup.content.status === "open") return { refused: "The card was not confirmed. Enter it again." };
      const { card } = setup.content;
      const isThere = await findObject<CardBehaviour>(db, "card", card.id);
      return isThere ? card : { refused: "Another card was saved after this one. Enter it again." };
    },
    useCard: (customer_id, card_id) => forgetOtherCards(db, customer_id, card_id),
    async charge({ customer_id, card_id, invoice: { id: invoice_id, amount_due: amount }, key }) {
      const id = `test_pi_${key}`;
      const card = await findObject<CardBehaviour>(db, "card", card_id);
      const behaviour = card?.customer_id === customer_id ? card.content : "declines";
      const content: PaymentState = { invoice_id, amount, ...STATES[behaviour] };
      await keepObject(db, { id, kind: "payment", customer_id, client_secret: newSecret(id), content });
      return readPayment(id);
    },
    readPayment,
    async cancelPayment(payment_id) {
      return endPayment(await findPayment(payment_id), { status: "declined", text: "It was cancelled." });
    },
    async confirmCard(customer_id, { client_secret, ...typed }) {
      const setup = await findBySecret<SetupState>(db, "setup", client_secret);
      if (setup?.customer_id !== customer_id) return null;
      const result = readTypedCard(typed, new Date());
      if (result.kind !== "saved" || setup.content.status === "saved") return result;
      const card: StoredCard = { id: `test_pm_${newId()}`, ...result.card };
      await keepObject(db, {
        id: card.id,
        kind: "card",
        customer_id,
        client_secret: null,
        content: result.charge,
      });
      await replaceContent(db, setup.id, {
        from: setup.content,
        to: { status: "saved", card } satisfies SetupState,
      });
      return result;
    },
    async confirmPayment(customer_id, { client_secret, authentication }) {
      const payment = await findBySecret<PaymentState>(db, "payment", client_secret);
      if (payment?.customer_id !== customer_id) return null;
      return endPayment(
        payment,
        authentication === "complete" ? { status: "paid" } : { status: "declined", text: NOT_AUTHENTICATED },
      );
    },
  };
}

const STATES = {
  pays: { status: "paid" },
  declines: { status: "declined", text: DECLINED },
  asks: { status: "open" },
} as const;

function newSecret(id: string): string {
  return `${id}_secret_${randomBytes(18).toString("base64url")}`;
}
