/**
 * How long does it take from a click in the rail until the page shows its content (A9)? And how long does the Structured
 * view of 200 connections take (its own bar)?
 *
 * The browser has the code of all pages already, as on every day but the first. A first round in a new tab also fetches
 * the data; a second round finds it in the cache.
 */
import type { BrowserContext, Page } from "@playwright/test";
import { percentile, type Figure, type Visit } from "./figure.ts";
import { installStopwatch, median, RUNS } from "./stopwatch.ts";

const LIMITS_MS = { cached: 200, fetched: 400, structured: 150 };

/** What a page still loads is not part of the next click. */
const SETTLE_MS = 400;

/** Each page with a thing that is there only when its content is. */
const PAGES = [
  { label: "Requests", content: "[data-row-link]" },
  { label: "Connections", content: "[data-row-link]" },
  { label: "Metrics", content: "main canvas" },
  { label: "Destinations", content: "[data-row-link]" },
  { label: "Sources", content: "[data-row-link]" },
  { label: "Events", content: "[data-event-id]" },
] as const;

/** Clicks without the pointer having been over the link, so nothing is loaded ahead. */
function follow(page: Page, { label, content }: { label: string; content: string }): Promise<number> {
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: label, exact: true });
  return link.evaluate(
    (element, wanted) =>
      window.timeUntil(
        () => element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })),
        () =>
          element.getAttribute("aria-current") === "page" &&
          document.querySelector(wanted) !== null &&
          document.querySelector('main [aria-busy="true"]') === null,
      ),
    content,
  );
}

async function aTab(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(installStopwatch);
  await page.goto(url);
  await page.locator("[data-row-link]").first().waitFor();
  await page.waitForLoadState("networkidle");
  return page;
}

async function walk(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (const one of PAGES) {
    times.push(await follow(page, one));
    await page.waitForTimeout(SETTLE_MS);
  }
  return times;
}

export async function measureNavigation(visit: Visit): Promise<Figure[]> {
  const context = await visit.browser.newContext({
    storageState: visit.storageState,
    viewport: { width: 1440, height: 900 },
  });
  const first = await aTab(context, `${visit.url}/events`);
  await walk(first); // brings the code into the cache of the browser
  await first.close();
  const fetched: number[] = [];
  const cached: number[] = [];
  for (let run = 0; run < 3; run += 1) {
    const page = await aTab(context, `${visit.url}/events`);
    fetched.push(...(await walk(page)));
    cached.push(...(await walk(page)));
    await page.close();
  }
  await context.close();
  return [
    {
      budget: "A9",
      what: "click in the rail → content, cached data, p95",
      measured: percentile(cached, 0.95),
      limit: LIMITS_MS.cached,
      unit: "ms",
    },
    {
      budget: "A9",
      what: "click in the rail → content, with its fetch, p95",
      measured: percentile(fetched, 0.95),
      limit: LIMITS_MS.fetched,
      unit: "ms",
    },
  ];
}

/** Switches between both views: the data is there, so this is the time of the view alone. */
export async function measureStructured(visit: Visit): Promise<Figure> {
  const context = await visit.browser.newContext({
    storageState: visit.storageState,
    viewport: { width: 1440, height: 900 },
  });
  const page = await aTab(context, `${visit.url}/connections`);
  const structured = page.getByRole("radio", { name: "Structured" });
  const measured = await median(async () => {
    await page.getByText("Table", { exact: true }).click();
    await page.getByRole("table").waitFor();
    await page.waitForTimeout(SETTLE_MS);
    return structured.evaluate((radio) =>
      window.timeUntil(
        () => radio.dispatchEvent(new MouseEvent("click", { bubbles: true })),
        () => document.querySelectorAll("[data-node]").length > 200,
      ),
    );
  });
  await context.close();
  return {
    budget: "map",
    what: `Structured view of 200 connections, median of ${RUNS}`,
    measured,
    limit: LIMITS_MS.structured,
    unit: "ms",
  };
}
