/** How fast does a page load, and how much does it shift (A4 to A6)? Does a live refresh move anything (A5)? */
import type { Page } from "@playwright/test";
import { percentile, THROTTLES, type Figure, type Visit } from "./figure.ts";
import { pace } from "./stopwatch.ts";

const RUNS = 5;
const LONG_TASK_MS = 50;
/** The wait after the network is idle: computations in this time still belong to the load. */
const SETTLE_MS = 500;

const LCP_LIMITS_MS = { 1: 1000, 4: 2500 } as const;

interface LoadFigures {
  lcpMs: number;
  cls: number;
  tbtMs: number;
}

/** Runs in the page, before any other script if the load is measured. */
function observeLoad(): void {
  const seen = { lcpMs: 0, cls: 0, tasks: [] as number[] };
  for (const type of ["largest-contentful-paint", "layout-shift", "longtask"]) {
    new PerformanceObserver((list) => {
      // Safe: a layout shift has a value, which TypeScript's DOM types do not know yet.
      for (const entry of list.getEntries() as (PerformanceEntry & { value?: number })[]) {
        if (type === "longtask") seen.tasks.push(entry.duration);
        else if (type === "layout-shift") seen.cls += entry.value ?? 0;
        else seen.lcpMs = entry.startTime;
      }
    }).observe({ type, buffered: true });
  }
  Object.assign(window, { seen });
}

async function loadOnce(
  { browser, storageState, url }: Visit,
  address: string,
  rate: number,
): Promise<LoadFigures> {
  const context = await browser.newContext({ storageState, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate });
  await page.addInitScript(observeLoad);
  await page.goto(`${url}${address}`);
  // On a slow CPU, the network is idle long before the page is drawn. Every view of a list has one such link per row.
  await page.locator("[data-row-link]").first().waitFor();
  // The browser tells it some time after the paint; on a busy machine that may be later than all else.
  await page.waitForFunction(() => (Reflect.get(window, "seen") as { lcpMs: number }).lcpMs > 0);
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(SETTLE_MS);
  // Safe: observeLoad wrote this.
  const seen = await page.evaluate(
    () => Reflect.get(window, "seen") as { lcpMs: number; cls: number; tasks: number[] },
  );
  await context.close();
  const tbtMs = seen.tasks.reduce((sum, duration) => sum + Math.max(0, duration - LONG_TASK_MS), 0);
  return { lcpMs: seen.lcpMs, cls: seen.cls, tbtMs };
}

export async function measureLoad(visit: Visit): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const address of ["/connections", visit.events]) {
    const route = address.split("?", 1)[0];
    for (const rate of THROTTLES) {
      const runs = await pace.samples(RUNS, () => loadOnce(visit, address, rate));
      const median = (key: keyof LoadFigures) =>
        percentile(
          runs.map((one) => one[key]),
          0.5,
        );
      const slow = rate === 1 ? "" : `, ×${rate}`;
      figures.push({
        budget: "A4",
        what: `LCP of ${route}${slow}, median of ${RUNS}`,
        measured: median("lcpMs"),
        limit: LCP_LIMITS_MS[rate],
        unit: "ms",
      });
      if (rate > 1) continue;
      figures.push(
        { budget: "A5", what: `CLS of ${route}`, measured: median("cls"), limit: 0.01, unit: "" },
        { budget: "A6", what: `TBT of ${route}`, measured: median("tbtMs"), limit: 150, unit: "ms" },
      );
    }
  }
  return figures;
}

/** Measures the layout shift when a new event arrives while a row is selected. */
export async function measureRefreshShift(visit: Visit, sendOne: () => Promise<void>): Promise<Figure> {
  const context = await visit.browser.newContext({
    storageState: visit.storageState,
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  await page.goto(`${visit.url}${visit.events}`);
  await openFirst(page);
  await page.evaluate(observeLoad);
  const before = await shiftSoFar(page);
  await sendOne();
  await page.getByRole("button", { name: "1 new" }).waitFor();
  const measured = (await shiftSoFar(page)) - before;
  await context.close();
  return { budget: "A5", what: "CLS of a live refresh with a row selected", measured, limit: 0, unit: "" };
}

async function openFirst(page: Page): Promise<void> {
  await page.locator("[data-event-id]").first().click();
  await page.getByRole("tree").waitFor();
  await page.waitForTimeout(SETTLE_MS);
}

/** Reads what observeLoad has recorded. */
function shiftSoFar(page: Page): Promise<number> {
  return page.evaluate(() => (Reflect.get(window, "seen") as { cls: number }).cls);
}
