/** Does bought throughput count for deliveries at once, and does each day of it cost what it should? */
import { internalId, publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readCharges } from "../../billing/period-charges.ts";
import { readPeriodOf } from "../../plans/plan-of.sql.ts";
import { liftBilling } from "../../store/billing.ts";
import { keepCustomer, setCard } from "../../store/card-customers.ts";
import { removeProject, setProjectQuotas } from "../../store/projects.ts";
import { setSubscription } from "../../store/subscriptions.ts";
import { givenConnection, startGateway } from "../../testing/gateway.ts";
import { givenAccess } from "../../testing/given-access.ts";
import { type GivenApi, givenApi } from "../../testing/given-api.ts";
import { givenBilling, letDaysPass } from "../../testing/given-billing.ts";
import { callAs } from "../../testing/given-person.ts";

const FILE = `
default: free
contact_url: mailto:sales@example.com
billing: { seller: Posthorn Ltd, payment: IBAN }
plans:
  - { id: free, version: 1, name: Free, prices: [{ price_type: fixed_price, amount: 0 }], limits: { included_throughput: 1 } }
  - id: team
    version: 1
    name: Team
    prices: [{ price_type: fixed_price, amount: 3900 }]
    limits: { included_throughput: 5 }
    throughput_tiers:
      - { events_per_second: 10, price: 2000 }
      - { events_per_second: 25, price: 5000, legacy: true }
      - { events_per_second: 50, price: 9000 }
      - { events_per_second: 100, price: 16000, compare_at_price: 18000 }
  - id: growth
    version: 1
    name: Growth
    prices: [{ price_type: fixed_price, amount: 49900 }]
    limits: { included_throughput: 50 }
    throughput_tiers: [{ events_per_second: 100, price: 7000 }]
`;

let gateway: Awaited<ReturnType<typeof startGateway>>;
let api: GivenApi;
let cookie: string;
let organization_id: string;
let given: Awaited<ReturnType<typeof givenConnection>>;
beforeAll(async () => {
  const identity = await givenAccess();
  const { db, databaseUrl: url, sealer } = identity;
  gateway = await startGateway({ db, url, drop: async () => undefined }, { sealer });
  api = await givenApi({ identity, cli: gateway.cli, caughtUp: gateway.caughtUp });
  ({ cookie } = await api.signUp());
  const { rows } = await db.query<{ id: string }>("select id from organizations");
  organization_id = rows[0]?.id ?? "";
});
afterAll(async () => {
  await gateway.stop();
  await api.stop();
});
beforeEach(async () => {
  await api.setRole("owner");
  await api.db.query("delete from throughput_stretches");
  await api.db.query("delete from subscriptions");
  await api.db.query("delete from plan_stretches");
  await liftBilling(api.db);
  await givenBilling(api.db, FILE);
  await putOn("team");
  given = await givenConnection(api.db, { url: "http://127.0.0.1:9" });
  await api.db.query("update projects set organization_id = $2, name = 'payments-prod' where id = $1", [
    given.project,
    organization_id,
  ]);
  await gateway.reload(given.source);
});

async function putOn(plan: string, agreed_limits = {}): Promise<void> {
  await setSubscription(api.db, organization_id, { plan: { id: plan, version: 1 }, agreed_limits });
  expect(await gateway.caughtUp()).toBe(true);
}
const call = (method: string, path: string, body?: unknown) =>
  api.call(method, `//dashboard-api${path}`, {
    key: null,
    body,
    headers: { cookie, origin: "http://127.0.0.1:4400", "x-project-id": publicId("project", given.project) },
  });
const tiers = async () => (await call("GET", "/throughput-tiers")).body;
const buy = (throughput: number | null) => call("PUT", "/throughput", { throughput });
/** What the questions before a change of plan go by. */
async function isBought(): Promise<boolean> {
  const path = `/organizations/${publicId("organization", organization_id)}/subscription`;
  return (await callAs(api, cookie, "GET", path)).body.has_bought_throughput;
}
const cap = () => gateway.routing.limits().get(given.destination)?.max_events_per_second;

/** Of the period, whose first days are past. */
async function lines(of = organization_id): Promise<string[]> {
  const period = await readPeriodOf(api.db, of);
  if (!period) throw new Error("The organization has a plan");
  const { rows } = await api.db.query<{ since: string }>("select since::text from billing");
  const charged = await readCharges(api.db, of, { period, from: rows[0]?.since ?? "" });
  return charged
    .filter(({ name }) => name === "Throughput")
    .map(({ explanation }) => explanation.replace(/ of \d+ days$/, ""));
}
/** How many days of the present period are left, with today. */
async function daysLeft(): Promise<{ left: number; of: number }> {
  const period = await readPeriodOf(api.db, organization_id);
  if (!period) throw new Error("The organization has a plan");
  const { startMs, endMs, nowMs } = period;
  const day = 86_400_000;
  return { left: (endMs - startMs) / day - Math.floor((nowMs - startMs) / day), of: (endMs - startMs) / day };
}

test("what was bought counts for deliveries from the answer on, and null gives it back", async () => {
  expect(cap()).toBe(5);
  const shown = await tiers();
  expect(shown.billing_meta).toEqual({ included: 5, tier: null });
  expect(shown.contact_url).toBe("mailto:sales@example.com");
  expect(shown.models.map((one: { events_per_second: number }) => one.events_per_second)).toEqual([
    5, 10, 50, 100,
  ]);
  expect(shown.models[3]).toMatchObject({ price: 16_000, compare_at_price: 18_000 });

  const bought = await buy(50);
  expect([bought.status, bought.body.billing_meta]).toEqual([200, { included: 5, tier: 50 }]);
  expect(cap()).toBe(50);
  expect((await call("GET", "/quotas")).body.max_events_per_second).toBe(50);
  expect(await isBought()).toBe(true);

  expect((await buy(null)).body.billing_meta).toEqual({ included: 5, tier: null });
  expect(cap()).toBe(5);
  expect(await isBought()).toBe(false);
});

test("the price of the rest of the period is said before, to the cent of the invoice", async () => {
  await buy(50);
  await letDaysPass(api.db, 10);
  const { left, of } = await daysLeft();

  const { models, today, period_end } = await tiers();

  const before = Math.round((9000 * (of - left)) / of);
  const changes = Object.fromEntries(
    models.map((one: { events_per_second: number; change: number }) => [one.events_per_second, one.change]),
  );
  expect(changes).toEqual({
    5: before - 9000,
    10: before + Math.round((2000 * left) / of) - 9000,
    50: 0,
    100: before + Math.round((16_000 * left) / of) - 9000,
  });
  expect((Date.parse(period_end) - Date.parse(today)) / 86_400_000).toBe(left);
  const costs = async () => {
    const { body } = await callAs(
      api,
      cookie,
      "GET",
      `/organizations/${publicId("organization", organization_id)}/billing`,
    );
    return body.amount_so_far as number;
  };
  const costsNow = await costs();
  await buy(100);
  expect((await costs()) - costsNow).toBe(changes[100]);
});

test("the last change of a day decides for the day", async () => {
  await buy(10);
  await letDaysPass(api.db, 3);
  await buy(100);
  await buy(50);
  expect(await lines()).toEqual([
    "payments-prod · 10 events per second · 3",
    expect.stringMatching(/^payments-prod · 50 events per second · \d+$/),
  ]);

  await buy(10);
  expect(await lines()).toEqual(["payments-prod · 10 events per second"]);
});

test("a plan without the tier charges nothing and counts nothing, and one that includes as much does the same", async () => {
  await buy(50);
  await letDaysPass(api.db, 2);
  await putOn("free");
  expect(cap()).toBe(1);
  expect(await lines()).toEqual(["payments-prod · 50 events per second · 2"]);
  expect(await tiers()).toMatchObject({ billing_meta: { included: 1, tier: null }, models: [] });
  expect((await buy(50)).body.data).toEqual(["The plan Free sells no throughput beyond what it includes."]);

  await putOn("growth");
  expect(cap()).toBe(50);
  expect(await lines()).toEqual(["payments-prod · 50 events per second · 2"]);
  expect((await tiers()).billing_meta).toEqual({ included: 50, tier: null });

  await putOn("team");
  expect(cap()).toBe(50);
  expect(await lines()).toEqual(["payments-prod · 50 events per second"]);
});

test("an agreed limit that is as high ends the charge, and a lower one brings it back", async () => {
  await buy(50);
  await letDaysPass(api.db, 2);
  await putOn("team", { included_throughput: 60 });
  expect(cap()).toBe(60);
  expect(await lines()).toEqual(["payments-prod · 50 events per second · 2"]);
  expect((await tiers()).models.map((one: { events_per_second: number }) => one.events_per_second)).toEqual([
    60, 100,
  ]);

  await putOn("team", { included_throughput: null });
  expect(cap()).toBeNull();
  expect((await tiers()).models).toEqual([]);
  expect(await lines()).toEqual(["payments-prod · 50 events per second · 2"]);

  await putOn("team");
  expect(await lines()).toEqual(["payments-prod · 50 events per second"]);
});

test("an own limit below what was bought counts, and none above it is taken", async () => {
  await buy(50);
  expect((await call("PUT", "/quotas", { max_events_per_second: 51 })).body.data).toEqual([
    "max_events_per_second must be at most 50, which is the throughput of the project",
  ]);
  await call("PUT", "/quotas", { max_events_per_second: 20 });
  expect(cap()).toBe(20);
  await buy(100);
  expect(cap()).toBe(20);
  await setProjectQuotas(api.db, given.project, { max_events_per_second: null });
  expect(await gateway.caughtUp()).toBe(true);
  expect(cap()).toBe(100);
});

test("a project that moves takes its throughput along, and from that day on the other organization pays", async () => {
  const { body: other } = await callAs(api, cookie, "POST", "/organizations", { name: "Other" });
  const target = internalId("organization", other.organization.id) ?? "";
  await setSubscription(api.db, target, { plan: { id: "team", version: 1 }, agreed_limits: {} });
  await buy(50);
  await letDaysPass(api.db, 4);

  const moved = await call("POST", "/project-transfer", { organization_id: other.organization.id });

  expect(moved.status).toBe(200);
  expect(await lines()).toEqual(["payments-prod · 50 events per second · 4"]);
  expect(await lines(target)).toEqual([
    expect.stringMatching(/^payments-prod · 50 events per second · \d+$/),
  ]);
  expect(await gateway.caughtUp()).toBe(true);
  expect(cap()).toBe(50);
  await api.db.query("update projects set name = 'secret' where id = $1", [given.project]);
  expect(await lines()).toEqual(["payments-prod · 50 events per second · 4"]);
});

test("a deleted project is charged until the day before, also after its last row is gone", async () => {
  await buy(50);
  await letDaysPass(api.db, 6);
  await api.db.query("update projects set name = 'renamed' where id = $1", [given.project]);

  const deleted = await api.call("DELETE", `/projects/${publicId("project", given.project)}`, {
    key: null,
    headers: { cookie, origin: "http://127.0.0.1:4400", "x-project-id": publicId("project", given.project) },
  });

  expect(deleted.status).toBe(200);
  expect(await lines()).toEqual(["renamed · 50 events per second · 6"]);
  await api.db.query("delete from connections where team_id = $1", [given.project]);
  for (const table of ["sources", "destinations", "issue_triggers", "transformations"])
    await api.db.query(`delete from ${table} where team_id = $1`, [given.project]);
  await removeProject(api.db, given.project);
  expect(await lines()).toEqual(["renamed · 50 events per second · 6"]);
});

test("members see what it costs and do not buy; a project's admin needs the organization's right", async () => {
  await api.setRole("member");
  expect([(await call("GET", "/throughput-tiers")).status, (await buy(10)).status]).toEqual([200, 403]);
  await api.setRole("viewer");
  expect((await call("GET", "/throughput-tiers")).status).toBe(403);
  expect((await api.call("PUT", "//dashboard-api/throughput", { body: { throughput: 10 } })).status).toBe(
    403,
  );
});

test("what is no tier is refused with those that are; a legacy tier is one for projects that have it", async () => {
  const problem = "throughput must be one of 10, 50, 100, or null for what the plan includes";
  expect((await buy(11)).body.data).toEqual([problem]);
  expect((await buy(25)).body.data).toEqual([problem]);

  await api.db.query("update projects set bought_throughput = 25 where id = $1", [given.project]);
  expect((await tiers()).models.map((one: { legacy: boolean }) => one.legacy)).toEqual([
    false,
    false,
    true,
    false,
    false,
  ]);
  expect((await buy(25)).status).toBe(200);
});

test("where cards are charged, a tier that costs something needs one, and giving it back does not", async () => {
  await givenBilling(api.db, FILE, "test");
  expect((await tiers()).is_card_missing).toBe(true);
  const refused = await buy(10);
  expect([refused.status, refused.body.data]).toEqual([422, ["Credit card is required"]]);
  expect((await buy(null)).status).toBe(200);

  const customer = { organization_id, provider: "test" } as const;
  await keepCustomer(api.db, customer, "customer");
  await setCard(api.db, customer, {
    id: "card",
    brand: "visa",
    last4: "4242",
    exp_month: 12,
    exp_year: 2099,
  });
  expect((await buy(10)).status).toBe(200);
});

test("without invoices, or without a plan, there is nothing to buy", async () => {
  await buy(50);
  await liftBilling(api.db);
  expect(await tiers()).toMatchObject({ billing_meta: { included: 5, tier: 50 }, models: [] });
  expect((await buy(10)).body.data).toEqual([
    "Throughput cannot be changed here, because this installation makes no invoices. Ask its operator.",
  ]);
  expect(cap()).toBe(50);

  await givenBilling(api.db, FILE);
  await api.db.query("delete from subscriptions");
  expect(await tiers()).toMatchObject({ billing_meta: { included: null, tier: null }, models: [] });
  expect((await buy(10)).body.data).toEqual([
    "No plan limits this project, so there is no throughput to buy.",
  ]);
});
