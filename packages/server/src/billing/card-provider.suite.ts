/**
 * Does a provider keep cards and charge them as the seam promises? The same tests run for every provider.
 *
 * A provider's own test file hands in how a person uses its form: with which card, and what they answer when the bank asks.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../ids.ts";
import type { CardProvider } from "./card-provider.ts";

export const GIVEN_CARDS = [
  "pays",
  "another that pays",
  "declined when saved",
  "declined when charged",
  "asks when saved",
  "asks when saved and charged",
] as const;
export type GivenCard = (typeof GIVEN_CARDS)[number];

export interface GivenProvider {
  provider: CardProvider;
  /** A person fills in the form. Ends when the provider knows the outcome; a decline is no error. */
  confirmSetup(
    customer_id: string,
    setup: { id: string; client_secret: string },
    form: { card: GivenCard; authentication?: "complete" | "fail" },
  ): Promise<void>;
  /** A person answers what the bank asks about a payment. */
  answerPayment(customer_id: string, client_secret: string, answer: "complete" | "fail"): Promise<void>;
  /** How many payments the provider has made for this invoice, and has got the money of. */
  countPaid(invoice_id: string): Promise<number>;
  stop(): Promise<void>;
}

export function testCardProvider(start: () => Promise<GivenProvider>): void {
  let given: GivenProvider;
  let provider: CardProvider;
  beforeAll(async () => {
    given = await start();
    ({ provider } = given);
  });
  afterAll(() => given.stop());

  const newCustomer = () =>
    provider.createCustomer({ id: newId(), name: "Acme", email: "billing@example.com" });

  async function saved(
    customer_id: string,
    form: Parameters<GivenProvider["confirmSetup"]>[2],
  ): ReturnType<CardProvider["cardOfSetup"]> {
    const setup = await provider.startSetup(customer_id);
    await given.confirmSetup(customer_id, setup, form);
    return provider.cardOfSetup(customer_id, setup.id);
  }

  /** A customer with a card that is in use. */
  async function withCard(card: GivenCard): Promise<{ customer_id: string; card_id: string }> {
    const customer_id = await newCustomer();
    const stored = await saved(customer_id, { card, authentication: "complete" });
    if ("refused" in stored) throw new Error(stored.refused);
    await provider.useCard(customer_id, stored.id);
    return { customer_id, card_id: stored.id };
  }

  async function asking() {
    const of = newCharge(await withCard("asks when saved and charged"));
    const payment = await provider.charge(of);
    if (payment.kind !== "authentication_required") throw new Error(`expected a question: ${payment.kind}`);
    return { of, payment };
  }

  test("an organization stays the same customer, and another one is another", async () => {
    const organization = { id: newId(), name: "Acme", email: "billing@example.com" };
    const customer_id = await provider.createCustomer(organization);

    expect(await provider.createCustomer(organization)).toBe(customer_id);
    expect(await provider.createCustomer({ ...organization, id: newId() })).not.toBe(customer_id);
  });

  test("a card that was confirmed is what people may see of it, each time it is asked for", async () => {
    const customer_id = await newCustomer();
    const setup = await provider.startSetup(customer_id);
    expect(await provider.cardOfSetup(customer_id, setup.id)).toEqual({ refused: expect.any(String) });
    await given.confirmSetup(customer_id, setup, { card: "pays" });

    const card = await provider.cardOfSetup(customer_id, setup.id);
    expect(card).toEqual({
      id: expect.any(String),
      brand: "visa",
      last4: expect.stringMatching(/^\d{4}$/),
      exp_month: expect.any(Number),
      exp_year: expect.any(Number),
    });
    expect(await provider.cardOfSetup(customer_id, setup.id)).toEqual(card);
  });

  test("a card that was declined, or that its person did not confirm, is refused in words", async () => {
    const customer_id = await newCustomer();
    for (const form of [
      { card: "declined when saved" },
      { card: "asks when saved" },
      { card: "asks when saved", authentication: "fail" },
    ] as const)
      expect(await saved(customer_id, form)).toEqual({ refused: expect.stringMatching(/^[A-Z].*\.$/) });
    expect(await saved(customer_id, { card: "asks when saved", authentication: "complete" })).toMatchObject({
      brand: "visa",
    });
  });

  test("a setup of another customer is refused like an unknown one", async () => {
    const [mine, other] = [await newCustomer(), await newCustomer()];
    const setup = await provider.startSetup(other);
    await given.confirmSetup(other, setup, { card: "pays" });

    const refused = await provider.cardOfSetup(mine, setup.id);
    expect(refused).toEqual({ refused: expect.any(String) });
    expect(await provider.cardOfSetup(mine, "unknown")).toEqual(refused);
  });

  test("a card is charged once for a key, however often and at once it is asked", async () => {
    const of = newCharge(await withCard("pays"));

    const payments = await Promise.all([provider.charge(of), provider.charge(of), provider.charge(of)]);
    payments.push(await provider.charge(of));

    const [first] = payments;
    expect(first).toEqual({ kind: "paid", payment_id: expect.any(String) });
    for (const payment of payments) expect(payment).toEqual(first);
    if (first?.kind === "paid") expect(await provider.readPayment(first.payment_id)).toEqual(first);
    expect(await given.countPaid(of.invoice.id)).toBe(1);
  });

  test("the next key of an invoice is another payment", async () => {
    const of = newCharge(await withCard("declined when charged"));
    const [first, second] = [
      await provider.charge(of),
      await provider.charge({ ...of, key: `${of.invoice.id}-2` }),
    ];

    for (const payment of [first, second])
      expect(payment).toMatchObject({ kind: "declined", text: expect.stringMatching(/^[A-Z].*\.$/) });
    expect(await provider.charge(of)).toEqual(first);
    expect(await given.countPaid(of.invoice.id)).toBe(0);
  });

  test("a card that asked its person when it was saved is charged without asking again", async () => {
    const of = newCharge(await withCard("asks when saved"));

    expect(await provider.charge(of)).toMatchObject({ kind: "paid" });
  });

  test("a payment waits for its person, and is paid when they confirm it", async () => {
    const { of, payment } = await asking();
    expect(await provider.readPayment(payment.payment_id)).toEqual(payment);
    expect(await provider.charge(of)).toEqual(payment);

    await given.answerPayment(of.customer_id, payment.client_secret, "complete");

    const paid = { kind: "paid", payment_id: payment.payment_id };
    expect(await provider.readPayment(payment.payment_id)).toEqual(paid);
    expect(await provider.charge(of)).toEqual(paid);
    expect(await provider.cancelPayment(payment.payment_id)).toEqual(paid);
    expect(await given.countPaid(of.invoice.id)).toBe(1);
  });

  test("a payment that its person does not confirm is declined for good", async () => {
    const { of, payment } = await asking();
    await given.answerPayment(of.customer_id, payment.client_secret, "fail");

    expect(await provider.readPayment(payment.payment_id)).toMatchObject({ kind: "declined" });
    await given.answerPayment(of.customer_id, payment.client_secret, "complete").catch(() => undefined);
    expect(await provider.readPayment(payment.payment_id)).toMatchObject({ kind: "declined" });
    expect(await given.countPaid(of.invoice.id)).toBe(0);
  });

  test("a payment that was cancelled cannot be confirmed any more", async () => {
    const { of, payment } = await asking();

    for (let turn = 0; turn < 2; turn++)
      expect(await provider.cancelPayment(payment.payment_id)).toMatchObject({ kind: "declined" });
    await given.answerPayment(of.customer_id, payment.client_secret, "complete").catch(() => undefined);
    expect(await provider.readPayment(payment.payment_id)).toMatchObject({ kind: "declined" });
    expect(await given.countPaid(of.invoice.id)).toBe(0);
  });

  test("the card in use is charged, and the others of the customer are forgotten", async () => {
    const customer_id = await newCustomer();
    const setup = await provider.startSetup(customer_id);
    await given.confirmSetup(customer_id, setup, { card: "pays" });
    const first = await provider.cardOfSetup(customer_id, setup.id);
    if ("refused" in first) throw new Error(first.refused);
    const second = await saved(customer_id, { card: "another that pays" });
    if ("refused" in second) throw new Error(second.refused);
    expect(second.brand).toBe("mastercard");

    for (let turn = 0; turn < 2; turn++) await provider.useCard(customer_id, second.id);

    expect(await provider.charge(newCharge({ customer_id, card_id: second.id }))).toMatchObject({
      kind: "paid",
    });
    expect(await provider.charge(newCharge({ customer_id, card_id: first.id }))).toMatchObject({
      kind: "declined",
    });
    expect(await provider.cardOfSetup(customer_id, setup.id)).toEqual({ refused: expect.any(String) });
  });

  test("a card of another customer is not charged", async () => {
    const { card_id } = await withCard("pays");
    const { customer_id } = await withCard("another that pays");

    expect(await provider.charge(newCharge({ customer_id, card_id }))).toMatchObject({ kind: "declined" });
  });
}

function newCharge(of: { customer_id: string; card_id: string }): Parameters<CardProvider["charge"]>[0] {
  const id = newId();
  return { ...of, invoice: { id, number: "INV-2026-0001", amount_due: 3900 }, key: `${id}-1` };
}
