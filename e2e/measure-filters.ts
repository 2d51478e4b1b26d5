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

async function chooseStatuses(page: Page): Promise<number[]> {
  await page.getByRole("button", { name: /^Status/ }).click();
  const times = await pace.samples(STATUS_CHOICES, async (choice) => {
    const took = await choose(page.getByRole("menuitemcheckbox", { name: statusAt(choice) }));
    await page.waitForTimeout(300);
    return took;
  });
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
