/**
 * Does a list that stays open for half an hour keep memory (A16)?
 *
 * The page has a clock of its own, which jumps by the polling interval, so 360 polls take seconds. Every tenth poll finds
 * a new event. Nodes that are in no document any more must not pile up either.
 */
import type { CDPSession, Page } from "@playwright/test";
import type { Figure, Visit } from "./figure.ts";

const POLLS = 360;
const POLL_MS = 5000;
const NEW_EVERY = 10;
/** The first polls fill caches. */
const WARM_UP_POLLS = 12;
const MB = 1_000_000;

interface Kept {
  bytes: number;
  /** Nodes in no document. */
  detached: number;
}

async function keptBy(page: Page, devtools: CDPSession): Promise<Kept> {
  for (let round = 0; round < 3; round += 1) await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devtools.send("Runtime.getHeapUsage");
  const { nodes } = await devtools.send("Memory.getDOMCounters");
  const attached = await page.evaluate(() => {
    const walker = document.createTreeWalker(document);
    let count = 1;
    while (walker.nextNode()) count += 1;
    return count;
  });
  return { bytes: usedSize, detached: nodes - attached };
}

export async function measureHeap(visit: Visit, sendOne: () => Promise<void>): Promise<Figure[]> {
  const context = await visit.browser.newContext({
    storageState: visit.storageState,
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  await page.clock.install();
  const devtools = await context.newCDPSession(page);
  await devtools.send("HeapProfiler.enable");
  await page.goto(`${visit.url}${visit.events}`);
  await page.clock.runFor(1000);
  await page.locator("[data-event-id]").first().waitFor();
  const poll = async (count: number) => {
    for (let at = 1; at <= count; at += 1) {
      if (at % NEW_EVERY === 0) await sendOne();
      const answered = page.waitForResponse(/\/events\?/);
      await page.clock.fastForward(POLL_MS);
      await (await answered).finished();
      await page.clock.runFor(50);
    }
  };
  await poll(WARM_UP_POLLS);
  const before = await keptBy(page, devtools);
  await poll(POLLS);
  const after = await keptBy(page, devtools);
  await context.close();
  return [
    {
      budget: "A16",
      what: `heap growth over ${POLLS} polls`,
      measured: (after.bytes - before.bytes) / MB,
      limit: 10,
      unit: "MB",
    },
    {
      budget: "A16",
      what: `detached nodes, more than before ${POLLS} polls`,
      measured: after.detached - before.detached,
      limit: 500,
      unit: "",
    },
  ];
}
