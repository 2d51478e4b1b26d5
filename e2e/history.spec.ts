/** Do the lists work in a long history? Filters, pages, bars, words, bulk retries and saved views among many events. */
import type { Page } from "@playwright/test";
import { RARE_WORD } from "../bench/seeded-history.ts";
import { expectAccessible } from "./axe.ts";
import { contextOf } from "./given-colleague.ts";
import { EVENTS, test } from "./history.ts";
import { expect } from "./test.ts";

const PAGE_ROWS = 100;

const rowsOf = (page: Page) => page.locator("[data-event-id]");

/** The history is days long, and a list without dates shows the last day. */
const WHOLE = "date[relative]=1_month";

test("every kind of filter finds its events, and only those", async ({ page, shop: { connections } }) => {
  const { ledger, messages, orders, checks } = connections;
  const cases: readonly [filter: string, chip: RegExp, row: RegExp][] = [
    ["status[0]=FAILED", /^Status Failed/, /Failed/],
    ["status[0]=HOLD", /^Status Paused/, /Paused/],
    ["status[0]=SCHEDULED", /^Status Delayed/, /Delayed/],
    ["status[0]=CANCELLED", /^Status Cancelled/, /Cancelled/],
    [`webhook_id[0]=${ledger.id}`, /^Connection stripe/, /stripe.*ledger/],
    [`source_id[0]=${messages.source.id}`, /^Source twilio/, /twilio.*support-desk/],
    [`destination_id[0]=${orders.destination.id}`, /^Destination orders-api/, /shopify.*orders-api/],
    ["response_status[gte]=500&response_status[lte]=599", /^Response status 5/, /50\d|Cancelled/],
    ["error_code[0]=TIMEOUT", /^Error code TIMEOUT/, /TIMEOUT|Cancelled/],
    ["attempts[gte]=4", /^Attempts/, /4/],
    ["scheduled_attempts=true", /^Scheduled attempts some/, /Delayed/],
    ["date[relative]=last_hour", /^Date Last hour/, /./],
    [`status[0]=FAILED&webhook_id[0]=${checks.id}`, /^Status Failed/, /Failed.*github.*ci-runner/],
    ['headers={"user-agent":"Stripe/1.0"}', /^Headers/, /stripe/],
    ['body={"repository":{"full_name":"acme/api"}}', /^Body/, /github/],
  ];
  for (const [filter, chip, row] of cases) {
    await page.goto(`/events?${filter}${filter.includes("date[") ? "" : `&${WHOLE}`}`);
    const bar = page.getByRole("button", { name: chip });
    await expect(bar, filter).toBeVisible();
    await expect(rowsOf(page).first(), filter).toBeVisible();
    const texts = await rowsOf(page).allTextContents(); // the inner text of a row out of view is empty
    expect(
      texts.filter((text) => !row.test(text)),
      filter,
    ).toEqual([]);
  }
});

test("pages lead to the end of the archive, and each event comes once", async ({ page }) => {
  // Few enough that a person could turn all pages.
  const status = EVENTS > 200_000 ? "CANCELLED" : "FAILED";
  await page.goto(`/events?status[0]=${status}&${WHOLE}`);
  const end = page.getByText("You've reached the end of your 30 days archival window.");
  const next = page.getByRole("button", { name: "Next" });
  const seen = new Set<string>();
  let first = "";
  for (let pages = 1; ; pages += 1) {
    await expect(rowsOf(page).first()).not.toHaveAttribute("data-event-id", first);
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    await expect(page.getByText(/^Looking back to/)).toHaveCount(0);
    const ids = await rowsOf(page).evaluateAll((rows) =>
      rows.map((row) => row.getAttribute("data-event-id") ?? ""),
    );
    expect(ids.filter((id) => seen.has(id))).toEqual([]);
    for (const id of ids) seen.add(id);
    first = ids[0] ?? "";
    if (await end.isVisible()) break;
    expect(pages, "there is an end").toBeLessThan(100);
    await next.click();
  }
  expect(seen.size).toBeGreaterThan(EVENTS / 2000);
  await expectAccessible(page, "the last page of /events");
});

test("a range cut out of the bars is the date filter", async ({ page }) => {
  await page.goto("/events?date[relative]=3_days");
  const bars = page.getByRole("slider", { name: /^Events, Last 3 days/ });
  const box = await bars.boundingBox();
  if (!box) throw new Error("the bars have a box");
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.69, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.75, y, { steps: 5 });
  await page.mouse.up();
  await expect(page).toHaveURL(/date\[min\]=.*date\[max\]=/);
  await expect(rowsOf(page)).toHaveCount(PAGE_ROWS);
  await page.getByRole("button", { name: "Status any" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Failed" }).click();
  await page.keyboard.press("Escape");
  await expect(rowsOf(page).filter({ hasText: "ledger" }).first()).toContainText("503");
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/relative/);
});

test("a rare word is found, and a word that is nowhere is ruled out", async ({ page }) => {
  const box = page.getByRole("searchbox", { name: "Search events" });
  await page.goto(`/events?${WHOLE}`);
  await box.fill(RARE_WORD);
  await expect(rowsOf(page)).toHaveCount(2);
  await box.fill("Mirabellenknoedel");
  await expect(page.getByRole("heading", { name: "No matching events found", exact: true })).toBeVisible();
  await page.goto(`/requests?search_term=${RARE_WORD}&ingested_at[relative]=1_month`);
  const requests = page.getByRole("region", { name: "Requests", exact: true }).getByRole("row");
  await expect(requests).toHaveCount(2);
});

test("all failures of a destination are retried, progress is shown, and the rest is aborted", async ({
  page,
  product,
  shop: { connections },
}) => {
  const { destination } = connections.ledger;
  const slowly = { config: { ...destination.config, rate_limit: 5, rate_limit_period: "second" } };
  await product.api("PUT", `/destinations/${destination.id}`, slowly);
  await page.goto(`/events?status[0]=FAILED&destination_id[0]=${destination.id}&date[relative]=3_days`);
  await expect(rowsOf(page)).toHaveCount(PAGE_ROWS);
  await page.getByRole("button", { name: /^Bulk retry$|^Retry [\d,]+$/ }).click();
  const question = page.getByRole("dialog", { name: "Bulk retry" });
  await expect(question).toContainText(/An estimated [\d,]+ events will be retried\./);
  await question.getByRole("button", { name: /^Retry [\d,]+$/ }).click();

  const panel = page.getByRole("complementary", { name: "Bulk operations" });
  const progress = panel.getByRole("progressbar", { name: "Bulk retry #1" });
  await expect(progress).toBeVisible();
  await expect(panel).toContainText(/[1-9]\d* of [\d,]+ events/);
  await expectAccessible(page, "/events with a bulk retry");
  await panel.getByRole("button", { name: "Abort bulk retry #1" }).click();
  await expect(page.getByText("Aborted bulk retry #1")).toBeVisible();
  const ended = panel.getByRole("row", { name: /Bulk retry #1 / });
  await expect(ended).toContainText("Aborted");
  await panel.getByRole("button", { name: "Details of bulk retry #1" }).click();
  await expect(panel.getByText(/events were not retried\./)).toBeVisible();
  await panel.getByRole("link", { name: "View events" }).click();
  await expect(page).toHaveURL(/bulk_retry_id/);
  // How many were delivered before the abort is chance, and the oldest go first: they may be on a later page.
  await expect(rowsOf(page).first()).toBeVisible();
});

test("views are saved, changed, renamed and deleted, and another browser sees them", async ({
  page,
  browser,
  session,
  product,
}) => {
  const nav = page.getByRole("navigation", { name: "Views" });
  const dialog = page.getByRole("dialog");
  await page.goto("/events?status[0]=FAILED");
  await page.getByRole("button", { name: "Save as new" }).click();
  await dialog.getByRole("textbox", { name: "Name" }).fill("Night watch");
  await expectAccessible(page, "/events, naming a view", { behind: "popup" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(nav.getByRole("link", { name: /^Night watch/ })).toHaveAttribute("aria-current", "page");
  await expect(nav.getByRole("link", { name: /^Night watch \d/ })).toBeVisible();

  await page.getByRole("button", { name: /^Status Failed/ }).click();
  await page.getByRole("menuitemcheckbox", { name: "Cancelled" }).click();
  await page.keyboard.press("Escape");
  await expect(nav.getByRole("img", { name: "Filters changed" })).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(nav.getByRole("img", { name: "Filters changed" })).toBeHidden();
  await page.getByRole("button", { name: "View options" }).click();
  await page.getByRole("menuitem", { name: "Rename…" }).click();
  await dialog.getByRole("textbox", { name: "Name" }).fill("Morning watch");
  await dialog.getByRole("button", { name: "Rename" }).click();
  await expect(nav.getByRole("link", { name: /^Morning watch/ })).toBeVisible();

  const elsewhere = await contextOf(browser, product, { ...session, origins: product.remembered });
  const other = await elsewhere.newPage();
  await other.goto(`${product.url}/events`);
  await other.getByRole("link", { name: /^Morning watch/ }).click();
  await expect(other).toHaveURL(/status\[0\]=FAILED&status\[1\]=CANCELLED/);
  await elsewhere.close();

  await page.getByRole("button", { name: "View options" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await page.getByRole("dialog", { name: "Delete view" }).getByRole("button", { name: "Delete" }).click();
  await expect(nav.getByRole("link", { name: /watch/ })).toHaveCount(0);
});

test("requests are narrowed by what became of them", async ({ page, shop: { connections } }) => {
  const list = page.getByRole("region", { name: "Requests", exact: true });
  for (const [filter, row] of [
    ["status=rejected", /Rejected/],
    ["rejection_cause[0]=VERIFICATION_FAILED", /Authentication Failed/],
    ["rejection_cause[0]=UNPARSABLE_JSON", /Unparsable JSON/],
    [`source_id[0]=${connections.messages.source.id}`, /twilio/],
    ["events_count[gte]=2", /shopify/],
    ["ignored_count[gte]=1", /shopify|github/],
  ] as const) {
    await page.goto(`/requests?${filter}&ingested_at[relative]=1_month`);
    await expect(list.getByRole("row").nth(1), filter).toBeVisible();
    const texts = (await list.getByRole("row").allTextContents()).slice(1);
    expect(
      texts.filter((text) => !row.test(text)),
      filter,
    ).toEqual([]);
  }
  await page.goto("/requests?ingested_at[relative]=1_month");
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page).toHaveURL(/next=/);
  await expect(list.getByRole("row").nth(1)).toBeVisible();
});
