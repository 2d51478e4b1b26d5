/** How long does it take from a press to the paint of its result (A7, A8)? The browser's Event Timing measures it. */
import type { CDPSession, Locator, Page } from "@playwright/test";
import { percentile, THROTTLES, type Figure, type Visit } from "./figure.ts";
import { pace, RESTS_MS } from "./stopwatch.ts";

const PRESSES = 20;
/** The browser does not report shorter events, so a shorter press counts as this long. */
const SHORTEST_MS = 16;
const PRESS_MS = 80;

const LIMITS_MS = { 1: { panel: 100, other: 50 }, 4: { panel: 250, other: 130 } } as const;

/** Runs in the page. An interaction consists of several events; a person waits for the longest of them. */
function observeInteractions(): void {
  const longest = new Map<number, number>();
  new PerformanceObserver((list) => {
    // Safe: entries of the observed type have an interactionId, which TypeScript's DOM types may not know yet.
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
      const { interactionId = 0, duration } = entry;
      if (interactionId > 0) longest.set(interactionId, Math.max(longest.get(interactionId) ?? 0, duration));
    }
  }).observe({ type: "event", durationThreshold: 16, buffered: false } as PerformanceObserverInit);
  Object.assign(window, { longest });
}

/**
 * The browser delivers entries some time after the paint that they describe. Until then neither is a press measured, nor
 * may the next one begin: it would count what came before it.
 */
const DELIVERED_AFTER_MS = { 1: 250, 4: 700 } as const;

type Throttle = (typeof THROTTLES)[number];

/**
 * Presses as a hand does: the pointer rests before it presses, and a press takes a moment. Without both, the browser would do
 * the work of the hover, the press and the click in one frame, which no person can make it do.
 */
async function pressByHand(page: Page, target: Locator): Promise<void> {
  await target.hover();
  await page.waitForTimeout(RESTS_MS);
  await target.click({ delay: PRESS_MS });
}

/** The p95 of `PRESSES` presses. `between` resets the page and is not measured. */
async function p95(
  page: Page,
  rate: Throttle,
  press: (at: number) => Promise<void>,
  between?: () => Promise<void>,
): Promise<number> {
  const durations = await pace.samples(PRESSES, async (at) => {
    await page.evaluate(() => (Reflect.get(window, "longest") as Map<number, number>).clear());
    await press(at);
    await page.waitForTimeout(DELIVERED_AFTER_MS[rate]);
    const seen = await page.evaluate(() => [
      ...(Reflect.get(window, "longest") as Map<number, number>).values(),
    ]);
    await between?.();
    await page.waitForTimeout(between ? DELIVERED_AFTER_MS[rate] : 0);
    return Math.max(SHORTEST_MS, ...seen);
  });
  return percentile(durations, 0.95);
}

export async function measureInteractions(visit: Visit): Promise<Figure[]> {
  const context = await visit.browser.newContext({
    storageState: visit.storageState,
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await page.goto(`${visit.url}${visit.events}`);
  await page.locator("[data-event-id]").first().waitFor();
  await page.evaluate(observeInteractions);
  const figures: Figure[] = [];
  for (const rate of THROTTLES) figures.push(...(await measureAt(page, devtools, rate)));
  await context.close();
  return figures;
}

async function measureAt(page: Page, devtools: CDPSession, rate: Throttle): Promise<Figure[]> {
  await devtools.send("Emulation.setCPUThrottlingRate", { rate });
  const slow = rate === 1 ? "" : `, ×${rate}`;
  const { panel, other } = LIMITS_MS[rate];
  const rows = page.locator("[data-event-id]");
  const close = () => page.getByRole("button", { name: "Close panel" }).click();

  const opening = await p95(page, rate, (at) => pressByHand(page, rows.nth(at % 15)), close);
  const moving = await p95(page, rate, (at) => page.keyboard.press(at % 8 < 4 ? "j" : "k"));
  await rows.first().click();
  await page.getByRole("tree").waitFor();
  const movingOpen = await p95(page, rate, (at) => page.keyboard.press(at % 8 < 4 ? "j" : "k"));
  const tabs = ["Response", "Metadata", "Request"];
  const switching = await p95(page, rate, (at) =>
    pressByHand(page, page.getByRole("tab", { name: tabs[at % 3] ?? "" })),
  );
  await page.getByRole("tab", { name: "Request" }).click(); // the page remembers the tab for the next panel
  await close();
  const status = page.getByRole("button", { name: /^Status/ });
  await status.click();
  await page.getByRole("menu").waitFor();
  await page.keyboard.press("Escape");
  const menu = await p95(
    page,
    rate,
    () => pressByHand(page, status),
    async () => {
      await page.keyboard.press("Escape");
      await page.getByRole("menu").waitFor({ state: "hidden" });
    },
  );
  return [
    {
      budget: "A7",
      what: `click on a row → panel painted, p95${slow}`,
      measured: opening,
      limit: panel,
      unit: "ms",
    },
    { budget: "A8", what: `j and k, p95${slow}`, measured: moving, limit: other, unit: "ms" },
    {
      budget: "A8",
      what: `j and k with the panel open, p95${slow}`,
      measured: movingOpen,
      limit: other,
      unit: "ms",
    },
    { budget: "A8", what: `tab of the panel, p95${slow}`, measured: switching, limit: other, unit: "ms" },
    { budget: "A8", what: `menu of a filter, p95${slow}`, measured: menu, limit: other, unit: "ms" },
  ];
}
