/** Is a body of a million characters as fast as a small one (A10)? */
import type { Page } from "@playwright/test";
import type { Figure, Visit } from "./figure.ts";
import { installStopwatch, median, RESTS_MS, RUNS } from "./stopwatch.ts";

const SCROLL_FRAMES = 90;

export async function measurePayload(visit: Visit, list: string, eventId: string): Promise<Figure[]> {
  const context = await visit.browser.newContext({
    storageState: visit.storageState,
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  await page.addInitScript(installStopwatch);
  const visible = await median(() => clickToTree(page, `${visit.url}${list}`, eventId));
  const scroll = await median(() => worstScrollFrame(page));
  const search = await median(() => searchBody(page));
  const fold = await median(() => foldAll(page));
  await context.close();
  return [
    figureOf("visible after the click", visible, 300),
    figureOf("worst frame while scrolling", scroll, 50),
    figureOf("search", search, 100),
    figureOf("fold all", fold, 100),
  ];
}

function figureOf(what: string, measured: number, limit: number): Figure {
  return {
    budget: "A10",
    what: `1,000,000 characters: ${what}, median of ${RUNS}`,
    measured,
    limit,
    unit: "ms",
  };
}

/** Each time on a new page. The pointer rests on the row first, so the body may be there before the click. */
async function clickToTree(page: Page, url: string, eventId: string): Promise<number> {
  await page.goto(url);
  const row = page.locator(`[data-event-id="${eventId}"]`);
  await row.waitFor();
  await page.waitForLoadState("networkidle");
  await row.hover();
  await page.waitForTimeout(RESTS_MS);
  return row.evaluate((element) =>
    window.timeUntil(
      () => element.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 })),
      () => document.querySelectorAll('[role="tree"] [role="treeitem"]').length > 10,
    ),
  );
}

function worstScrollFrame(page: Page): Promise<number> {
  return page.getByRole("tree").evaluate(async (tree, frames) => {
    const scroller = tree.parentElement;
    if (!scroller) throw new Error("the tree has a scroller");
    scroller.scrollTop = 0;
    await new Promise(requestAnimationFrame);
    let worstMs = 0;
    let before = performance.now();
    for (let frame = 0; frame < frames; frame += 1) {
      scroller.scrollTop += scroller.clientHeight * 3;
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      worstMs = Math.max(worstMs, now - before);
      before = now;
    }
    return worstMs;
  }, SCROLL_FRAMES);
}

async function searchBody(page: Page): Promise<number> {
  const body = page.getByRole("region", { name: "Body" });
  await body.getByRole("button", { name: "Search" }).click();
  const took = await page.getByLabel("Search in body").evaluate((input) => {
    if (!(input instanceof HTMLInputElement)) throw new Error("the search is an input");
    const count = input.parentElement?.querySelector("output");
    return window.timeUntil(
      () => {
        // Set the value like typing does, past React's own setter. Otherwise React would ignore the event.
        Reflect.set(HTMLInputElement.prototype, "value", "order 87", input);
        input.dispatchEvent(new Event("input", { bubbles: true }));
      },
      () => / \/ \d+/.test(count?.textContent ?? ""),
    );
  });
  await page.getByLabel("Search in body").fill(""); // otherwise the next search finds its result at once
  await page.getByLabel("Search in body").press("Escape");
  return took;
}

async function foldAll(page: Page): Promise<number> {
  const took = await press(page, "Fold all");
  await press(page, "Unfold all");
  return took;
}

/** Presses a button and waits until the height of the tree changes. */
function press(page: Page, name: string): Promise<number> {
  const button = page.getByRole("region", { name: "Body" }).getByRole("button", { name, exact: true });
  return button.evaluate((element) => {
    const tree = document.querySelector<HTMLElement>('[role="tree"]');
    const heightBefore = tree?.style.height;
    return window.timeUntil(
      () => element.dispatchEvent(new MouseEvent("click", { bubbles: true })),
      () => tree?.style.height !== heightBefore,
    );
  });
}
