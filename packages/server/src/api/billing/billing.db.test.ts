/** What do people see and change of billing, and what does the operator? */
import { internalId, publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { billOnce } from "../../billing/bill-once.ts";
import { createLog } from "../../log.ts";
import { createMail } from "../../outbound/mail.ts";
import { newId } from "../../ids.ts";
import { queryString } from "../../pipeline/route/query-string.ts";
import { issueApiKey } from "../../store/api-keys.ts";
import { createProject } from "../../store/new-project.ts";
import { ensurePartitions } from "../../store/partitions.ts";
import { createSealer } from "../../store/seal.ts";
import { MASTER_KEY } from "../../testing/given-access.ts";
import { type GivenApi, givenApi } from "../../testing/given-api.ts";
import { BILLED_PLANS, givenBilling, letDaysPass } from "../../testing/given-billing.ts";
import { browserOf, callAs, givenPerson } from "../../testing/given-person.ts";
import { startMailbox } from "../../testing/mailbox.ts";
import { randomTraffic, storeTraffic } from "../../testing/random-traffic.ts";
import { randomFrom } from "../../testing/random.ts";

const TOKEN = "operator-token-of-this-test";
const DAY_MS = 24 * 60 * 60 * 1000;
const log = createLog(() => undefined);

let api: GivenApi;
let cookie: string;
beforeAll(async () => {
  api = await givenApi({ operatorToken: TOKEN });
  ({ cookie } = await api.signUp());
});
afterAll(() => api.stop());

const call = (organization: string, method: string, path: string, body?: unknown, as = cookie) =>
  callAs(api, as, method, `/organizations/${organization}${path}`, body);
const operate = (method: string, path: string, body?: unknown) =>
  api.call(method, `//operator${path}`, { key: TOKEN, body });
const newOrganization = async (name: string): Promise<string> =>
  (await callAs(api, cookie, "POST", "/organizations", { name })).body.organization.id;
const choose = (organization: string, plan: string) => call(organization, "PUT", "/plan", { plan });
const bill = (mail: Parameters<typeof billOnce>[0]["mail"] = null) =>
  billOnce({ db: api.db, log, mail, cards: null, publicUrl: "http://127.0.0.1:4400" });

test("without billing nothing costs anything, and no plan can be chosen", async () => {
  const { rows } = await api.db.query<{ id: string }>("select id from organizations");
  const first = publicId("organization", rows[0]?.id ?? "");

  expect((await call(first, "GET", "/billing")).body).toMatchObject({
    provider: "none",
    lines: [],
    amount_so_far: 0,
    billing_email: "ada@example.com",
  });
  expect((await call(first, "GET", "/invoices")).body).toEqual({ models: [], count: 0 });
  for (const refused of [await choose(first, "team"), await call(first, "POST", "/plan/cancel")]) {
    expect(refused.status).toBe(422);
    expect(refused.body.data).toEqual([expect.stringContaining("makes no invoices")]);
  }
});

test("an admin moves up at once, cancels for the end of the period, and takes that back", async () => {
  await givenBilling(api.db);
  const id = await newOrganization("Movers");
  const { body: free } = await call(id, "GET", "/subscription");
  expect(free).toMatchObject({ plan: { id: "free" }, cancel_at: null });

  expect((await choose(id, "team")).body).toMatchObject({ plan: { id: "team" }, cancel_at: null });
  expect((await call(id, "GET", "/billing")).body).toMatchObject({
    provider: "ledger",
    lines: [
      { name: "Team plan", explanation: "fixed price", amount: 3900 },
      { name: "Events", explanation: "0 − 10 included → 0 × 5 at $1.50", amount: 0 },
    ],
    amount_so_far: 3900,
  });

  const cancelled = { plan: { id: "team" }, cancel_at: free.period_end };
  expect((await call(id, "POST", "/plan/cancel")).body).toMatchObject(cancelled);
  expect((await call(id, "GET", "/subscription")).body).toMatchObject(cancelled);
  expect((await choose(id, "team")).body).toMatchObject({ plan: { id: "team" }, cancel_at: null });
  // The free default plan is another word for it.
  expect((await choose(id, "free")).body).toMatchObject(cancelled);
  expect((await choose(id, "growth")).body).toMatchObject({ plan: { id: "growth" }, cancel_at: null });
  expect((await choose(id, "team")).body).toMatchObject({ plan: { id: "team" }, cancel_at: null });
});

test("plans of agreed terms and unknown ones cannot be chosen, and nobody leaves agreed terms alone", async () => {
  const id = await newOrganization("Refused");

  expect((await choose(id, "gold")).body.data).toEqual([
    "plan must be one of free, team, growth, enterprise",
  ]);
  expect((await choose(id, "enterprise")).body.data).toEqual([expect.stringContaining("agreed with each")]);
  expect((await call(id, "POST", "/plan/cancel")).body.data).toEqual([
    expect.stringContaining("no plan to cancel"),
  ]);
  await operate("PUT", `/organizations/${id}/subscription`, { plan: "enterprise" });
  expect((await choose(id, "team")).body.data).toEqual([expect.stringContaining("agreed with you")]);
  expect((await call(id, "GET", "/subscription")).body.plan.id).toBe("enterprise");
});

test("an organization can be deleted when it is on the free plan, and not before", async () => {
  const id = await newOrganization("Leaving");
  await choose(id, "team");
  const refused = await call(id, "DELETE", "", { name: "Leaving" });
  expect(refused.status).toBe(422);
  expect(refused.body.data).toEqual([expect.stringContaining("Cancel the plan on the page Plans")]);

  await operate("PUT", `/organizations/${id}/subscription`, { plan: "free" });
  expect((await call(id, "DELETE", "", { name: "Leaving" })).status).toBe(200);
});

test("a legacy plan moves to its current version, and keeps what the operator has agreed", async () => {
  const id = await newOrganization("Old");
  await choose(id, "team");
  await operate("PUT", `/organizations/${id}/subscription`, { limits: { retention_days: 90 } });
  const version2 = BILLED_PLANS.replace("id: team\n    version: 1", "id: team\n    version: 2");
  const later = version2.replace("3900", "4900");
  await givenBilling(api.db, later);
  expect((await call(id, "GET", "/subscription")).body.plan).toMatchObject({ version: 1, is_legacy: true });

  // Cancelled and kept, it is the same version; also if no version is offered any more.
  for (const offered of [later, later.replaceAll("team", "crew")]) {
    await givenBilling(api.db, offered);
    expect((await call(id, "POST", "/plan/cancel")).body.cancel_at).not.toBeNull();
    expect((await choose(id, "team")).body).toMatchObject({
      plan: { id: "team", version: 1 },
      cancel_at: null,
    });
  }
  await givenBilling(api.db, later);
  expect((await choose(id, "team")).body.plan).toMatchObject({
    version: 2,
    is_legacy: false,
    limits: { retention_days: 90 },
  });
  await givenBilling(api.db);
});

test("members see it, only admins change it, and others do not see anything", async () => {
  const organization_id = await newOrganization("People");
  const owner = { cookie, organization_id };
  const member = await givenPerson(api, owner, { email: "member@example.com", role: "member" });
  const admin = await givenPerson(api, owner, { email: "admin@example.com", role: "admin" });
  const email = { billing_email: " Billing@Acme.dev " };

  for (const path of ["/billing", "/invoices"])
    expect((await call(organization_id, "GET", path, undefined, member.cookie)).status).toBe(200);
  for (const [method, path, body] of [
    ["PUT", "/plan", { plan: "team" }],
    ["POST", "/plan/cancel", undefined],
    ["PUT", "/billing-email", email],
  ] as const) {
    expect((await call(organization_id, method, path, body, member.cookie)).status).toBe(403);
    expect((await call(publicId("organization", newId()), method, path, body)).status).toBe(404);
  }
  const changed = await call(organization_id, "PUT", "/billing-email", email, admin.cookie);
  expect(changed.body).toEqual({ billing_email: "billing@acme.dev" });
  expect((await call(organization_id, "GET", "/billing")).body.billing_email).toBe("billing@acme.dev");
  expect((await call(organization_id, "PUT", "/billing-email", { billing_email: "no" })).status).toBe(422);
});

test("the events on an invoice are those of the metrics", async () => {
  const organization_id = await newOrganization("Busy");
  await choose(organization_id, "team");
  const team_id = await createProject(api.db, createSealer(MASTER_KEY), {
    organization_id: internalId("organization", organization_id) ?? "",
    name: "Busy",
  });
  const { key } = await issueApiKey(api.db, { team_id, name: "test", expires_at: null });
  await letDaysPass(api.db, 35);
  const { rows } = await api.db.query<{ start: string; end: string }>(
    `select anchor::timestamp at time zone 'UTC' as start,
       (anchor + interval '1 month') at time zone 'UTC' as end
     from subscriptions where organization_id = $1`,
    [internalId("organization", organization_id)],
  );
  const { start, end } = rows[0] ?? { start: "", end: "" };
  for (let dayMs = Date.parse(start) - DAY_MS; dayMs <= Date.now(); dayMs += DAY_MS)
    await ensurePartitions(api.db, dayMs);
  const { body: connection } = await api.call("PUT", "/connections", {
    key,
    body: {
      name: "shop-ledger",
      source: { name: "shop" },
      destination: { name: "ledger", config: { url: "https://api.example.com/hooks" } },
    },
  });
  const places = {
    connections: [
      {
        id: internalId("connection", connection.id) ?? "",
        source_id: internalId("source", connection.source.id) ?? "",
        destination_id: internalId("destination", connection.destination.id) ?? "",
      },
    ],
    transformations: [newId()],
    cli_id: newId(),
    bulk_retry_ids: [newId()],
  };
  const range = { count: 80, fromMs: Date.parse(start) - DAY_MS, toMs: Date.parse(end) + DAY_MS };
  await storeTraffic(api.db, team_id, randomTraffic(randomFrom(7), places, range));
  const query = queryString({ date_range: { start, end }, measures: ["count"] });
  const { body: counted } = await api.call("GET", `/metrics/events?${query}`, { key });
  const events = counted.data.reduce(
    (sum: number, row: { metrics: { count: number } }) => sum + row.metrics.count,
    0,
  );

  await bill();

  const { body } = await call(organization_id, "GET", "/invoices");
  expect(events).toBeGreaterThan(20);
  const packages = Math.ceil((events - 10) / 5);
  expect(body.models[0].lines[1]).toEqual({
    name: "Events",
    explanation: `${events} − 10 included → ${packages} × 5 at $1.50`,
    amount: packages * 150,
  });
});

test("invoices come six a page, the newest first, and nobody else can read one", async () => {
  const id = await newOrganization("Many");
  await choose(id, "team");
  const stranger = await newOrganization("Strangers");
  await letDaysPass(api.db, 250);
  await bill();

  const { body: first } = await call(id, "GET", "/invoices");
  const { body: second } = await call(id, "GET", "/invoices?page=2");
  expect([first.count, first.models.length, second.models.length]).toEqual([8, 6, 2]);
  const starts = [...first.models, ...second.models].map(({ period_start }) => period_start);
  expect(starts).toEqual(starts.toSorted((a, b) => b.localeCompare(a)));
  expect((await call(id, "GET", "/invoices?page=0")).status).toBe(422);

  const [invoice] = first.models;
  const pdf = await fetch(api.url + invoice.pdf_url, { headers: browserOf(cookie) });
  expect(pdf.headers.get("content-disposition")).toBe(`attachment; filename="${invoice.number}.pdf"`);
  expect((await pdf.text()).slice(0, 5)).toBe("%PDF-");
  expect((await call(stranger, "GET", `/invoices/${invoice.id}/pdf`)).status).toBe(404);
  expect((await call(id, "GET", `/invoices/${publicId("invoice", newId())}/pdf`)).status).toBe(404);
});

test("the operator lists all invoices and marks them as paid, once or twice, and takes it back", async () => {
  const { body } = await operate("GET", "/invoices");
  const [invoice] = body.models;
  expect(invoice).toMatchObject({ is_paid: false, organization_name: expect.any(String) });
  expect((await operate("GET", `/invoices?before=${invoice.id}`)).body.models).toEqual(body.models.slice(1));

  for (let turn = 0; turn < 2; turn++)
    expect((await operate("PUT", `/invoices/${invoice.id}`, { is_paid: true })).body).toEqual({
      ...invoice,
      is_paid: true,
    });
  const { body: seen } = await call(invoice.organization_id, "GET", "/invoices");
  expect(seen.models.find(({ id }: { id: string }) => id === invoice.id)).toMatchObject({ is_paid: true });
  expect((await operate("PUT", `/invoices/${invoice.id}`, { is_paid: false })).body).toEqual(invoice);
  expect((await operate("PUT", `/invoices/${invoice.id}`, {})).status).toBe(422);
  expect((await operate("PUT", `/invoices/${publicId("invoice", newId())}`, { is_paid: true })).status).toBe(
    404,
  );
  expect((await api.call("GET", "//operator/invoices", { key: "wrong" })).status).toBe(401);
});

test("each invoice is mailed once, also after a mail server that was away and with several processes", async () => {
  const id = await newOrganization("Mailed");
  await call(id, "PUT", "/billing-email", { billing_email: "money@acme.dev" });
  await choose(id, "team");
  await letDaysPass(api.db, 33);
  const from = "Posthorn <posthorn@example.com>";
  await bill(createMail({ url: "smtp://127.0.0.1:1", from }));
  await api.db.query("update invoices set mail_due_at = now() where mail_due_at is not null");
  const mailbox = await startMailbox();
  const mail = createMail({ url: mailbox.url, from });

  await Promise.all([bill(mail), bill(mail)]);
  await bill(mail);

  const { body } = await call(id, "GET", "/invoices");
  const [{ number }] = body.models;
  const mine = mailbox.received.filter(({ to }) => to.includes("money@acme.dev"));
  expect(mine).toHaveLength(1);
  const { subject, text, messageId } = (await mine[0]?.mail) ?? {};
  expect(subject).toBe(`Invoice ${number}: $39.00`);
  expect(text).toContain("http://127.0.0.1:4400/settings/organization/billing");
  expect(messageId).toContain(internalId("invoice", body.models[0].id));
  await mailbox.stop();
});
