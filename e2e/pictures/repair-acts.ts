/**
 * Of which states of events, requests, bookmarks, bulk operations and saved views are pictures taken that no address leads
 * to?
 */
import type { BulkOperation } from "@posthorn/contract/bulk";
import type { Page } from "@playwright/test";
import { press, state } from "./acts.ts";
import type { Screen } from "./screens.ts";
import type { Seeded } from "./seed.ts";

async function addFilter(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("menuitem", { name, exact: true }).click();
}

const bookmark = ({ bookmark: id }: Seeded) => `/bookmarks?selected_id=${id}`;
const view = ({ view: id }: Seeded) => `/events?status[0]=FAILED&view_id=${id}`;
const MINUTE_MS = 60_000;

/** Real ones end before a picture is taken. */
function ongoing(number: number, change: Partial<BulkOperation>): BulkOperation {
  const begun = new Date(Date.now() - MINUTE_MS / 2).toISOString();
  return {
    id: `bch_${number}`,
    team_id: "tm_1",
    type: "events.retry",
    query: { status: ["FAILED"], created_at: { gte: new Date(Date.now() - 600 * MINUTE_MS).toISOString() } },
    created_at: begun,
    updated_at: begun,
    cancelled_at: null,
    completed_at: null,
    estimated_batch: 22,
    estimated_count: 2_130,
    processed_batch: 14,
    completed_count: 1_342,
    failed_count: 0,
    in_progress: true,
    progress: 0.636,
    number,
    started_by: { kind: "person", name: "Ada" },
    outcome: null,
    is_settling: false,
    in_flight_count: 0,
    ...change,
  };
}

async function bulkOngoing(page: Page): Promise<void> {
  const models = [
    ongoing(41, {}),
    ongoing(40, {
      type: "events.cancel",
      query: { status: ["HOLD"] },
      estimated_count: 96,
      completed_count: 12,
      progress: 0.125,
    }),
  ];
  const json = { models, count: 2, pagination: {}, totals: { ongoing: 2, ended: 12 } };
  await page.route(/bulk-operations\?.*in_progress=true/, (route) => route.fulfill({ json }));
  await page.getByText(/2,130/).first().waitFor();
}

async function compareAttempts(page: Page): Promise<void> {
  await press("Compare with")(page);
  await page.getByRole("menuitem").first().click();
  await page.getByRole("dialog", { name: "Compare attempts" }).getByText("LEDGER_LOCKED").waitFor();
}

export const REPAIR_ACTS: readonly Screen[] = [
  state("events-attempts", "/events?status[0]=FAILED", async (page) => {
    await press("Show attempts")(page);
    await page.getByRole("table", { name: "Delivery attempts" }).waitFor();
  }),
  state("events-filter-range", "/events", async (page) => {
    await addFilter(page, "Response status");
    await page.getByRole("textbox", { name: "Minimum" }).fill("9");
    await press("Apply")(page);
  }),
  state("events-filter-body", "/events?source_id[0]=src_0000000000000000000000001", async (page) => {
    await addFilter(page, "Body");
    await page.getByRole("textbox", { name: "Body" }).fill("{");
    await press("Apply")(page);
  }),
  state("events-recent-filters", "/events", async (page) => {
    await addFilter(page, "Attempts");
    await page.getByRole("textbox", { name: "Minimum" }).fill("1");
    await press("Apply")(page);
    await press("Clear attempts filter")(page);
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByText("Recent filters").waitFor();
  }),
  state(
    "compare-attempts",
    ({ failed, attempt }) => `/events/${failed}/attempts?selected_attempt_id=${attempt}`,
    compareAttempts,
  ),
  state(
    "bookmark-create",
    ({ warehouse }) => `/events?webhook_id=${warehouse}`,
    async (page) => {
      await page.locator("[data-event-id]").first().click();
      await page.getByRole("button", { name: "Bookmark", exact: true }).click();
      await page.getByRole("dialog").waitFor();
    },
  ),
  state("bookmark-edit", bookmark, async (page) => {
    await press("Edit")(page);
    await page.getByRole("textbox", { name: "Label" }).waitFor();
  }),
  state("bookmark-delete", bookmark, press("Delete")),
  state("bulk-ongoing", "/events?bulk=ongoing", bulkOngoing),
  state("bulk-history-details", "/events?bulk=history", press(/^Details of/)),
  state("bulk-retry", "/events?status[0]=FAILED", async (page) => {
    await press(/^Retry \d/)(page);
    await page.getByText(/An estimated/).waitFor();
  }),
  state("bulk-cancel", "/events?status[0]=FAILED", async (page) => {
    await press(/^Cancel \d/)(page);
    await page.getByText(/An estimated/).waitFor();
  }),
  state("view-save", "/events?status[0]=HOLD", async (page) => {
    await press("Save as new")(page);
    await page.getByRole("textbox", { name: "Name" }).waitFor();
  }),
  state("view-menu", view, async (page) => {
    await press("View options")(page);
    await page.getByRole("menu").waitFor();
  }),
  state("view-rename", view, async (page) => {
    await press("View options")(page);
    await page.getByRole("menuitem", { name: "Rename…" }).click();
    await page.getByRole("textbox", { name: "Name" }).waitFor();
  }),
  state("view-delete", view, async (page) => {
    await press("View options")(page);
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("dialog").waitFor();
  }),
  state(
    "request-retry-chosen",
    ({ rejected }) => `/requests/${rejected.authentication}`,
    async (page) => {
      await press("Retry chosen connections")(page);
      await page.getByRole("checkbox").first().waitFor();
    },
  ),
];
