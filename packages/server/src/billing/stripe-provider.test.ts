/** Does Stripe's own library, against a stand-in of Stripe, charge each invoice once, whatever goes wrong on the way? */
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createStripeAccess, type StripeAccess } from "../outbound/stripe.ts";
import { STAND_IN_KEYS, startStripeStandIn, type StripeStandIn } from "../testing/stripe-stand-in.ts";
import { type GivenCard, testCardProvider } from "./card-provider.suite.ts";
import { UnknownCustomer } from "./card-provider.ts";
import { createStripeProvider, type StripeProvider } from "./stripe-provider.ts";

const NUMBERS: Readonly<Record<GivenCard, string>> = {
  pays: "4242424242424242",
  "another that pays": "5555555555554444",
  "declined when saved": "4000000000000002",
  "declined when charged": "4000000000000341",
  "asks when saved": "4000002500003155",
  "asks when saved and charged": "4000002760003184",
};

testCardProvider(async () => {
  const standIn = await startStripeStandIn();
  const asked = createStripeAccess({ ...STAND_IN_KEYS, webhookSecrets: [], url: standIn.url });
  return {
    provider: createStripeProvider(asked, { ...STAND_IN_KEYS, scriptUrl: standIn.scriptUrl }),
    async confirmSetup(_customer_id, { client_secret }, { card, authentication = null }) {
      standIn.confirmSetup(client_secret, NUMBERS[card], authentication);
    },
    async answerPayment(_customer_id, client_secret, answer) {
      standIn.confirmPayment(client_secret, answer);
    },
    async countPaid(invoice_id) {
      const paid = standIn.charges.map(({ payment_id }) => standIn.intents.get(payment_id));
      return paid.filter((intent) => intent?.metadata["invoice_id"] === invoice_id).length;
    },
    async stop() {
      await asked.close();
      await standIn.stop();
    },
  };
});

let stripe: StripeStandIn;
let access: StripeAccess;
let provider: StripeProvider;
let customer_id: string;
let count = 0;

const providerAt = (url: string, { secretKey = STAND_IN_KEYS.secretKey, answerWithinMs = 600_000 } = {}) => {
  const made = createStripeAccess({ secretKey, webhookSecrets: [], url }, { answerWithinMs });
  return { made, provider: createStripeProvider(made, { ...STAND_IN_KEYS, scriptUrl: stripe.scriptUrl }) };
};

beforeAll(async () => {
  stripe = await startStripeStandIn();
  ({ made: access, provider } = providerAt(stripe.url));
});
afterAll(async () => {
  await access.close();
  await stripe.stop();
});
beforeEach(async () => {
  count += 1;
  stripe.holdPayments(false);
  stripe.endFaults();
  customer_id = await provider.createCustomer({ id: `org-${count}`, name: "Acme", email: "a@acme.dev" });
});

async function givenCard(number: string): Promise<string> {
  const { id, client_secret } = await provider.startSetup(customer_id);
  stripe.confirmSetup(client_secret, number, "complete");
  const card = await provider.cardOfSetup(customer_id, id);
  if ("refused" in card) throw new Error(card.refused);
  await provider.useCard(customer_id, card.id);
  return card.id;
}

const anInvoice = () => ({ id: `invoice-${count}`, number: `INV-2026-${count}`, amount_due: 4_217 });
const chargeOf = (card_id: string, key: string) => ({ customer_id, card_id, invoice: anInvoice(), key });
const ownCharges = () =>
  stripe.charges.filter(({ payment_id }) => stripe.intents.get(payment_id)?.customer === customer_id);

test("an organization is one customer, with the name it has now", async () => {
  const again = await provider.createCustomer({ id: `org-${count}`, name: "Acme Ltd", email: "b@acme.dev" });

  expect(again).toBe(customer_id);
  expect(stripe.customers.get(customer_id)).toMatchObject({
    name: "Acme Ltd",
    email: "b@acme.dev",
    metadata: { organization_id: `org-${count}` },
  });
});

test("a customer who was deleted at Stripe is not charged, and becomes another customer", async () => {
  const card_id = await givenCard("4242424242424242");
  stripe.deleteCustomer(customer_id);

  await expect(provider.startSetup(customer_id)).rejects.toThrow(UnknownCustomer);
  expect(await provider.charge(chargeOf(card_id, "try-1"))).toMatchObject({
    kind: "declined",
    payment_id: null,
  });
  const next = await provider.createCustomer({ id: `org-${count}`, name: "Acme", email: "a@acme.dev" });

  expect(next).not.toBe(customer_id);
  expect(stripe.customers.get(next)).toMatchObject({ name: "Acme" });
});

test("a payment of another account is none", async () => {
  expect(await provider.readPayment("pi_of_another_account")).toMatchObject({ kind: "declined" });
});

test("a new card replaces the one before, and a foreign or unknown setup gives none", async () => {
  const first = await givenCard("4242424242424242");
  const second = await givenCard("5555555555554444");
  const foreign = await provider.startSetup(
    await provider.createCustomer({ id: `other-${count}`, name: "Other", email: "o@other.dev" }),
  );
  stripe.confirmSetup(foreign.client_secret, "4242424242424242");

  expect(stripe.methods.get(first)?.customer).toBeNull();
  expect(await provider.readCard(first)).toBeNull();
  expect(await provider.readCard(second)).toMatchObject({ brand: "mastercard", last4: "4444" });
  expect(stripe.customers.get(customer_id)?.invoice_settings.default_payment_method).toBe(second);
  const refused = { refused: "This card was not saved. Enter it again." };
  for (const id of [foreign.id, "seti_unknown", "../customers", ""])
    expect(await provider.cardOfSetup(customer_id, id)).toEqual(refused);
});

test("a payment has the amount, the invoice and one try for each key", async () => {
  const card_id = await givenCard("4242424242424242");

  const payments = [
    await provider.charge(chargeOf(card_id, "try-1")),
    await provider.charge(chargeOf(card_id, "try-1")),
  ];

  expect(payments[0]).toMatchObject({ kind: "paid" });
  expect(payments[1]).toEqual(payments[0]);
  expect(ownCharges()).toEqual([{ payment_id: payments[0]?.payment_id, amount: 4_217, card_id }]);
  expect(stripe.intents.get(payments[0]?.payment_id ?? "")).toMatchObject({
    currency: "usd",
    metadata: { invoice_id: anInvoice().id, invoice_number: anInvoice().number },
  });
});

test("an invoice is charged once, also by another try, by two at once, and after Stripe has forgotten all keys", async () => {
  const card_id = await givenCard("4242424242424242");

  const both = await Promise.all(
    ["try-1", "try-1", "try-2"].map((key) => provider.charge(chargeOf(card_id, key))),
  );
  stripe.forgetKeys();
  const later = await provider.charge(chargeOf(card_id, "try-3"));

  expect(new Set([...both, later].map(({ kind, payment_id }) => `${kind} ${payment_id}`)).size).toBe(1);
  expect(ownCharges()).toHaveLength(1);
});

test("a declined card is declined in Stripe's words, and the next card pays the same invoice", async () => {
  const declining = await givenCard("4000000000000341");
  const declined = await provider.charge(chargeOf(declining, "try-1"));
  const again = await provider.charge(chargeOf(declining, "try-1"));
  const paying = await givenCard("4242424242424242");

  const paid = await provider.charge(chargeOf(paying, "try-1"));

  expect(declined).toMatchObject({ kind: "declined", text: "Your card was declined." });
  expect(again).toEqual(declined);
  expect(paid).toEqual({ kind: "paid", payment_id: declined.payment_id });
  expect(ownCharges()).toHaveLength(1);
});

test("a payment that the bank wants confirmed is confirmed in the form, with the card that was charged", async () => {
  const card_id = await givenCard("4000002760003184");

  const asked = await provider.charge(chargeOf(card_id, "try-1"));
  expect(asked.kind).toBe("authentication_required");
  if (asked.kind !== "authentication_required") return;
  expect(await provider.readPayment(asked.payment_id)).toEqual(asked);
  stripe.confirmPayment(asked.client_secret, "fail");
  expect(await provider.readPayment(asked.payment_id)).toMatchObject({
    kind: "declined",
    text: expect.stringContaining("unable to authenticate"),
  });
  const askedAgain = await provider.charge(chargeOf(card_id, "try-2"));
  stripe.confirmPayment(asked.client_secret, "complete");

  expect(askedAgain).toEqual(asked);
  expect(await provider.readPayment(asked.payment_id)).toMatchObject({ kind: "paid" });
  expect(await provider.charge(chargeOf(card_id, "try-3"))).toMatchObject({ kind: "paid" });
  expect(ownCharges()).toHaveLength(1);
});

test("a payment that takes its time is not tried again meanwhile", async () => {
  const card_id = await givenCard("4242424242424242");
  stripe.holdPayments(true);

  const pending = await provider.charge(chargeOf(card_id, "try-1"));
  expect(await provider.charge(chargeOf(card_id, "try-2"))).toEqual(pending);
  expect(await provider.readPayment(pending.payment_id ?? "")).toEqual(pending);
  stripe.settle(pending.payment_id ?? "", "declined");

  expect(pending.kind).toBe("pending");
  expect(await provider.readPayment(pending.payment_id ?? "")).toMatchObject({
    kind: "declined",
    text: "The bank said no.",
  });
});

test("a card that was removed at Stripe is declined, and a payment that was cancelled there gets a successor", async () => {
  const removed = await givenCard("4242424242424242");
  stripe.removeCard(removed);
  const declined = await provider.charge(chargeOf(removed, "try-1"));
  stripe.cancel(declined.payment_id ?? "");
  const card_id = await givenCard("4242424242424242");

  const paid = await provider.charge(chargeOf(card_id, "try-2"));

  expect(declined).toMatchObject({ kind: "declined", text: expect.stringContaining("no longer stored") });
  expect(paid.kind).toBe("paid");
  expect(paid.payment_id).not.toBe(declined.payment_id);
});

test.each([
  ["the connection is cut before Stripe acts", { when: "before", answer: "cut", times: 1 }],
  ["the connection is cut after Stripe has charged", { when: "after", answer: "cut", times: 1 }],
  ["Stripe is overloaded for a moment", { when: "before", answer: 503, times: 1 }],
  ["two calls meet at Stripe", { when: "before", answer: 409, times: 1 }],
] as const)("if %s, the library asks again and the invoice is charged once", async (_, fault) => {
  const card_id = await givenCard("4242424242424242");
  stripe.fault({ path: /\/confirm$/, ...fault });

  const paid = await provider.charge(chargeOf(card_id, "try-1"));

  expect(paid.kind).toBe("paid");
  expect(ownCharges()).toHaveLength(1);
  const keys = stripe.asked.filter(
    ({ path }) => path.includes(paid.payment_id ?? "") && path.endsWith("/confirm"),
  );
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys.map(({ key }) => key)).size).toBe(1);
});

test.each([
  ["cannot be reached", { when: "after", answer: "cut", times: 9 }, "Stripe cannot be reached"],
  ["has an error after it charged", { when: "after", answer: 500, times: 9 }, "Stripe answered 500"],
  ["asks for fewer requests", { when: "before", answer: 429, times: 9 }, "asks for fewer requests"],
] as const)(
  "if Stripe %s, the try throws, and the next one finds out how it ended",
  async (_, fault, words) => {
    const card_id = await givenCard("4242424242424242");
    const of = chargeOf(card_id, "try-1");
    stripe.fault({ path: /\/confirm$/, ...fault });

    await expect(provider.charge(of)).rejects.toThrow(words);
    stripe.endFaults();

    expect(await provider.charge(of)).toMatchObject({ kind: "paid" });
    expect(ownCharges()).toHaveLength(1);
  },
);

test("a wrong key is said in words, without the key", async () => {
  const { made, provider: wrong } = providerAt(stripe.url, { secretKey: "sk_test_wrong_one" });

  const failure: unknown = await wrong.startSetup(customer_id).catch((error: unknown) => error);

  expect(failure).toMatchObject({ message: expect.stringContaining("POSTHORN_STRIPE_SECRET_KEY") });
  expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain("sk_test_wrong_one");
  await made.close();
});

test("a Stripe that stays silent is not waited for without end", async () => {
  const silent = createServer(() => undefined);
  silent.listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo; // a TCP server has an AddressInfo
  const { made, provider: late } = providerAt(`http://127.0.0.1:${port}`, { answerWithinMs: 50 });

  await expect(late.readPayment("pi_1")).rejects.toThrow("Stripe cannot be reached");

  await made.close();
  silent.closeAllConnections();
  silent.close();
});
