/** Is each invoice charged to the card exactly once, and do its people learn what went wrong, whatever happens meanwhile? */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../ids.ts";
import { createLog } from "../log.ts";
import { createMail } from "../outbound/mail.ts";
import { liftBilling, setBillingEmail } from "../store/billing.ts";
import { type Database, openDatabase } from "../store/database.ts";
import { claimTryOf } from "../store/invoice-payments.ts";
import { type InvoiceRow, readInvoices, setPaid } from "../store/invoices.ts";
import { setSubscription, subscribeNew } from "../store/subscriptions.ts";
import { freshDatabase } from "../testing/fresh-database.ts";
import { BILLED_PLANS, givenBilling, letDaysPass } from "../testing/given-billing.ts";
import { givenCard, TEST_NUMBERS, type TestPayment, testPayments } from "../testing/given-card.ts";
import { startMailbox } from "../testing/mailbox.ts";
import { randomFrom } from "../testing/random.ts";
import { type BillingDeps, billOnce } from "./bill-once.ts";
import type { CardProvider } from "./card-provider.ts";
import { collectOne, TRY_LEASE_MS } from "./collect.ts";
import { createTestProvider } from "./test-provider.ts";

const PUBLIC_URL = "http://127.0.0.1:4400";
const DAY_MS = 24 * 60 * 60 * 1000;
const log = createLog(() => undefined);

let database: Awaited<ReturnType<typeof freshDatabase>>;
let db: Database;
/** Another process. */
let second: Database;
let provider: ReturnType<typeof createTestProvider>;
beforeAll(async () => {
  database = await freshDatabase();
  ({ db } = database);
  second = openDatabase(database.url);
  provider = createTestProvider(db);
});
afterAll(async () => {
  await second.close();
  await database.drop();
});
beforeEach(async () => {
  await db.query("delete from organizations");
  await db.query("delete from invoices");
  await db.query("delete from test_provider_objects");
  await liftBilling(db);
  await givenBilling(db, BILLED_PLANS, "test");
});

const bill = ({
  at = db,
  cards = provider,
  mail = null,
}: { at?: Database; cards?: CardProvider | null; mail?: BillingDeps["mail"] } = {}) =>
  billOnce({ db: at, log, mail, cards, publicUrl: PUBLIC_URL });

/** An organization whose first period is over, but has no invoice yet. */
async function givenOwing(number: string | null, plan = "team"): Promise<string> {
  const id = newId();
  await db.query("insert into organizations (id, name, slug) values ($1, 'Acme', $2)", [id, id]);
  await subscribeNew(db, id);
  await setBillingEmail(db, id, "billing@acme.dev");
  await setSubscription(db, id, { plan: { id: plan, version: 1 }, agreed_limits: {} });
  if (number !== null) await givenCard(db, provider, id, number);
  await letDaysPass(db, 33);
  return id;
}

async function invoiceOf(id: string): Promise<InvoiceRow> {
  const [invoice, ...others] = await readInvoices(db, id, { limit: 100, offset: 0 });
  if (!invoice || others.length > 0) throw new Error("expected one invoice");
  return invoice;
}

const customerOf = (id: string) => `test_cus_${id.replaceAll("-", "")}`;
/** In how many days. */
const dayOf = (text: string | null | undefined) =>
  text ? Math.round((Date.parse(text) - Date.now()) / DAY_MS) : null;

/** Whoever was at it is dead. */
const letLeasesEnd = () =>
  db.query(
    "update invoices set collect_leased_until = now() - interval '1 second' where collect_leased_until is not null",
  );
/** The provider is asked again after a while. */
const letWaitsEnd = () =>
  db.query("update invoices set collect_due_at = now() where collect_due_at is not null");
const payments = (status?: TestPayment["status"]) =>
  testPayments(db).then((all) => all.filter((one) => status === undefined || one.status === status));

/** Its answers get lost on the way. */
const losing = (what: "question" | "answer"): CardProvider => ({
  ...provider,
  async charge(of) {
    if (what === "answer") await provider.charge(of);
    throw new Error("The wire broke");
  },
});
/** Its bank takes its time, until `ends` is set. */
function slow(): CardProvider & { ends: null | "paid" | "declined" } {
  const bank: CardProvider & { ends: null | "paid" | "declined" } = {
    ...provider,
    ends: null,
    async charge(of) {
      const payment = await provider.charge(of);
      return { kind: "pending", payment_id: payment.payment_id ?? "" };
    },
    async readPayment(payment_id) {
      if (bank.ends === "paid") return { kind: "paid", payment_id };
      if (bank.ends === "declined") return { kind: "declined", payment_id, text: "Not enough." };
      return { kind: "pending", payment_id };
    },
  };
  return bank;
}

test("an invoice is charged to the card when it is made, and says so", async () => {
  const id = await givenOwing(TEST_NUMBERS.pays);

  await bill();
  await bill();

  const invoice = await invoiceOf(id);
  expect(invoice).toMatchObject({
    is_paid: true,
    payment_problem: null,
    payment: "Charged to the card on file.",
  });
  expect(await payments()).toMatchObject([{ invoice_id: invoice.id, amount: 3900, status: "paid" }]);
});

test("processes that collect at once charge each invoice once", async () => {
  const ids = [];
  for (let at = 0; at < 6; at++) ids.push(await givenOwing(TEST_NUMBERS.pays));

  await Promise.all([bill(), bill({ at: second }), bill(), bill({ at: second })]);
  await bill();

  const invoices = new Set((await payments()).map(({ invoice_id }) => invoice_id));
  const made = await db.query("select from invoices where paid_at is not null");
  expect(await payments()).toHaveLength(made.rowCount);
  expect(invoices.size).toBe(made.rowCount);
  expect(made.rowCount).toBeGreaterThanOrEqual(ids.length);
});

test("a process that dies between the charge and the note of it is followed by one that charges nothing more", async () => {
  const id = await givenOwing(TEST_NUMBERS.pays);
  // The server ends the connection in the statement that notes the payment, as when the process is killed there.
  await db.query(`create function die() returns trigger language plpgsql as $$
    begin
      if new.paid_at is not null then perform pg_terminate_backend(pg_backend_pid()); end if;
      return new;
    end $$`);
  await db.query("create trigger die before update on invoices for each row execute function die()");
  const asked: unknown[] = [];
  const cards: CardProvider = { ...provider, charge: (of) => (asked.push(of), provider.charge(of)) };
  await expect(bill({ cards })).rejects.toThrow("terminat");
  await db.query("drop trigger die on invoices");
  await db.query("drop function die()");
  expect(await invoiceOf(id)).toMatchObject({ is_paid: false, payment_problem: null });

  await bill({ at: second, cards });
  expect((await invoiceOf(id)).is_paid).toBe(false); // the dead one has its lease
  await letLeasesEnd();
  // Another card by now: what has begun with the old one ends with the old one.
  await givenCard(db, provider, id, TEST_NUMBERS["another that pays"]);
  await bill({ at: second, cards });

  expect((await invoiceOf(id)).is_paid).toBe(true);
  expect(await payments()).toHaveLength(1);
  expect(asked).toHaveLength(2);
  expect(asked[1]).toEqual(asked[0]);
});

test.each(["question", "answer"] as const)(
  "a provider whose %s gets lost is asked again, for the very same",
  async (what) => {
    const id = await givenOwing(TEST_NUMBERS.pays);
    await expect(bill({ cards: losing(what) })).rejects.toThrow("provider of cards");
    expect(await invoiceOf(id)).toMatchObject({ is_paid: false, payment_problem: null });

    await letWaitsEnd();
    await bill();

    expect((await invoiceOf(id)).is_paid).toBe(true);
    expect(await payments()).toHaveLength(1);
  },
);

test("a process that slept through its lease changes nothing any more", async () => {
  const id = await givenOwing(TEST_NUMBERS["declined when charged"]);
  await bill({ cards: null });
  const claim = { provider: "test", leaseMs: TRY_LEASE_MS, id: (await invoiceOf(id)).id } as const;
  const sleeping = await claimTryOf(db, claim);
  await letLeasesEnd();
  const awake = await claimTryOf(second, claim);
  if (!sleeping || !awake) throw new Error("expected both to get the try");
  await collectOne({ db: second, log, cards: provider }, awake, { isMailed: true });
  const { rows: before } = await db.query("select * from invoices");

  await collectOne({ db, log, cards: provider }, sleeping, { isMailed: true });

  expect((await db.query("select * from invoices")).rows).toEqual(before);
  expect(await payments()).toHaveLength(1);
});

test("a declined card is charged again after 1, 3 and 5 days, with a mail each time, and then never by itself", async () => {
  const id = await givenOwing(TEST_NUMBERS["declined when charged"]);
  const mailbox = await startMailbox();
  const mail = createMail({ url: mailbox.url, from: "Posthorn <posthorn@example.com>" });
  const turn = () => Promise.all([bill({ mail }), bill({ mail, at: second })]);

  const nexts: (number | null)[] = [];
  for (const days of [0, 1, 2, 2, 30]) {
    await letDaysPass(db, days);
    if (days === 30) await db.query("update billing_accounts set billed_until = now()"); // no further period
    await turn();
    await bill({ mail });
    const { payment_problem, is_paid } = await invoiceOf(id);
    expect(is_paid).toBe(false);
    expect(payment_problem).toMatchObject({ kind: "declined", text: "Your card was declined." });
    nexts.push(dayOf(payment_problem?.next_try_at));
  }

  expect(nexts).toEqual([1, 2, 2, null, null]);
  expect(await payments("declined")).toHaveLength(4);
  const mails = await Promise.all(mailbox.received.map((received) => received.mail));
  const notices = mails.filter(({ subject }) => subject?.endsWith("is not paid"));
  expect(notices).toHaveLength(4);
  expect(new Set(notices.map(({ messageId }) => messageId)).size).toBe(4);
  expect(notices[0]?.text).toContain("Your card was declined.");
  expect(notices[0]?.text).toContain(`${PUBLIC_URL}/settings/organization/billing`);
  expect(notices[3]?.text).toContain("does not try again by itself");
  expect(
    mails.find(({ subject }) => subject?.startsWith("Invoice INV") && subject.endsWith("$39.00"))?.text,
  ).toContain("It is charged to the card on file.");
  await mailbox.stop();
});

test("a new card is charged at once for what the old one could not pay", async () => {
  const id = await givenOwing(TEST_NUMBERS["declined when charged"]);
  await bill();
  await givenCard(db, provider, id, TEST_NUMBERS.pays);
  expect((await invoiceOf(id)).payment_problem).toBeNull();

  await bill();

  expect((await invoiceOf(id)).is_paid).toBe(true);
  expect((await payments()).map(({ status }) => status)).toEqual(["declined", "paid"]);
});

test("a card that comes while the old one is charged is charged next", async () => {
  const id = await givenOwing(TEST_NUMBERS["declined when charged"]);
  await bill({ cards: null });
  const claimed = await claimTryOf(db, {
    provider: "test",
    leaseMs: TRY_LEASE_MS,
    id: (await invoiceOf(id)).id,
  });
  if (!claimed) throw new Error("expected a try");
  await givenCard(db, provider, id, TEST_NUMBERS.pays);
  await collectOne({ db, log, cards: provider }, claimed, { isMailed: true });
  expect((await invoiceOf(id)).payment_problem).toBeNull();

  await bill();

  expect((await invoiceOf(id)).is_paid).toBe(true);
});

test("a payment that waits for its person is not made twice, and counts when they have confirmed it", async () => {
  const id = await givenOwing(TEST_NUMBERS["asks when saved and charged"]);
  await bill();
  for (let turn = 0; turn < 2; turn++) {
    expect((await invoiceOf(id)).payment_problem).toMatchObject({ kind: "authentication_required" });
    await letWaitsEnd();
    await bill();
  }
  const [payment, ...others] = await payments();
  expect(others).toEqual([]);

  // They confirm it, and close the page before Posthorn hears of it.
  await provider.confirmPayment(customerOf(id), {
    client_secret: payment?.client_secret ?? "",
    authentication: "complete",
  });
  await letWaitsEnd();
  await bill();

  expect(await invoiceOf(id)).toMatchObject({ is_paid: true, payment_problem: null });
  expect(await payments("paid")).toHaveLength(1);
});

test("a payment that waits is cancelled before another card is charged, and cannot be confirmed beside it", async () => {
  const id = await givenOwing(TEST_NUMBERS["asks when saved and charged"]);
  await bill();
  const [waiting] = await payments();
  await givenCard(db, provider, id, TEST_NUMBERS.pays);
  await expect(bill({ cards: losing("question") })).rejects.toThrow(); // dies after it has cancelled
  await letWaitsEnd();
  await bill();

  await provider.confirmPayment(customerOf(id), {
    client_secret: waiting?.client_secret ?? "",
    authentication: "complete",
  });

  expect((await invoiceOf(id)).is_paid).toBe(true);
  expect((await payments()).map(({ status }) => status)).toEqual(["declined", "paid"]);
});

test.each(["paid", "declined"] as const)("a pending payment is looked at until it is %s", async (end) => {
  const id = await givenOwing(TEST_NUMBERS.pays);
  const cards = slow();
  for (let turn = 0; turn < 3; turn++) {
    await bill({ cards });
    expect(await invoiceOf(id)).toMatchObject({ is_paid: false, payment_problem: null });
    await letWaitsEnd();
  }
  cards.ends = end;
  await bill({ cards });

  expect(await payments()).toHaveLength(1);
  expect(await invoiceOf(id)).toMatchObject(
    end === "paid"
      ? { is_paid: true, payment_problem: null }
      : { is_paid: false, payment_problem: { kind: "declined", text: "Not enough." } },
  );
});

test("without a card the invoice stays due, also when the organization is gone", async () => {
  const id = await givenOwing(null);
  await bill();
  expect((await invoiceOf(id)).payment_problem).toMatchObject({ kind: "no_card" });

  const gone = await givenOwing(TEST_NUMBERS.pays);
  await bill({ cards: null });
  await db.query("delete from organizations where id = $1", [gone]);
  await bill();

  expect((await invoiceOf(gone)).payment_problem).toMatchObject({ kind: "no_card" });
  expect(await payments()).toEqual([]);
});

test("less than a card can be charged is not charged, and nothing is left to pay", async () => {
  const cheap = BILLED_PLANS.replace("id: growth, version: 1", "id: growth, version: 2").replace(
    "49900",
    "49",
  );
  await givenBilling(db, cheap, "test");
  const id = newId();
  await db.query("insert into organizations (id, name, slug) values ($1, 'Acme', $2)", [id, id]);
  await subscribeNew(db, id);
  await setSubscription(db, id, { plan: { id: "growth", version: 2 }, agreed_limits: {} });
  await letDaysPass(db, 33);
  await bill();

  expect(await invoiceOf(id)).toMatchObject({
    amount_due: 49,
    is_paid: true,
    payment: expect.stringContaining("nothing is to be paid"),
  });
  expect(await payments()).toEqual([]);
});

test("what the operator marks as paid is not charged any more, also when that is taken back", async () => {
  const id = await givenOwing(TEST_NUMBERS["declined when charged"]);
  await bill();
  const invoice = await invoiceOf(id);

  expect(await setPaid(db, invoice.id, true)).toMatchObject({ is_paid: true, payment_problem: null });
  await letDaysPass(db, 1);
  await bill();
  await setPaid(db, invoice.id, false);
  await bill();

  expect(await payments()).toHaveLength(1);
  expect((await invoiceOf(id)).is_paid).toBe(false);
});

test("an invoice is charged only by the provider that was in force when it was made", async () => {
  const transfer = await givenOwing(TEST_NUMBERS.pays);
  await givenBilling(db, BILLED_PLANS, "ledger");
  await bill();
  await givenBilling(db, BILLED_PLANS, "test");
  await bill();
  expect(await invoiceOf(transfer)).toMatchObject({ is_paid: false, payment: "IBAN XX00 1234" });

  const card = await givenOwing("4000000000000341");
  await bill();
  await givenBilling(db, BILLED_PLANS, "ledger");
  await letWaitsEnd();
  await bill();
  const [invoice] = await readInvoices(db, card, { limit: 1, offset: 0 });
  expect(invoice?.payment_problem).toMatchObject({ kind: "declined", next_try_at: null });
  expect((await payments()).filter(({ invoice_id }) => invoice_id === invoice?.id)).toHaveLength(1);
});

test("whatever is lost, killed, changed and confirmed, in any order, an invoice is paid at most once", async () => {
  const numbers = [
    TEST_NUMBERS.pays,
    TEST_NUMBERS["declined when charged"],
    TEST_NUMBERS["asks when saved and charged"],
  ];
  for (let seed = 1; seed <= 12; seed++) {
    const random = randomFrom(seed * 2_654_435_761); // its first numbers of small seeds are alike
    const pick = <Value>(values: readonly [Value, ...Value[]]) => values[random(values.length)] ?? values[0];
    const id = await givenOwing(pick(numbers as [string, ...string[]]));
    await bill({ cards: null });
    const invoice = await invoiceOf(id);
    /** In every form that was ever opened. */
    const answerAll = async (authentication: "complete" | "fail") => {
      for (const { client_secret, invoice_id } of await payments())
        if (invoice_id === invoice.id)
          await provider.confirmPayment(customerOf(id), { client_secret, authentication });
    };
    for (let step = 0; step < 12; step++)
      await pick([
        () => bill(),
        () => Promise.all([bill(), bill({ at: second })]),
        () => bill({ cards: losing("answer") }).catch(() => undefined),
        () => bill({ cards: losing("question") }).catch(() => undefined),
        () => letWaitsEnd(),
        () => letLeasesEnd(),
        () => givenCard(db, provider, id, pick(numbers as [string, ...string[]])),
        // A process that dies at once.
        () => claimTryOf(db, { provider: "test", leaseMs: TRY_LEASE_MS, id: invoice.id }),
        () => answerAll(pick(["complete", "fail"])),
      ])();
    await givenCard(db, provider, id, TEST_NUMBERS.pays);
    for (let turn = 0; turn < 4; turn++) {
      await letLeasesEnd();
      await letWaitsEnd();
      await bill();
    }
    await answerAll("complete");

    const paid = (await payments("paid")).filter(({ invoice_id }) => invoice_id === invoice.id);
    expect({ seed, paid: paid.length }).toEqual({ seed, paid: 1 });
    expect((await invoiceOf(id)).is_paid).toBe(true);
    await db.query("delete from organizations where id = $1", [id]);
  }
});
