/**
 * Is the result of an action visible before the server has answered (A13)? The server's answer is held back for two
 * seconds, so only a result that does not wait for it can be quick.
 *
 * The journeys check that a refused action is taken back with a toast (failing-destination.spec.ts and others).
 */
import type { Locator, Page } from "@playwright/test";
import type { Figure, Visit } from "./figure.ts";
import { installStopwatch, median, RUNS } from "./stopwatch.ts";

const ANSWERED_AFTER_MS = 2000;
const LIMIT_MS = 50;
/** What a page still loads after a click is not part of the next one. */
const SETTLE_MS = 400;

export async function measureOptimistic(visit: Visit, connectionId: string): Promise<Figure[]> {
  const context = await visit.browser.newContext({
    storageState: visit.storageState,
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  await page.addInitScript(installStopwatch);
  await page.route(/\/(?:retry|bookmarks|pause|unpause)$/, async (route) => {
    if (route.request().method() !== "GET")
      await new Promise((answered) => setTimeout(answered, ANSWERED_AFTER_MS));
    await route.continue();
  });
  await page.goto(`${visit.url}${visit.events}`);
  await page.locator("[data-event-id]").first().waitFor();
  const retry = await median((run) => retryOnce(page, run));
  const bookmark = await median((run) => bookmarkOnce(page, run));
  await page.goto(`${visit.url}/connections/${connectionId}/settings`);
  const pause = await median((run) => pauseOnce(page, run));
  await context.close();
  return [figureOf("retry", retry), figureOf("bookmark", bookmark), figureOf("pause", pause)];
}

function figureOf(what: string, measured: number): Figure {
  return {
    budget: "A13",
    what: `${what} → visible, median of ${RUNS}`,
    measured,
    limit: LIMIT_MS,
    unit: "ms",
  };
}

/** From the press until the page contains the words. */
function pressUntil(button: Locator, selector: string, words: string): Promise<number> {
  return button.evaluate(
    (element, [where, text]) =>
      window.timeUntil(
        () => element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })),
        () =>
          [...document.querySelectorAll(where)].some(
            (one) => one.textContent.includes(text) || one.getAttribute("aria-label") === text,
          ),
      ),
    [selector, words] as const,
  );
}

async function openRow(page: Page, at: number): Promise<{ row: Locator; panel: Locator }> {
  const row = page.locator("[data-event-id]").nth(at);
  await row.click();
  const panel = page.getByRole("complementary", { name: "Event" });
  await panel.getByRole("tree").waitFor();
  await page.waitForTimeout(SETTLE_MS);
  return { row, panel };
}

async function retryOnce(page: Page, at: number): Promise<number> {
  const { row, panel } = await openRow(page, at);
  const id = await row.getAttribute("data-event-id");
  const took = await pressUntil(
    panel.getByRole("button", { name: "Retry", exact: true }),
    `[data-event-id="${id}"]`,
    "Pending",
  );
  await row.filter({ hasText: "Successful" }).waitFor();
  return took;
}

async function bookmarkOnce(page: Page, at: number): Promise<number> {
  const { panel } = await openRow(page, at);
  await panel.getByRole("button", { name: "Bookmark", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Label").fill("measured");
  const took = await pressUntil(
    dialog.getByRole("button", { name: "Bookmark" }),
    "aside button",
    "Bookmarked",
  );
  await page.waitForResponse((answer) => answer.request().method() === "POST");
  return took;
}

/** Pauses or unpauses, in turn. */
async function pauseOnce(page: Page, at: number): Promise<number> {
  const [action, opposite] = at % 2 === 0 ? ["Pause", "Unpause"] : ["Unpause", "Pause"];
  await page.getByRole("button", { name: `${action}…`, exact: true }).click();
  const confirm = page.getByRole("dialog").getByRole("button", { name: action, exact: true });
  await confirm.waitFor();
  await page.waitForTimeout(SETTLE_MS);
  const took = await pressUntil(confirm, "main section h2", `${opposite} connection`);
  await page.waitForResponse((answer) => answer.request().method() === "PUT");
  await page.waitForTimeout(SETTLE_MS);
  return took;
}
