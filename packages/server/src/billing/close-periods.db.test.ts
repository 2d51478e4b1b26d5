/** Does each period that is over get its one invoice, whatever happens meanwhile? */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../ids.ts";
import { createLog } from "../log.ts";
import { liftBilling, setBillingEmail } from "../store/billing.ts";
import { type Database, openDatabase } from "../store/database.ts";
import { readInvoices } from "../store/invoices.ts";
import { endCancelledPlans, setCancelAt, setSubscription, subscribeNew } from "../store/subscriptions.ts";
import { freshDatabase } from "../testing/fresh-database.ts";
import { givenBilling, letDaysPass } from "../testing/given-billing.ts";
import { billOnce } from "./bill-once.ts";
import { closePeriods } from "./close-periods.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const log = createLog(() => undefined);

let database: Awaited<ReturnType<typeof freshDatabase>>;
let db: Database;
/** Another process. */
let second: Database;
beforeAll(async () => {
  database = await freshDatabase();
  ({ db } = database);
  second = openDatabase(database.url);
});
afterAll(async () => {
  await second.close();
  await database.drop();
});
beforeEach(async () => {
  await db.query("delete from organizations");
  await db.query("delete from invoices");
  await db.query("delete from invoice_numbers");
  await liftBilling(db);
  await givenBilling(db);
});

const bill = (at = db) =>
  billOnce({ db: at, log, mail: null, cards: null, publicUrl: "http://127.0.0.1:4400" });

async function givenOrganization(plan = "team", name = "Acme"): Promise<string> {
  const id = newId();
  await db.query("insert into organizations (id, name, slug) values ($1, $2, $3)", [id, name, id]);
  await subscribeNew(db, id);
  await setBillingEmail(db, id, "billing@acme.dev");
  await choose(id, plan);
  return id;
}
const choose = (id: string, plan: string) =>
  setSubscription(db, id, { plan: { id: plan, version: 1 }, agreed_limits: {} });
const invoicesOf = async (id: string) => (await readInvoices(db, id, { limit: 100, offset: 0 })).toReversed();
const linesOf = async (id: string) =>
  (await invoicesOf(id)).map(({ lines }) => lines.map(({ name, explanation }) => `${name}: ${explanation}`));
const anchorOf = async (id: string) => {
  const { rows } = await db.query<{ day: string }>(
    "select to_char(anchor, 'YYYY-MM-DD') as day from subscriptions where organization_id = $1",
    [id],
  );
  return rows[0]?.day ?? "";
};

/** Moves all days so far that the first period began on this day of a month, and is over. */
async function letPeriodBeginOn(id: string, day: string): Promise<void> {
  await letDaysPass(db, (Date.parse(await anchorOf(id)) - Date.parse(day)) / DAY_MS);
}

test("a period that is over gets one invoice, as it was then, and the running one gets none", async () => {
  const id = await givenOrganization();
  await bill();
  expect(await invoicesOf(id)).toEqual([]);

  await letDaysPass(db, 33);
  await bill();
  await bill();

  const [invoice, ...others] = await invoicesOf(id);
  expect(others).toEqual([]);
  const year = new Date().getUTCFullYear();
  expect(invoice).toMatchObject({
    number: `INV-${year}-0001`,
    organization_name: "Acme",
    billing_email: "billing@acme.dev",
    issue_date: dayText(Date.now()),
    period_start: await anchorOf(id),
    amount_due: 3900,
    is_paid: false,
    payment: "IBAN XX00 1234",
  });
  expect(await linesOf(id)).toEqual([["Team plan: fixed price", "Events: 0 − 10 included → 0 × 5 at $1.50"]]);

  await db.query("update organizations set name = 'Other'");
  await setBillingEmail(db, id, "other@acme.dev");
  expect((await invoicesOf(id))[0]).toEqual(invoice);
});

test.each([
  ["2023-01-31", "2023-02-28", 28],
  ["2024-01-31", "2024-02-29", 29],
  ["2024-03-31", "2024-04-30", 30],
  ["2024-12-31", "2025-01-31", 31],
])("the period from %s to %s has %i days", async (start, end, days) => {
  const id = await givenOrganization("free");
  await letDaysPass(db, 1);
  await choose(id, "growth");
  await letPeriodBeginOn(id, start);
  await closePeriods({ db, log });

  const [invoice] = await invoicesOf(id);
  expect([invoice?.period_start, invoice?.period_end]).toEqual([start, end]);
  expect(invoice?.lines.map(({ explanation }) => explanation)).toEqual([
    `fixed price · 1 of ${days} days`,
    `fixed price · ${days - 1} of ${days} days`,
  ]);
  expect(invoice?.amount_due).toBe(Math.round((49_900 * (days - 1)) / days));
});

test("periods that were missed are made up for, each once and in order", async () => {
  const id = await givenOrganization();
  await letDaysPass(db, 100);

  await bill();

  const invoices = await invoicesOf(id);
  expect(invoices).toHaveLength(3);
  for (const [at, { number, period_end }] of invoices.entries()) {
    expect(number).toMatch(new RegExp(`-000${at + 1}$`));
    expect(invoices[at + 1]?.period_start ?? period_end).toBe(period_end);
  }
});

test("two processes that close at once make one invoice for each period, and leave out no number", async () => {
  const ids = [];
  for (let at = 0; at < 6; at++) ids.push(await givenOrganization("team", `Organization ${at}`));
  await letDaysPass(db, 70);

  await Promise.all([bill(), bill(second), bill(), bill(second)]);

  const numbers = [];
  for (const id of ids) {
    const invoices = await invoicesOf(id);
    expect(invoices).toHaveLength(2);
    numbers.push(...invoices.map(({ number }) => Number(number.slice("INV-2026-".length))));
  }
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_none, at) => at + 1));
});

test("a process that dies while it closes leaves neither an invoice nor a gap, and keeps no other organization waiting", async () => {
  const [dies, lives] = [await givenOrganization("team", "Dies"), await givenOrganization("team", "Lives")];
  await letDaysPass(db, 33);
  // The server ends the connection in the last statement, as when the process is killed there.
  await db.query(`create function die() returns trigger language plpgsql as $$
    begin
      if new.organization_id = '${dies}' and new.billed_until is not null then
        perform pg_terminate_backend(pg_backend_pid());
      end if;
      return new;
    end $$`);
  await db.query("create trigger die before update on billing_accounts for each row execute function die()");

  await expect(bill()).rejects.toThrow("could not be closed");

  expect(await invoicesOf(dies)).toEqual([]);
  expect((await invoicesOf(lives)).map(({ number }) => number.slice(-4))).toEqual(["0001"]);
  await db.query("drop trigger die on billing_accounts");
  await db.query("drop function die()");
  await bill();
  expect((await invoicesOf(dies)).map(({ number }) => number.slice(-4))).toEqual(["0002"]);
});

test("a change in mid-period is charged by the day, and the last change of a day decides", async () => {
  const id = await givenOrganization("free");
  await letDaysPass(db, 10);
  for (const plan of ["growth", "free", "team"]) await choose(id, plan);
  await letPeriodBeginOn(id, "2025-04-10");

  await bill();

  expect((await linesOf(id))[0]).toEqual([
    "Free plan: fixed price · 10 of 30 days",
    "Team plan: fixed price · 20 of 30 days",
    "Events: 0 − 6 included → 0 × 5 at $1.50 · 20 of 30 days",
  ]);
});

test("a cancelled plan counts until its end, however late the end is noticed", async () => {
  const id = await givenOrganization();
  const { rows } = await db.query<{ ends: string }>(
    "select (anchor + interval '1 month') at time zone 'UTC' as ends from subscriptions",
  );
  await setCancelAt(db, id, new Date(rows[0]?.ends ?? ""));
  expect(await endCancelledPlans(db)).toBe(0);
  await letPeriodBeginOn(id, "2025-04-01");

  await bill();

  expect(await linesOf(id)).toHaveLength(1);
  const { rows: present } = await db.query("select plan_id, cancel_at from subscriptions");
  expect(present).toEqual([{ plan_id: "free", cancel_at: null }]);
});

test("a plan that is chosen after a cancelled one has ended does not charge the days between", async () => {
  const id = await givenOrganization();
  await setCancelAt(db, id, new Date(Date.now() - 3 * DAY_MS));
  await choose(id, "growth");

  const { rows } = await db.query<{ ago: number; plan_id: string }>(
    `select (now() at time zone 'UTC')::date - first_day as ago, plan_id from plan_stretches order by first_day`,
  );
  expect(rows).toEqual([
    { ago: 3, plan_id: "free" },
    { ago: 0, plan_id: "growth" },
  ]);
});

test("a period that costs nothing is closed without an invoice, and takes no number", async () => {
  const [free, team] = [await givenOrganization("free"), await givenOrganization("team")];
  await letDaysPass(db, 33);
  await bill();

  expect(await invoicesOf(free)).toEqual([]);
  expect((await invoicesOf(team)).map(({ number }) => number.slice(-4))).toEqual(["0001"]);
});

test("days before billing came into force are never charged, and without billing no period is closed", async () => {
  const id = await givenOrganization();
  await letDaysPass(db, 80);
  await liftBilling(db);
  await bill();
  expect(await invoicesOf(id)).toEqual([]);

  await givenBilling(db); // since today
  await bill();
  expect(await invoicesOf(id)).toEqual([]);
  await letDaysPass(db, 33);
  await bill();
  const [invoice, ...others] = await invoicesOf(id);
  expect(others).toEqual([]);
  expect(invoice?.amount_due).toBeLessThanOrEqual(3900);
});

test("invoices stay when the organization is deleted", async () => {
  const id = await givenOrganization();
  await letDaysPass(db, 33);
  await bill();
  const before = await invoicesOf(id);

  await db.query("delete from organizations where id = $1", [id]);
  await bill();

  expect(before).toHaveLength(1);
  expect(await invoicesOf(id)).toEqual(before);
});
