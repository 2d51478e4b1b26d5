/**
 * How long does it take among a long history from the choice of a filter until its rows are painted?
 *
 * Each choice is a new combination, so no answer is in a cache.
 */
import type { Locator, Page } from "@playwright/test";
import { percentile, type Figure, type Visit } from "./figure.ts";
import { installStopwatch, pace } from "./stopwatch.ts";

const LIMIT_MS = 300;
const STATUSES = ["Failed", "Cancelled", "Paused", "Delayed", "Successful"];
const STATUS_CHOICES = 7;
/** What a page still does is not part of the next choice. */
const SETTLE_MS = 300;
const RANGES = ["Last hour", "Last 3 days", "Last 24 hours"];

/** Which status to tick or untick next, so that each of the 31 choices leads to another combination (a Gray code). */
function statusAt(choice: number): string {
  const number = choice + 1;
  return STATUSES[31 - Math.clz32(number & -number)] ?? "";
}

/** From the click until the address has changed and no rows of the old filter are left. */
function choose(item: Locator): Promise<number> {
  return item.evaluate((element) => {
    const before = window.location.search;
    return window.timeUntil(
      () => element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })),
      () =>
        window.location.search !== before &&
        document.querySelector('main [aria-busy="true"]') === null &&
        document.querySelector("main [data-event-id], main h2") !== null,
    );
  });
}

/** The returned function chooses the next status in the open menu. */
function statusChooser(page: Page): () => Promise<number> {
  let choice = 0;
  return async () => {
    const took = await choose(page.getByRole("menuitemcheckbox", { name: statusAt(choice++) }));
    await page.waitForTimeout(SETTLE_MS);
    return took;
  };
}

async function inStatusMenu<Value>(page: Page, work: () => Promise<Value>): Promise<Value> {
  await page.getByRole("button", { name: /^Status/ }).click();
  const value = await work();
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "hidden" }); // then its button gets the focus back
  return value;
}

async function chooseRange(page: Page, name: string): Promise<number> {
  await page.getByRole("button", { name: /^Date/ }).click();
  const took = await choose(page.getByRole("button", { name, exact: true }));
  await page.waitForTimeout(SETTLE_MS);
  return took;
}

export async function measureFilters(visit: Visit, events: number): Promise<Figure> {
  const context = await visit.browser.newContext({
    storageState: visit.storageState,
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  await page.addInitScript(installStopwatch);
  await page.goto(`${visit.url}/events`);
  await page.locator("[data-event-id]").first().waitFor();
  const chooseStatus = statusChooser(page);
  const statuses = await inStatusMenu(page, () => pace.samples(STATUS_CHOICES, chooseStatus));
  const ranges = await pace.samples(RANGES.length, async (attempt) => {
    // With the same statuses, a range that was chosen before would be in the cache.
    if (attempt > 0 && attempt % RANGES.length === 0) await inStatusMenu(page, chooseStatus);
    return chooseRange(page, RANGES[attempt % RANGES.length] ?? "");
  });
  await context.close();
  return {
    budget: "list",
    what: `filter → rows among ${events.toLocaleString("en")} events, p95`,
    measured: percentile([...statuses, ...ranges], 0.95),
    limit: LIMIT_MS,
    unit: "ms",
  };
}
