/**
 * Is each invoice paid once by Stripe's card, and does Posthorn know how it stands, whatever events come, in whatever order?
 *
 * The routes of people, the loop of billing and Stripe's own library, against a stand-in of Stripe.
 */
import { internalId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { billOnce } from "../../billing/bill-once.ts";
import { createStripeProvider, type StripeProvider } from "../../billing/stripe-provider.ts";
import { createLog } from "../../log.ts";
import { createStripeAccess, type StripeAccess } from "../../outbound/stripe.ts";
import { openDatabase } from "../../store/database.ts";
import { type GivenApi, givenApi } from "../../testing/given-api.ts";
import { BILLED_PLANS, givenBilling, letDaysPass } from "../../testing/given-billing.ts";
import { callAs } from "../../testing/given-person.ts";
import type { SentEvent } from "../../testing/stripe-model.ts";
import { STAND_IN_KEYS, startStripeStandIn, type StripeStandIn } from "../../testing/stripe-stand-in.ts";
import { STRIPE_EVENTS_PATH } from "./stripe-events-route.ts";

const PAYS = "4242424242424242";
const ASKS_EACH_TIME = "4000002760003184";
const logged: string[] = [];
const log = createLog((line) => logged.push(line));

let stripe: StripeStandIn;
let access: StripeAccess;
let cards: StripeProvider;
let api: GivenApi;
let cookie: string;
beforeAll(async () => {
  stripe = await startStripeStandIn();
  const webhookSecrets = [STAND_IN_KEYS.webhookSecret];
  access = createStripeAccess({ ...STAND_IN_KEYS, webhookSecrets, url: stripe.url });
  cards = createStripeProvider(access, { ...STAND_IN_KEYS, scriptUrl: stripe.scriptUrl });
  api = await givenApi({ cards: { cards, testForm: null, stripe: cards } });
  ({ cookie } = await api.signUp());
  await givenBilling(api.db, BILLED_PLANS, "stripe");
});
afterAll(async () => {
  await api.stop();
  await access.close();
  await stripe.stop();
});
beforeEach(() => {
  stripe.holdPayments(false);
  stripe.endFaults();
});

const call = (organization: string, method: string, path: string, body?: unknown) =>
  callAs(api, cookie, method, `/organizations/${organization}${path}`, body);
const bill = () => billOnce({ db: api.db, log, mail: null, cards, publicUrl: "http://127.0.0.1:4400" });
const deliver = (event: SentEvent | string, options?: Parameters<typeof stripe.send>[2]) =>
  stripe.send(api.url + STRIPE_EVENTS_PATH, event, options);
const statusesOf = async (events: readonly SentEvent[]) =>
  (await Promise.all(events.map((event) => deliver(event)))).map(({ status }) => status);

async function newOrganization(name: string): Promise<string> {
  return (await callAs(api, cookie, "POST", "/organizations", { name })).body.organization.id;
}

async function giveCard(organization: string, number: string): Promise<string> {
  const { body: setup } = await call(organization, "POST", "/card-setups");
  stripe.confirmSetup(setup.client_secret, number, "complete");
  const saved = await call(organization, "PUT", "/payment-method", { setup_id: setup.id });
  expect(saved.status).toBe(200);
  return customerOf(organization);
}

/** What Stripe calls it. */
function customerOf(organization: string): string {
  const id = internalId("organization", organization);
  const all = [...stripe.customers.values()].filter(({ metadata }) => metadata["organization_id"] === id);
  return all.at(-1)?.id ?? "";
}

/** An organization whose first invoice is due. */
async function givenOwing(name: string, number: string): Promise<{ id: string; customer: string }> {
  const id = await newOrganization(name);
  const customer = await giveCard(id, number);
  expect((await call(id, "PUT", "/plan", { plan: "team" })).status).toBe(200);
  await letDaysPass(api.db, 33);
  return { id, customer };
}

async function invoiceOf(organization: string) {
  const { body } = await call(organization, "GET", "/invoices");
  expect(body.count).toBe(1);
  return body.models[0];
}

const chargesOf = (customer: string) =>
  stripe.charges.filter(({ payment_id }) => stripe.intents.get(payment_id)?.customer === customer);
const paymentOf = (customer: string) =>
  [...stripe.intents.values()].find((intent) => intent.customer === customer)?.id ?? "";
const eventsOf = (id: string) =>
  stripe.events.filter(({ data: { object } }) => "id" in object && object.id === id);
const triesOf = async (invoice: string) =>
  (
    await api.db.query<{ tries: number }>("select tries from invoices where id = $1", [
      internalId("invoice", invoice),
    ])
  ).rows[0]?.tries;

test("the form gets what it needs of Stripe, and the plan begins when there is a card", async () => {
  const id = await newOrganization("Form");
  expect((await call(id, "PUT", "/plan", { plan: "team" })).status).toBe(422);

  const { body: setup } = await call(id, "POST", "/card-setups");

  expect(setup).toEqual({
    provider: "stripe",
    id: expect.stringMatching(/^seti_/),
    client_secret: expect.any(String),
    publishable_key: STAND_IN_KEYS.publishableKey,
    script_url: stripe.scriptUrl,
  });
  await giveCard(id, PAYS);
  expect((await call(id, "GET", "/billing")).body).toMatchObject({
    provider: "stripe",
    card: { brand: "visa", last4: "4242" },
  });
  expect((await call(id, "PUT", "/plan", { plan: "team" })).status).toBe(200);
});

test("a plan that changes within the period is one invoice and one charge, with two processes and a broken line", async () => {
  const id = await newOrganization("Changing");
  const customer = await giveCard(id, PAYS);
  await call(id, "PUT", "/plan", { plan: "team" });
  await letDaysPass(api.db, 12);
  await call(id, "PUT", "/plan", { plan: "growth" });
  await letDaysPass(api.db, 21);
  stripe.fault({ path: /\/confirm$/, when: "after", answer: "cut", times: 1 });

  await Promise.all([bill(), bill()]);
  await bill();

  const invoice = await invoiceOf(id);
  const days = (Date.parse(invoice.period_end) - Date.parse(invoice.period_start)) / (24 * 60 * 60 * 1000);
  const part = (price: number, of: number) => Math.floor((2 * price * of + days) / (2 * days));
  const due = part(3_900, 12) + part(49_900, days - 12);
  expect(invoice).toMatchObject({ is_paid: true, payment_problem: null, amount_due: due });
  expect(chargesOf(customer).map(({ amount }) => amount)).toEqual([due]);
});

test("a payment that takes its time is paid when Stripe says so, once, whatever events come and how often", async () => {
  stripe.holdPayments(true);
  const { id, customer } = await givenOwing("Slow", PAYS);
  await bill();
  expect(await invoiceOf(id)).toMatchObject({ is_paid: false, payment_problem: null });
  const payment_id = paymentOf(customer);
  expect(await statusesOf(eventsOf(payment_id))).toEqual([200]);
  expect(await invoiceOf(id)).toMatchObject({ is_paid: false, payment_problem: null });
  stripe.settle(payment_id, "succeeded");

  // The older one last.
  const events = eventsOf(payment_id).toReversed();
  await statusesOf([...events, ...events, ...events]);
  expect(await statusesOf(events)).toEqual([200, 200]);

  expect(await invoiceOf(id)).toMatchObject({ is_paid: true, payment_problem: null });
  expect(chargesOf(customer)).toHaveLength(1);
  await bill();
  expect(chargesOf(customer)).toHaveLength(1);
});

test("a payment that fails in the end is a problem of the invoice, and the same event again is no further try", async () => {
  stripe.holdPayments(true);
  const { id, customer } = await givenOwing("Failing", PAYS);
  await bill();
  stripe.settle(paymentOf(customer), "declined");
  const events = eventsOf(paymentOf(customer));

  for (const event of [...events, ...events, ...events.toReversed()])
    expect((await deliver(event)).status).toBe(200);

  const invoice = await invoiceOf(id);
  expect(invoice).toMatchObject({
    is_paid: false,
    payment_problem: { kind: "declined", text: "The bank said no.", next_try_at: expect.any(String) },
  });
  expect(await triesOf(invoice.id)).toBe(2);
});

test("a payment that its person confirms is paid by the event, and by the person's page, whichever comes first", async () => {
  const { id, customer } = await givenOwing("Asked", ASKS_EACH_TIME);
  await bill();
  const problem = await invoiceOf(id);
  expect(problem.payment_problem).toMatchObject({ kind: "authentication_required" });
  const { body: paying } = await call(id, "POST", `/invoices/${problem.id}/pay`);
  expect(paying.authentication).toMatchObject({
    provider: "stripe",
    publishable_key: STAND_IN_KEYS.publishableKey,
    script_url: stripe.scriptUrl,
  });
  const tries = await triesOf(problem.id);
  await statusesOf(eventsOf(paymentOf(customer)));
  expect(await triesOf(problem.id)).toBe(tries);
  stripe.confirmPayment(paying.authentication.client_secret, "complete");

  await Promise.all([
    statusesOf(eventsOf(paymentOf(customer))),
    call(id, "POST", `/invoices/${problem.id}/pay`),
  ]);
  const { body: paid } = await call(id, "POST", `/invoices/${problem.id}/pay`);

  expect(paid).toMatchObject({ invoice: { is_paid: true, payment_problem: null }, authentication: null });
  expect(chargesOf(customer)).toHaveLength(1);
});

test("a renewed card shows its new date, and a removed one is gone, also if the events come in another order", async () => {
  const id = await newOrganization("Renewed");
  const customer = await giveCard(id, PAYS);
  const card = [...stripe.methods.values()].find((method) => method.customer === customer);
  stripe.renewCard(card?.id ?? "", 2041);
  stripe.renewCard(card?.id ?? "", 2042);
  const renewals = eventsOf(card?.id ?? "").filter(({ type }) => type.endsWith("updated"));

  for (const event of renewals.toReversed()) expect((await deliver(event)).status).toBe(200);
  expect((await call(id, "GET", "/billing")).body.card).toMatchObject({ last4: "4242", exp_year: 2042 });
  stripe.removeCard(card?.id ?? "");
  for (const event of eventsOf(card?.id ?? "").toReversed()) await deliver(event);

  expect((await call(id, "GET", "/billing")).body.card).toBeNull();
  expect((await call(id, "PUT", "/plan", { plan: "team" })).status).toBe(422);
});

test("a customer who was deleted at Stripe can give a card again", async () => {
  const id = await newOrganization("Deleted there");
  const customer = await giveCard(id, PAYS);
  stripe.deleteCustomer(customer);

  const next = await giveCard(id, PAYS);

  expect(next).not.toBe(customer);
  expect((await call(id, "GET", "/billing")).body.card).toMatchObject({ last4: "4242" });
});

test("the operator reads in the log of money that goes back", async () => {
  const { id, customer } = await givenOwing("Refunded", PAYS);
  await bill();
  const { number } = await invoiceOf(id);

  await deliver(stripe.refund(paymentOf(customer), 1_500));
  await deliver(stripe.dispute(paymentOf(customer), 3_900));

  const warnings = api.logged.filter((line) => line.includes(number)).map((line) => JSON.parse(line));
  expect(warnings).toMatchObject([
    { level: "warn", event: "invoice.refunded", organization_id: id, amount: "$15.00" },
    { level: "warn", event: "invoice.disputed", organization_id: id, amount: "$39.00" },
  ]);
  expect((await invoiceOf(id)).is_paid).toBe(true);
});

function written(type: string, object: object): string {
  return JSON.stringify({ id: "evt_1", type, data: { object } });
}

test("events of others are fine, and nothing is asked for them", async () => {
  const before = stripe.asked.length;

  for (const event of [
    written("payment_intent.succeeded", { id: "pi_of_others" }),
    written("payment_method.detached", { id: "pm_of_others" }),
    written("charge.refunded", { id: "ch_of_others", payment_intent: "pi_of_others", amount_refunded: 1 }),
    written("customer.created", { id: "cus_of_others" }),
    "[]",
  ])
    expect(await deliver(event)).toEqual({ status: 200, text: '{"received":true}' });

  expect(stripe.asked).toHaveLength(before);
});

test("an event that Stripe has not signed is refused in words, and changes nothing", async () => {
  const event = written("payment_intent.succeeded", {});
  const refusedFor = async (options: Parameters<typeof stripe.send>[2]) => {
    const { status, text } = await deliver(event, options);
    expect(status).toBe(400);
    return JSON.parse(text).message;
  };

  expect(await refusedFor({ secret: "whsec_other" })).toContain("POSTHORN_STRIPE_WEBHOOK_SECRET");
  expect(await refusedFor({ atMs: Date.now() - 400_000 })).toContain("300 seconds ago");
  expect(await refusedFor({ alter: (text) => text.replace("evt_1", "evt_2") })).toContain("does not match");
  expect(await refusedFor({ alter: (text) => `${text} ` })).toContain("does not match");
  expect(await refusedFor({ header: "t=1,v1=abc" })).toContain("does not match");
  const unsigned = await fetch(api.url + STRIPE_EVENTS_PATH, { method: "POST", body: event });
  expect([unsigned.status, JSON.parse(await unsigned.text()).message]).toEqual([
    400,
    "The header Stripe-Signature is missing",
  ]);
  expect((await deliver("x".repeat(300 * 1024))).status).toBe(413);
});

test("while Stripe is away the event comes again", async () => {
  stripe.holdPayments(true);
  const { id, customer } = await givenOwing("Away", PAYS);
  await bill();
  stripe.settle(paymentOf(customer), "succeeded");
  const event = eventsOf(paymentOf(customer)).at(-1);
  stripe.fault({ path: /payment_intents/, when: "before", answer: 503, times: 9 });

  const away = await deliver(event ?? "");
  stripe.endFaults();
  expect((await invoiceOf(id)).is_paid).toBe(false);
  const back = await deliver(event ?? "");

  expect([away.status, back.status]).toEqual([503, 200]);
  expect((await invoiceOf(id)).is_paid).toBe(true);
});

test("while the database is away the event comes again, and without Stripe there is no such address", async () => {
  const apiDatabase = openDatabase("postgres://nobody@127.0.0.1:1/nothing");
  const broken = await givenApi({ apiDatabase, cards: { cards, testForm: null, stripe: cards } });
  const without = await givenApi();
  const event = written("payment_intent.succeeded", { id: "pi_1" });

  const away = await stripe.send(broken.url + STRIPE_EVENTS_PATH, event);
  const unknown = await stripe.send(without.url + STRIPE_EVENTS_PATH, event);
  await Promise.all([broken.stop(), without.stop()]);
  await apiDatabase.close();

  expect([away.status, unknown.status]).toEqual([503, 404]);
});

test("no key, secret or signature is in the log", () => {
  const text = [...logged, ...api.logged].join("\n");

  expect(text).toContain("invoice.tried");
  expect(text).not.toMatch(/sk_test|whsec|_secret_|v1=/);
});
