/**
 * How long does it take among a long history from the choice of a filter until its rows are painted?
 *
 * Each choice is a new combination, so no answer is in a cache.
 */
import type { Locator, Page } from "@playwright/test";
import { percentile, type Figure, type Visit } from "./figure.ts";
import { installStopwatch } from "./stopwatch.ts";

const LIMIT_MS = 300;
const STATUSES = ["Failed", "Cancelled", "Paused", "Delayed", "Failed", "Successful", "Cancelled"];
const RANGES = ["Last hour", "Last 3 days", "Last 24 hours"];

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

async function chooseStatuses(page: Page): Promise<number[]> {
  await page.getByRole("button", { name: /^Status/ }).click();
  const times: number[] = [];
  for (const name of STATUSES) {
    times.push(await choose(page.getByRole("menuitemcheckbox", { name })));
    await page.waitForTimeout(300);
  }
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "hidden" }); // then its button gets the focus back
  return times;
}

async function chooseRanges(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (const name of RANGES) {
    await page.getByRole("button", { name: /^Date/ }).click();
    times.push(await choose(page.getByRole("button", { name, exact: true })));
    await page.waitForTimeout(300);
  }
  return times;
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
  const times = [...(await chooseStatuses(page)), ...(await chooseRanges(page))];
  await context.close();
  return {
    budget: "list",
    what: `filter → rows among ${events.toLocaleString("en")} events, p95`,
    measured: percentile(times, 0.95),
    limit: LIMIT_MS,
    unit: "ms",
  };
}
