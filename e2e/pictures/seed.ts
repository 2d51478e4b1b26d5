/**
 * What is in the project of which pictures are taken?
 *
 * A small shop's gateway, made through the API like anybody's: several sources, rules of every kind, a paused and a
 * disabled connection, deliveries that succeed and fail, a rejected request, a transformation that throws, and things that
 * were deleted. seed-repair.ts has what else went wrong, and what was kept.
 */
import type { IssueType } from "@posthorn/contract/causes";
import { startCliLogin } from "@posthorn/contract/cli-auth";
import type { Connection } from "@posthorn/contract/connections";
import type { ReplyOf } from "@posthorn/contract/endpoint";
import type { Event } from "@posthorn/contract/events";
import type { Source } from "@posthorn/contract/sources";
import type { Transformation } from "@posthorn/contract/transformations";
import type { FarEnd } from "../far-end.ts";
import { send, settledEvents } from "../given.ts";
import { givenBackpressure, givenRejections, issueOf } from "../given-issues.ts";
import type { OwnProject } from "../own-project.ts";
import { until } from "../until.ts";
import { seedRepair, type SeededRepair } from "./seed-repair.ts";

/** Ids that addresses need. */
export interface Seeded extends SeededRepair {
  connection: string;
  source: string;
  destination: string;
  transformation: string;
  event: string;
  failed: string;
  /** Further connections: to a transformation, with a filter on two parts, with deduplicate and delay, to a CLI. */
  warehouse: string;
  pushes: string;
  orders: string;
  cli: string;
  /** A source that a service has asked for, and the link by which a CLI asks for a key. */
  managed: string;
  cliLogin: string;
  deleted: { connection: string; source: string; destination: string };
  /** One of each type, and the trigger that has opened the first. */
  issues: Record<IssueType, string>;
  trigger: string;
}

const RETRY = { type: "retry", strategy: "exponential", interval: 3_600_000, count: 5 };
const SLIM_ORDER = `addHandler("transform", (request, context) => {
  const { id, total_price, customer } = request.body;
  if (!customer) throw new Error("This order has no customer");
  request.body = { id, total: Number(total_price), email: customer.email };
  console.log("order", id, "of", context.connection.name);
  return request;
});
`;
const ADD_REGION = `addHandler("transform", (request) => {
  request.headers["x-region"] = process.env.REGION;
  return request;
});
`;

const http = (name: string, url: string, config: object = {}) => ({ name, config: { url, ...config } });

export async function seed(project: OwnProject, ok: FarEnd, broken: FarEnd): Promise<Seeded> {
  broken.answerWith({ status: 503, body: '{"error":"Down for maintenance until 14:00"}' });
  const transformation = (name: string, code: string, env = {}) =>
    project.api<Transformation>("POST", "/transformations", { name, code, env });
  const slimOrder = await transformation("slim-order", SLIM_ORDER);
  await transformation("add-region", ADD_REGION, { REGION: "eu-west-1" });

  const connect = (source: object, destination: object, rules: object[] = [], more: object = {}) =>
    project.api<Connection>("POST", "/connections", { source, destination, rules, ...more });
  const stripe = { name: "stripe-production", type: "STRIPE" };
  const shopify = { name: "shopify-store", type: "SHOPIFY", description: "Orders and customers of the shop" };
  const github = { name: "github-organization", type: "GITHUB" };
  const events = { name: "internal-events", type: "WEBHOOK" };

  const invoices = await connect(
    stripe,
    http("billing-api", `${ok.url}/billing`),
    [{ type: "filter", body: { type: { $startsWith: "invoice." } } }, RETRY],
    { name: "invoices", description: "Only what changes an invoice" },
  );
  const also = (ends: object, rules: object[] = [], more: object = {}) =>
    project.api<Connection>("POST", "/connections", { ...ends, rules, ...more });
  const ledger = await also(
    {
      source_id: invoices.source.id,
      destination: http("ledger", `${broken.url}/ledger`),
    },
    [RETRY],
    { name: "ledger-sync" },
  );
  const orders = await connect(
    shopify,
    http("orders-service", `${ok.url}/orders`),
    [
      { type: "deduplicate", window: 60_000, include_fields: ["body.id"] },
      { type: "delay", delay: 1_000 },
    ],
    { name: "orders" },
  );
  const warehouse = await also(
    {
      source_id: orders.source.id,
      destination: http("warehouse-sync", `${ok.url}/warehouse`, {
        rate_limit: 50,
        rate_limit_period: "second",
      }),
    },
    [
      { type: "transform", transformation_id: slimOrder.id },
      { ...RETRY, strategy: "linear" },
    ],
    { name: "stock-levels" },
  );
  const pushes = await connect(
    github,
    http("deploy-bot", `${ok.url}/deploy`),
    [{ type: "filter", headers: { "x-github-event": "push" }, body: { ref: "refs/heads/main" } }],
    { name: "deploys" },
  );
  const cli = await also({
    source_id: pushes.source.id,
    destination: { name: "laptop-of-ada", type: "CLI", config: { path: "/webhooks" } },
  });
  const analytics = await connect(events, http("analytics", `${ok.url}/analytics`));
  const erp = await also(
    { source_id: orders.source.id, destination: http("legacy-erp", `${ok.url}/erp`) },
    [],
    { name: "erp-export" },
  );
  const crm = await also({
    source_id: analytics.source.id,
    destination_id: invoices.destination.id,
  });
  // Nobody has put its records into DNS, so it stays pending.
  await project.api("POST", "/teams/current/custom_domains", {
    hostname: `hooks-${Date.now()}.acme.example`,
  });
  await project.dashboardApi("POST", "/erasures", { identifier: "nobody@acme.example" });
  await project.api("PUT", `/connections/${erp.id}/pause`);
  await project.api("PUT", `/connections/${crm.id}/disable`);
  const retired = await connect({ name: "old-shop" }, http("old-warehouse", `${ok.url}/old`));
  await project.api("DELETE", `/sources/${retired.source.id}`);
  await project.api("DELETE", `/destinations/${retired.destination.id}`);

  await project.dashboardApi("POST", "/api-keys", { name: "terraform", role: "admin", rate_limit: 600 });
  await project.dashboardApi("POST", "/api-keys", { name: "nightly-export", role: "viewer" });
  await project.dashboardApi("GET", "/secrets"); // makes the API key that the roll replaces
  await project.dashboardApi("POST", "/secrets/api-key/roll", { delay_sec: 3_600 });
  await project.dashboardApi("POST", "/secrets/signing-secret/roll", { delay_sec: 86_400 });

  const managed = await project.api<Source>("POST", "/sources", { name: "acme-pay", type: "MANAGED" });
  const login = await project.api<ReplyOf<typeof startCliLogin>>("POST", startCliLogin.path, {
    device_name: "laptop-of-ada",
  });

  for (let number = 1; number <= 8; number += 1) {
    await send(invoices, invoice(number));
    await send(orders, order(number));
    await send(analytics, {
      event: "page.viewed",
      path: `/products/${number}`,
      visitor: `v_${7_000 + number}`,
    });
  }
  for (const ref of ["refs/heads/main", "refs/heads/next", "refs/heads/main"]) {
    await fetch(pushes.source.url, {
      method: "POST",
      headers: { "content-type": "application/json", "x-github-event": "push" },
      body: JSON.stringify({ ref, repository: { full_name: "engines/posthorn" }, pusher: { name: "ada" } }),
    });
  }
  await send(invoices, { type: "charge.refunded", data: { object: { id: "ch_1", amount: 1_900 } } });
  await send(orders, { id: 4_711, total_price: "12.00" });
  await fetch(analytics.source.url, { method: "GET" });

  const [event] = await settledEvents(project, invoices, 8);
  const [failed] = await failedOf(project, ledger);
  await settledEvents(project, warehouse, 8);
  if (!event || !failed) throw new Error("no events came");
  const issues = await seedIssues(project, ok);
  return {
    ...(await seedRepair(project, { ok, broken, event, failed, invoices, ledger, analytics, orders })),
    connection: invoices.id,
    source: invoices.source.id,
    destination: warehouse.destination.id,
    transformation: slimOrder.id,
    event: event.id,
    failed: failed.id,
    warehouse: warehouse.id,
    pushes: pushes.id,
    orders: orders.id,
    cli: cli.id,
    managed: managed.id,
    cliLogin: new URL(login.browser_url).pathname,
    deleted: {
      connection: retired.id,
      source: retired.source.id,
      destination: retired.destination.id,
    },
    ...issues,
  };
}

/** Deliveries and a transformation have failed already. */
async function seedIssues(project: OwnProject, ok: FarEnd): Promise<Pick<Seeded, "issues" | "trigger">> {
  await givenBackpressure(project, ok, { source: "stock-alerts", destination: "mail-service" });
  await givenRejections(project, "billing-webhooks");
  const delivery = await issueOf(project, "delivery");
  return {
    issues: {
      delivery: delivery.id,
      transformation: (await issueOf(project, "transformation")).id,
      backpressure: (await issueOf(project, "backpressure")).id,
      request: (await issueOf(project, "request")).id,
    },
    trigger: delivery.issue_trigger_id ?? "",
  };
}

/** Events that wait for their next attempt never settle. */
async function failedOf(project: OwnProject, { id }: Connection): Promise<Event[]> {
  const { models } = await until(
    "a first attempt at every event of the ledger",
    () => project.api<{ models: Event[] }>("GET", `/events?webhook_id=${id}&limit=20`),
    ({ models: events }) => events.length > 0 && events.every(({ attempts }) => attempts > 0),
  );
  return models;
}

function invoice(number: number): object {
  return {
    id: `evt_1Q${number}kX2eZvKYlo2C`,
    object: "event",
    api_version: "2025-06-30",
    created: 1_763_200_000 + number * 60,
    livemode: true,
    type: number % 3 === 0 ? "invoice.payment_failed" : "invoice.paid",
    data: {
      object: {
        id: `in_1Q${number}kX2`,
        object: "invoice",
        amount_due: 4_900 * number,
        currency: "eur",
        customer: `cus_N${number}ffrFeUfNV2Hib`,
        customer_email: "ada@analytical-engines.example",
        lines: { data: [{ description: "Gateway, team plan", quantity: number, amount: 4_900 }] },
      },
    },
  };
}

function order(number: number): object {
  return {
    id: 5_000 + number,
    name: `#${1_000 + number}`,
    total_price: (19.9 * number).toFixed(2),
    currency: "EUR",
    customer: { id: 300 + number, email: `customer-${number}@example.com`, first_name: "Grace" },
    line_items: [{ sku: "ENGINE-42", quantity: number, price: "19.90" }],
  };
}
