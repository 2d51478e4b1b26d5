/** How do people give a card, choose a plan with it, and pay what it could not pay? */
import { internalId, publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { billOnce } from "../../billing/bill-once.ts";
import { createTestProvider } from "../../billing/test-provider.ts";
import { newId } from "../../ids.ts";
import { createLog } from "../../log.ts";
import { claimTryOf } from "../../store/invoice-payments.ts";
import { givenAccess } from "../../testing/given-access.ts";
import { type Answer, type GivenApi, givenApi } from "../../testing/given-api.ts";
import { BILLED_PLANS, givenBilling, letDaysPass } from "../../testing/given-billing.ts";
import { TEST_NUMBERS, testPayments, typedCard } from "../../testing/given-card.ts";
import { callAs, givenPerson } from "../../testing/given-person.ts";

const TOKEN = "operator-token-of-this-test";
const log = createLog(() => undefined);

let api: GivenApi;
let cookie: string;
let provider: ReturnType<typeof createTestProvider>;
/** While it is set, every call of the provider fails. */
let isProviderDown = false;
beforeAll(async () => {
  const identity = await givenAccess();
  provider = createTestProvider(identity.db);
  const cards = new Proxy(provider, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (!isProviderDown || typeof value !== "function") return value;
      return () => Promise.reject(new Error("connect ECONNREFUSED"));
    },
  });
  api = await givenApi({ identity, operatorToken: TOKEN, cards: { cards, testForm: provider } });
  ({ cookie } = await api.signUp());
});
beforeEach(async () => {
  isProviderDown = false;
  await givenBilling(api.db, BILLED_PLANS, "test");
});
afterAll(() => api.stop());

const call = (organization: string, method: string, path: string, body?: unknown, as = cookie) =>
  callAs(api, as, method, `/organizations/${organization}${path}`, body);
const newOrganization = async (name = "Acme"): Promise<string> =>
  (await callAs(api, cookie, "POST", "/organizations", { name })).body.organization.id;
const bill = () =>
  billOnce({ db: api.db, log, mail: null, cards: provider, publicUrl: "http://127.0.0.1:4400" });
const uuidOf = (kind: "organization" | "invoice", id: string) => internalId(kind, id) ?? "";

async function confirmed(
  organization: string,
  number: string,
): Promise<{ setup_id: string; client_secret: string; status: string }> {
  const { body: setup } = await call(organization, "POST", "/card-setups");
  const form = { ...typedCard(number), client_secret: setup.client_secret };
  let answer = await call(organization, "POST", "/test-cards", form);
  if (answer.body.status === "authentication_required")
    answer = await call(organization, "POST", "/test-cards", { ...form, authentication: "complete" });
  return { setup_id: setup.id, client_secret: setup.client_secret, status: answer.body.status };
}

async function save(organization: string, number: string): Promise<Answer> {
  const { setup_id } = await confirmed(organization, number);
  return call(organization, "PUT", "/payment-method", { setup_id });
}

/** An organization whose card could not pay its one invoice, unless the card does. */
async function givenInvoice(
  number: string,
): Promise<{ id: string; invoice: string; pay: () => Promise<Answer> }> {
  const id = await newOrganization();
  await save(id, number);
  await call(id, "PUT", "/plan", { plan: "team" });
  await letDaysPass(api.db, 33);
  await bill();
  const { body } = await call(id, "GET", "/invoices");
  const invoice = body.models[0].id;
  return { id, invoice, pay: () => call(id, "POST", `/invoices/${invoice}/pay`) };
}

const payments = async (invoice: string) =>
  (await testPayments(api.db)).filter(({ invoice_id }) => invoice_id === uuidOf("invoice", invoice));

test("a card is saved by its form, and people see what may be seen of it", async () => {
  const id = await newOrganization();
  expect((await call(id, "GET", "/billing")).body).toMatchObject({ provider: "test", card: null });
  const setup = await call(id, "POST", "/card-setups");
  expect(setup.body).toEqual({
    provider: "test",
    id: expect.any(String),
    client_secret: expect.any(String),
    publishable_key: null,
    script_url: null,
  });
  const early = await call(id, "PUT", "/payment-method", { setup_id: setup.body.id });
  expect([early.status, early.body.data]).toEqual([422, ["The card was not confirmed. Enter it again."]]);

  const form = { ...typedCard(TEST_NUMBERS["asks when saved"]), client_secret: setup.body.client_secret };
  const answers = [];
  for (const authentication of [undefined, "fail", "complete"])
    answers.push((await call(id, "POST", "/test-cards", { ...form, authentication })).body);
  expect(answers).toEqual([
    { status: "authentication_required", message: null },
    { status: "declined", message: expect.stringContaining("unable to authenticate") },
    { status: "succeeded", message: null },
  ]);

  const card = { brand: "visa", last4: "3155", exp_month: 12, exp_year: form.exp_year };
  const saved = await call(id, "PUT", "/payment-method", { setup_id: setup.body.id });
  expect(saved.body).toEqual({ card });
  expect((await call(id, "GET", "/billing")).body.card).toEqual(card);
  expect((await save(id, TEST_NUMBERS["declined when saved"])).status).toBe(422);
  expect((await call(id, "GET", "/billing")).body.card).toEqual(card);
});

test("admins who begin at once make one customer, and one card is in use in the end", async () => {
  const id = await newOrganization();

  const setups = await Promise.all([1, 2, 3].map(() => call(id, "POST", "/card-setups")));
  expect(setups.map(({ status }) => status)).toEqual([200, 200, 200]);
  const ids = await Promise.all([
    confirmed(id, TEST_NUMBERS.pays),
    confirmed(id, TEST_NUMBERS["another that pays"]),
  ]);
  const saved = await Promise.all(
    ids.map(({ setup_id }) => call(id, "PUT", "/payment-method", { setup_id })),
  );

  for (const { status, body } of saved)
    if (status !== 200)
      expect(body.data).toEqual([expect.stringMatching(/changing the card|after this one/)]);
  const customer = `test_cus_${uuidOf("organization", id).replaceAll("-", "")}`;
  const { rows } = await api.db.query(
    `select (select count(*) from test_provider_objects where kind = 'card' and customer_id = $1) as kept,
       (select count(*) from test_provider_objects where kind = 'card' and id = card_id) as used
     from card_customers where customer_id = $1`,
    [customer],
  );
  expect(rows).toEqual([{ kept: 1, used: 1 }]);
});

test("a plan that costs something needs a card, and so does keeping one that was cancelled", async () => {
  const id = await newOrganization();
  const refused = await call(id, "PUT", "/plan", { plan: "team" });
  expect([refused.status, refused.body.data]).toEqual([422, ["Credit card is required"]]);
  expect((await call(id, "PUT", "/plan", { plan: "free" })).status).toBe(200);

  await api.call("PUT", `//operator/organizations/${id}/subscription`, {
    key: TOKEN,
    body: { plan: "team" },
  });
  expect((await call(id, "PUT", "/plan", { plan: "free" })).body.cancel_at).not.toBeNull();
  expect((await call(id, "PUT", "/plan", { plan: "team" })).status).toBe(422);
  await save(id, TEST_NUMBERS.pays);
  expect((await call(id, "PUT", "/plan", { plan: "team" })).body).toMatchObject({ cancel_at: null });
  expect((await call(id, "PUT", "/plan", { plan: "growth" })).body).toMatchObject({ plan: { id: "growth" } });
});

test("a declined invoice is paid with the same card in vain, and with a new one", async () => {
  const { id, invoice, pay } = await givenInvoice(TEST_NUMBERS["declined when charged"]);
  const declined = { kind: "declined", text: "Your card was declined.", next_try_at: expect.any(String) };
  const { body: before } = await call(id, "GET", "/invoices");
  expect(before.models[0]).toMatchObject({ is_paid: false, payment_problem: declined });

  const again = await pay();
  expect(again.body).toMatchObject({ invoice: { payment_problem: declined }, authentication: null });
  // A try of a person moves no other try.
  expect(again.body.invoice.payment_problem).toEqual(before.models[0].payment_problem);
  const { body: operators } = await api.call("GET", "//operator/invoices", { key: TOKEN });
  expect(operators.models.find((one: { id: string }) => one.id === invoice)).toMatchObject({
    payment_problem: declined,
  });

  await save(id, TEST_NUMBERS.pays);
  const paid = await pay();
  expect(paid.body).toMatchObject({ invoice: { id: invoice, is_paid: true }, authentication: null });
  expect((await pay()).body).toEqual(paid.body);
  expect((await payments(invoice)).map(({ status }) => status)).toEqual(["declined", "declined", "paid"]);
});

test("a payment that the bank asks about is confirmed by its person, once", async () => {
  const { id, invoice, pay } = await givenInvoice(TEST_NUMBERS["asks when saved and charged"]);
  const answer = async (authentication: "complete" | "fail") => {
    const { body } = await pay();
    expect(body.authentication).toEqual({
      provider: "test",
      client_secret: expect.any(String),
      publishable_key: null,
      script_url: null,
    });
    const { client_secret } = body.authentication;
    return call(id, "POST", "/test-payments", { client_secret, authentication });
  };

  expect((await answer("fail")).body).toMatchObject({ status: "declined", message: expect.any(String) });
  expect((await pay()).body).toMatchObject({
    invoice: { payment_problem: { kind: "declined" } },
    authentication: null,
  });
  expect((await answer("complete")).body).toEqual({ status: "succeeded", message: null });
  expect((await pay()).body).toMatchObject({ invoice: { is_paid: true, payment_problem: null } });
  expect((await payments(invoice)).map(({ status }) => status)).toEqual(["declined", "paid"]);
});

test("two people who pay at once are charged once", async () => {
  const { id, invoice, pay } = await givenInvoice(TEST_NUMBERS["declined when charged"]);
  await save(id, TEST_NUMBERS.pays);

  const answers = await Promise.all([pay(), pay(), pay()]);

  for (const { status, body } of answers)
    if (status !== 200) expect(body.data).toEqual([expect.stringContaining("under way")]);
  expect((await pay()).body.invoice.is_paid).toBe(true);
  expect((await payments(invoice)).filter(({ status }) => status === "paid")).toHaveLength(1);
});

test("a payment that another process makes is not begun a second time", async () => {
  const { invoice, pay } = await givenInvoice(TEST_NUMBERS["declined when charged"]);
  await claimTryOf(api.db, { provider: "test", leaseMs: 60_000, id: uuidOf("invoice", invoice) });

  const answer = await pay();

  expect([answer.status, answer.body.data]).toEqual([422, [expect.stringContaining("under way")]]);
});

test("a provider that is away gives 503 in words, and the payment goes on when it is back", async () => {
  const { id, invoice, pay } = await givenInvoice(TEST_NUMBERS["declined when charged"]);
  await save(id, TEST_NUMBERS.pays);
  const { setup_id } = await confirmed(id, TEST_NUMBERS["another that pays"]);
  isProviderDown = true;
  const logged = api.logged.length;

  const answers = [
    await call(id, "POST", "/card-setups"),
    await call(id, "PUT", "/payment-method", { setup_id }),
    await pay(),
  ];

  for (const { status, body } of answers) {
    expect(status).toBe(503);
    expect(body.message).toContain("provider of card payments did not answer");
  }
  const lines = api.logged.slice(logged).filter((line) => line.includes("ECONNREFUSED"));
  expect(lines).toHaveLength(answers.length);
  isProviderDown = false;
  expect((await call(id, "PUT", "/payment-method", { setup_id })).status).toBe(200);
  expect((await pay()).body.invoice.is_paid).toBe(true);
  expect((await payments(invoice)).filter(({ status }) => status === "paid")).toHaveLength(1);
});

test("the database says which provider is in force, not the process", async () => {
  const { id, pay } = await givenInvoice(TEST_NUMBERS["declined when charged"]);
  await api.db.query("update billing set provider = 'stripe'");

  expect((await call(id, "GET", "/billing")).body).toMatchObject({ provider: "stripe", card: null });
  expect((await call(id, "POST", "/card-setups")).status).toBe(503);
  expect((await call(id, "POST", "/test-cards", { ...typedCard("1"), client_secret: "1" })).status).toBe(404);
  expect((await call(id, "PUT", "/plan", { plan: "growth" })).body.data).toEqual(["Credit card is required"]);
  expect((await pay()).body.data).toEqual([expect.stringContaining("in another way")]);
});

test("where people pay by transfer there are no cards", async () => {
  await givenBilling(api.db, BILLED_PLANS, "ledger");
  const id = await newOrganization();
  await call(id, "PUT", "/plan", { plan: "team" });
  await letDaysPass(api.db, 33);
  await bill();
  const { body } = await call(id, "GET", "/invoices");

  expect((await call(id, "GET", "/billing")).body).toMatchObject({ provider: "ledger", card: null });
  for (const refused of [
    await call(id, "POST", "/card-setups"),
    await call(id, "PUT", "/payment-method", { setup_id: "test_seti_1" }),
    await call(id, "POST", `/invoices/${body.models[0].id}/pay`),
  ])
    expect([refused.status, refused.body.data]).toEqual([422, [expect.stringContaining("How to pay is on")]]);
  for (const [path, form] of [
    ["/test-cards", { ...typedCard(TEST_NUMBERS.pays), client_secret: "1" }],
    ["/test-payments", { client_secret: "1", authentication: "complete" }],
  ] as const)
    expect((await call(id, "POST", path, form)).status).toBe(404);
});

test("setups, payments and invoices of others are not found, and members change nothing", async () => {
  const { id: theirs, invoice, pay } = await givenInvoice(TEST_NUMBERS["asks when saved and charged"]);
  const { body: waiting } = await pay();
  const { body: setup } = await call(theirs, "POST", "/card-setups");
  const mine = await newOrganization("Mine");
  await save(mine, TEST_NUMBERS.pays);

  const card = { ...typedCard(TEST_NUMBERS.pays), client_secret: setup.client_secret };
  const answer = { client_secret: waiting.authentication.client_secret, authentication: "complete" };
  expect((await call(mine, "POST", "/test-cards", card)).status).toBe(404);
  expect((await call(mine, "POST", "/test-payments", answer)).status).toBe(404);
  expect((await call(mine, "POST", `/invoices/${invoice}/pay`)).status).toBe(404);
  const { status: confirmedOwn } = await call(theirs, "POST", "/test-cards", card);
  expect(confirmedOwn).toBe(200);
  expect((await call(mine, "PUT", "/payment-method", { setup_id: setup.id })).status).toBe(422);

  const owner = { cookie, organization_id: mine };
  const member = await givenPerson(api, owner, { email: `${newId()}@example.com`, role: "member" });
  for (const [method, path, body] of [
    ["POST", "/card-setups", undefined],
    ["PUT", "/payment-method", { setup_id: setup.id }],
    ["POST", "/test-cards", card],
    ["POST", "/test-payments", answer],
    ["POST", `/invoices/${invoice}/pay`, undefined],
  ] as const) {
    expect((await call(mine, method, path, body, member.cookie)).status).toBe(403);
    expect((await call(publicId("organization", newId()), method, path, body)).status).toBe(404);
  }
});

test("an organization is deleted when all is paid, and leaves its invoices", async () => {
  const { id, invoice } = await givenInvoice(TEST_NUMBERS["declined when charged"]);
  await api.call("PUT", `//operator/organizations/${id}/subscription`, {
    key: TOKEN,
    body: { plan: "free" },
  });
  const refused = await call(id, "DELETE", "", { name: "Acme" });
  expect([refused.status, refused.body.data]).toEqual([422, [expect.stringContaining("not paid")]]);

  await api.call("PUT", `//operator/invoices/${invoice}`, { key: TOKEN, body: { is_paid: true } });
  expect((await call(id, "DELETE", "", { name: "Acme" })).status).toBe(200);

  const { rowCount } = await api.db.query("select from card_customers where organization_id = $1", [
    uuidOf("organization", id),
  ]);
  expect(rowCount).toBe(0);
  const { body } = await api.call("GET", "//operator/invoices", { key: TOKEN });
  expect(body.models.map((one: { id: string }) => one.id)).toContain(invoice);
});

test("no number of a card is stored or logged", async () => {
  const id = await newOrganization();
  for (const number of Object.values(TEST_NUMBERS)) await confirmed(id, number);
  const { rows } = await api.db.query("select * from test_provider_objects");
  const kept = JSON.stringify([rows, api.logged]).replaceAll(" ", "");

  for (const number of Object.values(TEST_NUMBERS)) {
    const digits = number.replaceAll(" ", "");
    expect(kept).not.toContain(digits);
    expect(kept).not.toContain(digits.slice(0, 6));
  }
});
