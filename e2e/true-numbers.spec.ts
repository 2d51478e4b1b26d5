/**
 * Are the numbers of the lists, of the metrics pages, of the quotas and of a connection's page those of the database?
 *
 * Mixed traffic: delivered, answered with 503, refused, one event delivered by its second attempt, retries that are
 * planned, ignored and rejected requests. The rows are counted here with SQL of this file only.
 */
import type { Page } from "@playwright/test";
import type { Connection } from "@posthorn/contract/connections";
import { internalId } from "@posthorn/contract/ids";
import { Client } from "pg";
import { startFarEnd } from "./far-end.ts";
import { aName, givenConnection, send, settledEvents } from "./given.ts";
import type { OwnProject } from "./own-project.ts";
import { expect, test } from "./test.ts";

interface Counted {
  requests: number;
  rejected: number;
  discarded: number;
  events: number;
  failed: number;
  planned: number;
  successful: number;
  attempts: number;
  failedAttempts: number;
  with503: number;
  refused: number;
}

async function rowIn<Row extends object>(
  databaseUrl: string,
  statement: string,
  values: readonly unknown[],
): Promise<Row> {
  const db = new Client({ connectionString: databaseUrl });
  await db.connect();
  try {
    const { rows } = await db.query<Row>(statement, [...values]);
    const [row] = rows;
    if (!row) throw new Error("nothing was counted");
    return row;
  } finally {
    await db.end();
  }
}

function countRows({ databaseUrl, id }: OwnProject): Promise<Counted> {
  return rowIn<Counted>(
    databaseUrl,
    `with
       r as (select id, rejection_cause from requests where team_id = $1),
       e as (select * from events where team_id = $1),
       i as (select distinct request_id from ignored_events where team_id = $1),
       a as (select * from attempts where team_id = $1)
     select
       (select count(*)::int from r) as requests,
       (select count(*)::int from r where rejection_cause is not null) as rejected,
       (select count(*)::int from i where not exists (select from e where e.event_data_id = i.request_id)) as discarded,
       (select count(*)::int from e) as events,
       (select count(*)::int from e where status = 'FAILED') as failed,
       (select count(*)::int from e where status = 'FAILED' and next_attempt_at is not null) as planned,
       (select count(*)::int from e where status = 'SUCCESSFUL') as successful,
       (select count(*)::int from a) as attempts,
       (select count(*)::int from a where status = 'FAILED') as "failedAttempts",
       (select count(*)::int from a where response_status = 503) as with503,
       (select count(*)::int from a where error_code = 'CONNECTION_REFUSED') as refused`,
    [internalId("project", id)],
  );
}

interface AttemptsOf {
  p50: number;
  p95: number;
  /** The share of failures in the worst quarter of an hour, and when that begins. */
  peak: number;
  peakMs: number;
}

function attemptsOf({ databaseUrl }: OwnProject, { id }: Connection): Promise<AttemptsOf> {
  return rowIn<AttemptsOf>(
    databaseUrl,
    `with
       a as (
         select created_at, status, extract(epoch from responded_at - delivered_at)::float8 * 1000 as ms
         from attempts where webhook_id = $1),
       steps as (
         select date_bin('15 minutes', created_at, 'epoch') as step,
           count(*) filter (where status = 'FAILED') / count(*)::float8 as failed
         from a group by step)
     select failed as peak, extract(epoch from step)::float8 * 1000 as "peakMs",
       (select percentile_disc(0.5) within group (order by ms) from a) as p50,
       (select percentile_disc(0.95) within group (order by ms) from a) as p95
     from steps order by failed desc, step limit 1`,
    [internalId("connection", id)],
  );
}

/** Three digits, as people read it. */
const percent = (part: number, whole: number) =>
  `${new Intl.NumberFormat("en-US", { maximumSignificantDigits: 3 }).format((100 * part) / whole)} %`;

const panel = (page: Page, name: string) => page.getByRole("figure", { name, exact: true });

async function expectHeadline(page: Page, name: string, text: string): Promise<void> {
  await expect(panel(page, name).getByRole("img")).toHaveAccessibleName(new RegExp(`^${name}: ${text}`));
}

const VALUE = "([\\d.,]+ (?:/ min|m?s))";

/** The rates and times (in milliseconds) in the name of a chart. */
async function valuesIn(page: Page, name: string, text: string): Promise<number[]> {
  const chart = panel(page, name).getByRole("img");
  const pattern = new RegExp(`^${name}: ${text}$`);
  await expect(chart).toHaveAccessibleName(pattern);
  const [, ...values] = pattern.exec((await chart.getAttribute("aria-label")) ?? "") ?? [];
  return values.map((value) => Number.parseFloat(value.replace(",", "")) * (value.endsWith(" s") ? 1000 : 1));
}

async function expectRow(page: Page, table: string, row: string, cells: string[]): Promise<void> {
  const found = panel(page, table).getByRole("row").filter({ hasText: row });
  await expect(found.getByRole("cell")).toHaveText(cells);
}

/** The number above a list, and the sum of each colour of its bars. */
async function expectList(page: Page, total: string, sums: readonly RegExp[]): Promise<void> {
  await expect(page.getByText(total, { exact: true })).toBeVisible();
  const legend = page.getByRole("list", { name: /Last 24 hours: sums$/ });
  await expect(legend.getByRole("listitem")).toHaveText([...sums]);
}

/** Retries come after an hour, so that none of them is made meanwhile. */
const RETRY_RULE = { type: "retry", strategy: "linear", interval: 3_600_000, count: 3 };

test("every number of mixed traffic is the one of the database", async ({ page, product, farEnd }) => {
  const closed = await startFarEnd();
  await closed.refuse();
  const orders = await product.api<Connection>("POST", "/connections", {
    source: { name: aName("shop") },
    destination: { name: aName("orders-api"), config: { url: farEnd.url } },
    rules: [RETRY_RULE],
  });
  const refused = await givenConnection(product, closed);
  const filtered = await product.api<Connection>("POST", "/connections", {
    source: { name: aName("noise") },
    destination: { name: aName("nowhere"), config: { url: farEnd.url } },
    rules: [{ type: "filter", body: { type: "wanted" } }],
  });
  const rejecting = await givenConnection(product, farEnd);
  await product.api("PUT", `/sources/${rejecting.source.id}/disable`);

  for (let number = 0; number < 7; number += 1) await send(orders, { number });
  await settledEvents(product, orders, 7);
  farEnd.answerWith({ status: 503 });
  for (let number = 0; number < 4; number += 1) await send(orders, { number });
  const [newest] = await settledEvents(product, orders, 11);
  for (let number = 0; number < 3; number += 1) await send(refused, { number });
  await settledEvents(product, refused, 3);
  for (let number = 0; number < 2; number += 1) await send(filtered, { type: "noise" });
  await fetch(rejecting.source.url, { method: "POST", body: "{}" });
  farEnd.answerWith({ status: 200 });
  await product.api("POST", `/events/${newest?.id}/retry`);
  await expect.poll(() => countRows(product)).toMatchObject({ attempts: 15, discarded: 2, rejected: 1 });
  const counted = await countRows(product);
  // Numbers that differ wherever two definitions could be mixed up.
  expect(counted).toEqual({
    requests: 17,
    rejected: 1,
    discarded: 2,
    events: 14,
    failed: 6,
    planned: 3,
    successful: 8,
    attempts: 15,
    failedAttempts: 7,
    with503: 4,
    refused: 3,
  });
  await closed.stop();

  await page.goto("/metrics/sources");
  await expectHeadline(page, "Requests", "17 in total,");
  await expectHeadline(page, "Rejected requests", "1 in total,");
  await expectHeadline(page, "Rejection rate", `${percent(1, 17)} overall,`);
  await expectHeadline(page, "Discarded requests", "2 in total,");
  await expectRow(page, "Rejected requests by cause", "Source Disabled", ["1"]);

  await page.goto("/metrics/connections");
  await expectHeadline(page, "Events", "14 in total,");
  await expectHeadline(page, "Failed events", "6 in total,");
  await expectHeadline(page, "Failed share", `${percent(6, 14)} overall,`);
  await expectHeadline(page, "Error rate", `${percent(7, 15)} overall,`);
  await expectHeadline(page, "Scheduled retries", "3 in total,");
  await expectRow(page, "Failed events by error", "HTTP 503", ["3"]);
  await expectRow(page, "Failed events by error", "CONNECTION_REFUSED", ["3"]);

  await page.goto("/metrics/connections?expanded=events_rate&date[relative]=last_hour");
  const [received = 0, delivered = 0] = await valuesIn(
    page,
    "Event rate",
    `${VALUE} received, delivered ${VALUE}`,
  );
  // The hour begins with a whole minute.
  expect(received).toBeGreaterThan(14 / 61 - 0.001);
  expect(received).toBeLessThan(14 / 60 + 0.001);
  expect(delivered / received).toBeCloseTo(8 / 14, 1);

  await page.goto("/metrics/destinations");
  await expectHeadline(page, "New pending events", "14 in total,");
  await expectHeadline(page, "Delivered attempts", "8 in total,");
  await expectHeadline(page, "Error rate", `${percent(7, 15)} overall,`);
  await expectRow(page, "Failed attempts by error", "HTTP 503", ["4"]);
  await expectRow(page, "Failed attempts by error", "CONNECTION_REFUSED", ["3"]);
  await expectRow(page, "Attempts by destination", refused.destination.name, ["3", "100 %", "–"]);

  await page.goto("/settings/project/quotas");
  await expectHeadline(page, "Requests", "17 in total,");
  await expectHeadline(page, "Events", "14 in total,");

  await page.goto(`/connections/${orders.id}`);
  const { p50, p95, peak, peakMs } = await attemptsOf(product, orders);
  const peakTime = await page.evaluate(
    (ms) => new Date(ms).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" }),
    peakMs,
  );
  await expectHeadline(
    page,
    "Error rate",
    `${percent(4, 12)} overall, peak ${percent(peak, 1)} at ${peakTime}$`,
  );
  const shown = await valuesIn(page, "Response time", `${VALUE} p50, p95 ${VALUE}`);
  for (const [at, exact] of [p50, p95].entries())
    expect(Math.abs((shown[at] ?? Number.NaN) - exact)).toBeLessThan(1.5 + exact * 0.03);
  const bars = page.getByRole("figure", { name: /^Events, Last 24 hours/ });
  await expect(bars).toContainText(/Successful\s*8/);
  await expect(bars).toContainText(/Failed\s*3/);
  await expect(page.getByRole("region", { name: "Properties" })).toContainText("Events (24h)11");

  await page.goto("/events");
  await expectList(page, "14 events", [/Successful\s*8/, /Failed\s*6/]);
  await page.goto("/events?status=failed");
  await expectList(page, "6 events", [/Failed\s*6/]);
  await expect(page.getByRole("button", { name: "Retry 6", exact: true })).toBeEnabled();

  await page.goto("/requests");
  await expectList(page, "17 requests", [/Accepted\s*16/, /Source Disabled\s*1/]);

  const { event_data_id, webhook_id } = newest ?? {};
  for (const label of ["first", "second"])
    await product.api("POST", "/bookmarks", { event_data_id, webhook_id, label });
  await page.goto("/bookmarks");
  await expect(page.getByText("2 bookmarks", { exact: true })).toBeVisible();

  await page.goto("/connections");
  await expect(page.getByText("4 connections", { exact: true })).toBeVisible();
  for (const [{ destination }, events] of [
    [orders, "11"],
    [refused, "3"],
    [filtered, "0"],
  ] as const) {
    const row = page.getByRole("row").filter({ hasText: destination.name });
    await expect(row.getByText(events, { exact: true })).toBeVisible();
  }
});
